extension CellularNoise {
    /// What a modem's network does; docs/noise.md has the sources.
    public struct Parameters: Hashable, Sendable {
        /// How a modem rests between exchanges.
        public enum Saving: String, Hashable, Sendable, CaseIterable {
            /// It hears nothing until it wakes by itself.
            case deep = "psm"
            /// It listens for a moment once a cycle.
            case paged = "edrx"
            /// It can always be reached.
            case none
        }

        /// The median seconds of the first registration of its life, which searches all bands.
        public var firstAttach = 60.0
        /// The median seconds of one on a known network; nil for that of the tracker's profile.
        public var attach: Double?
        /// The standard deviation of the natural logarithm of these times.
        public var attachSpread = 0.5
        /// No search takes longer, in seconds.
        public var attachLimit = 180.0
        /// The median seconds of an exchange; nil for that of the tracker's profile.
        public var exchange: Double?
        /// What it takes to connect again for one after a rest, in seconds.
        public var wake = 1.0
        /// The standard deviation of the natural logarithm of the times of an exchange.
        public var exchangeSpread = 0.3
        /// When there is no coverage, and for how long.
        public var holes = Telegraph.Times(off: 21_600, on: 120)
        public var saving = Saving.deep
        /// Seconds for which it can be reached after an exchange, beside the tail of the connection.
        public var active = 6.0
        /// Seconds for which the network keeps a connection after an exchange.
        public var tail = 10.0
        /// Seconds between two updates by which a modem at rest shows itself.
        public var updateEvery = 7200.0
        /// Seconds of a paging cycle.
        public var cycle = 5.12
        /// Seconds after which a lost connection is tried again; each further try waits as much longer.
        public var backOff = 60.0
        /// Seconds beyond which waiting does not grow.
        public var backOffLimit = 3600.0

        public init() {}
    }
}
