extension HistoryService {
    /// That a history service goes on.
    public struct Pulse: Hashable, Sendable {
        /// Grows at least every other second as long as the service and its database go on, or an errand of many parts
        /// does, such as a large file that is taken in.
        public var beats = 0
        public var isConnected = false
        /// What was wrong with the store, in one sentence.
        public var trouble: String?
        /// Messages that came over the bus.
        public var received = 0
        /// How long a message takes from its publisher through the session, in milliseconds; nil for unknown.
        public var lag: Int64?
    }

    /// How a history service stands.
    public struct Standing: Hashable, Sendable {
        public let isConnected: Bool
        /// What is wrong with the store, in one sentence, since it has refused a batch and until it takes one; else nil.
        public let trouble: String?
        /// Messages that wait for room on the bus.
        public let waiting: Int
        /// Messages that wait for the broker.
        public let backlog: Int
        /// How often it has looked for what has been kept long enough: grows at least every other second as long as the
        /// service and its database go on, whether or not the broker is there.
        public let sweeps: Int
        /// What went over the bus in the life of the process.
        public let counts: BusCounts

        init(isConnected: Bool, trouble: String?, waiting: Int, backlog: Int, sweeps: Int, counts: BusCounts) {
            (self.isConnected, self.trouble, self.waiting) = (isConnected, trouble, waiting)
            (self.backlog, self.sweeps, self.counts) = (backlog, sweeps, counts)
        }

        /// How several stand together: connected when all of them are, and what counts for all of them.
        public init(of all: [Standing], isConnected: Bool) {
            self.init(
                isConnected: isConnected && all.allSatisfy(\.isConnected),
                trouble: all.lazy.compactMap(\.trouble).first,
                waiting: all.reduce(0) { $0 + $1.waiting },
                backlog: all.reduce(0) { $0 + $1.backlog },
                sweeps: all.reduce(0) { $0 + $1.sweeps },
                counts: all.reduce(BusCounts()) { $0 + $1.counts }
            )
        }
    }
}
