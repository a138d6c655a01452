extension RadioNoise {
    /// What a Bluetooth signal suffers on its way; docs/noise.md has the sources.
    public struct Parameters: Hashable, Sendable {
        /// The path-loss exponent of the surroundings; nil for that of the tag's profile.
        public var exponent: Double?
        /// Whether the tags are calibrated in these surroundings: gateways know the exponent, and the doubt of the bias.
        public var isCalibrated = false
        /// The standard deviation, in dB, of what is wrong with a tag's power in a place, and stays.
        public var biasSigma = 5.0
        /// The standard deviation of shadowing, in dB.
        public var shadowSigma = 3.0
        /// Seconds within which shadowing changes.
        public var shadowTime = 10.0
        /// The standard deviation of what differs from one packet to the next, in dB.
        public var fadeSigma = 5.0
        /// The standard deviation, in dB, of what the three advertising channels differ by for a pair of radios.
        public var channelSigma = 1.5
        /// What a body between the two takes away, in dB.
        public var bodyLoss = 8.0
        /// When there is one, of those who carry the tag or the gateway.
        public var body = Telegraph.Times(off: 120, on: 120)
        /// The strength, in dBm, at which every second packet is lost.
        public var sensitivity = -95.0
        /// The scale of the logistic curve about it, in dB.
        public var softness = 1.5
        /// The share of packets that is lost however strong they are: collisions, and a scanner that was elsewhere.
        public var loss = 0.05
        /// Seconds after which the tag takes another address; 0 for one that keeps its own.
        public var rotateEvery = 0.0
        /// Seconds until a gateway knows it by its new one, and hears it again.
        public var rotateGap = 5.0
        /// Seconds without any packet after which a connection is given up.
        public var supervision = 6.0
        /// Times a second at which the two ends of a connection meet.
        public var meetings = 4.0

        public init() {}
    }
}
