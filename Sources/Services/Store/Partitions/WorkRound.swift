public import Tracking

/// What workers tell each other by their board.
extension WorkBoard {
    /// What a worker finds and has to do, once a second.
    public struct Round: Sendable {
        /// The server's time, which all workers go by.
        public var time = Timestamp(milliseconds: 0)
        /// The workers that live, by name.
        public var workers: [String] = []
        /// What this one still holds.
        public var held: [PartitionClaim] = []
        /// What it is to give back.
        public var give: [WorkUnit] = []
        /// What it has taken now.
        public var taken: [PartitionClaim] = []
        /// How owners are spread at this moment.
        public var partitioning: Partitioning
        /// The number of partitions that is wanted: until nobody holds anything nothing is taken.
        public var wanted: Int?
        /// Owners in partitions of its own who are to be subscribed, or of whom something waits to be taken in.
        public var waiting: [Int: [Name]] = [:]
        /// Owners whom partitions of its own have given to others that get all that comes of them now.
        public var departing: [Int: [Name]] = [:]
        /// What it holds and is of no more use to anybody: to be given up, with its session on the broker.
        public var retired: [WorkUnit] = []
    }

    /// How a partition does, told by the worker that holds it.
    public struct Report: Sendable {
        public let unit: WorkUnit
        public let isConnected: Bool
        /// Messages since it was taken.
        public let received: Int
        /// How long a message takes through the broker and the queue before it is stored, in milliseconds; nil for unknown.
        public let lag: Int64?

        public init(unit: WorkUnit, isConnected: Bool, received: Int, lag: Int64?) {
            (self.unit, self.isConnected, self.received, self.lag) = (unit, isConnected, received, lag)
        }
    }
}
