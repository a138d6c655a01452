extension GNSSNoise {
    /// What a satellite receiver's errors are made of; docs/noise.md has the sources.
    public struct Parameters: Hashable, Sendable {
        /// The median horizontal dilution of precision.
        public var dilution = 1.0
        /// The standard deviation of its natural logarithm, which wanders within ``dilutionTime``.
        public var dilutionSpread = 0.15
        /// Seconds.
        public var dilutionTime = 600.0
        /// The user equivalent range error in metres: times the dilution, the root mean square of the horizontal error.
        public var rangeError = 2.5
        /// The share of the error's variance that is new with each fix.
        public var whiteShare = 0.1
        /// The share that lasts for ``fastTime``; what is left lasts for ``slowTime``.
        public var fastShare = 0.3
        /// Seconds.
        public var fastTime = 60.0
        /// Seconds.
        public var slowTime = 1200.0
        /// The standard deviation of the natural logarithm of what the receiver makes of its own error.
        public var accuracySpread = 0.35
        /// Seconds within which that changes.
        public var accuracyTime = 300.0
        /// When reflected signals move the position, and for how long.
        public var jumps = Telegraph.Times.never
        /// The mean length of such a jump, in metres.
        public var jumpLength = 15.0
        /// The share of a jump's length that the receiver notices and adds to its accuracy.
        public var jumpNoticed = 0.5
        /// When no satellites can be seen, and for how long.
        public var blocked = Telegraph.Times.never
        /// Seconds to the first fix without knowing anything.
        public var coldStart = 26.0
        /// The same with an almanac, the time and a rough position.
        public var warmStart = 20.0
        /// The same with orbits that are still good.
        public var hotStart = 1.0
        /// The standard deviation of the natural logarithm of these times.
        public var startSpread = 0.25
        /// Seconds for which received orbits are good.
        public var orbitsLast = 7200.0
        /// What a phone's position in a network of known access points is wrong by without satellites: the root mean
        /// square in metres; nil for a receiver that then has none.
        public var networkError: Double?
    }
}
