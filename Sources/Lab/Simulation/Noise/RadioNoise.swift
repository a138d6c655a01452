import Glibc

/// How one gateway receives one tag, by chance: log-distance path loss with a bias of the pair, shadowing that lasts for
/// seconds, fading from packet to packet, bodies, channels, and packets that are lost.
///
/// The same seed and the same calls give the same answers.
public struct RadioNoise: Sendable {
    public private(set) var parameters: Parameters
    /// What is wrong with the tag's power here, in dB; it stays.
    public let bias: Double
    private var draws: SplitMix
    private var time: Double
    private var shadow: GaussMarkov
    private var body: Telegraph
    private let channels: SIMD3<Double>
    /// When in its cycle the tag takes another address, 0 to 1.
    private let rotation: Double

    /// `draws` is a stream of its own; it begins to exist at `seconds`.
    public init(_ parameters: Parameters, _ draws: SplitMix, at seconds: Double = 0) {
        var draws = draws
        self.parameters = parameters
        time = seconds
        let first = draws.normals()
        let second = draws.normals()
        let third = draws.normals()
        bias = parameters.biasSigma * first.x
        shadow = GaussMarkov(time: parameters.shadowTime, from: first.y)
        // Their mean is part of the bias.
        let mean = (second.x + second.y + third.x) / 3
        let unit = parameters.channelSigma * 1.5.squareRoot()
        channels = unit * (SIMD3(second.x, second.y, third.x) - mean)
        rotation = draws.unit()
        body = Telegraph(parameters.body, at: seconds, &draws)
        self.draws = draws
    }

    /// Comes into other surroundings; the pair's own bias stays.
    public mutating func enter(_ parameters: Parameters, at seconds: Double) {
        self.parameters = parameters
        body = Telegraph(parameters.body, at: seconds, &draws)
    }

    /// The strength in whole dBm with which an advertisement is received; nil when it is lost.
    ///
    /// It is sent at a moment not before the last one. `mayMeetBody` is whether somebody carries one of the two; `gain`,
    /// in dB, is how much weaker it may arrive than ordinary ones.
    public mutating func sample(
        at seconds: Double, distance: Double, _ radio: RadioModel, mayMeetBody: Bool, gain: Double = 0
    ) -> Int? {
        let normals = draws.normals()
        pass(to: seconds, normals.x)
        let mean = meanStrength(at: distance, radio, mayMeetBody: mayMeetBody)
        let strength = mean + parameters.fadeSigma * normals.y + channel()
        let draw = draws.unit()
        guard draw < probability(at: strength + gain) * (1 - radio.loss), !isStranger(at: seconds) else { return nil }
        return Int(max(-126, min(20, strength)).rounded())
    }

    /// Whether at least one packet of a connection gets through within some seconds up to the last sample.
    public mutating func meets(within seconds: Double, distance: Double, _ radio: RadioModel, mayMeetBody: Bool) -> Bool
    {
        let mean = meanStrength(at: distance, radio, mayMeetBody: mayMeetBody)
        for _ in 0..<max(1, Int(min(1000, seconds * parameters.meetings))) {
            let strength = mean + parameters.fadeSigma * draws.normal()
            if draws.unit() < probability(at: strength) * (1 - radio.loss) { return true }
        }
        return false
    }

    /// The strength without fading, channel and loss, in dBm, as of the last sample.
    public func meanStrength(at distance: Double, _ radio: RadioModel, mayMeetBody: Bool) -> Double {
        let exponent = parameters.exponent ?? radio.exponent
        let loss = 10 * exponent * log10(max(0.1, distance))
        let lost = mayMeetBody && body.isOn ? parameters.bodyLoss : 0
        return radio.powerAtOneMetre - loss + bias + parameters.shadowSigma * shadow.value - lost
    }

    /// How likely a packet of a strength in dBm gets through.
    public func probability(at strength: Double) -> Double {
        (1 - parameters.loss) / (1 + exp(-(strength - parameters.sensitivity) / parameters.softness))
    }

    /// Whether the tag has just taken an address that the gateway does not know yet.
    private func isStranger(at seconds: Double) -> Bool {
        let every = parameters.rotateEvery
        guard every > 0 else { return false }
        return (seconds + rotation * every).truncatingRemainder(dividingBy: every) < parameters.rotateGap
    }

    private mutating func pass(to seconds: Double, _ normal: Double) {
        let step = seconds - time
        guard step > 0 else { return }
        time = seconds
        shadow.pass(step, normal)
        _ = body.advance(to: seconds, &draws)
    }

    /// A scanner listens on one of the three channels at a time.
    private mutating func channel() -> Double { channels[Int(draws.next() % 3)] }
}

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
