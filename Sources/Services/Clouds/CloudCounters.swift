internal import Synchronization

/// What has become of the messages of one cloud since the service began.
public struct CloudCounts: Hashable, Sendable {
    /// What came from the cloud, by what became of it.
    public enum Coming: String, CaseIterable, Sendable {
        /// The broker has it.
        case published
        /// It was the cloud's own.
        case ignored
        /// It came of a device that is nobody's tracker.
        case unknown
        /// It could not be read.
        case refused
        /// The broker could not be had; the cloud was told so.
        case unavailable
    }

    /// What went to the cloud, by what became of it.
    public enum Going: String, CaseIterable, Sendable {
        /// The cloud has it.
        case accepted
        /// The cloud does not take it.
        case refused
        /// It failed too often.
        case abandoned
        /// A try failed, and another follows.
        case retried
    }

    public var coming: [Coming: Int] = [:]
    public var going: [Going: Int] = [:]
    /// Whether everything for the cloud waits, because it cannot be had.
    public var isStalled = false

    public init() {}
}

/// Where the two directions of a cloud count.
public final class CloudCounters: Sendable {
    private let state = Mutex(CloudCounts())

    public init() {}

    /// The numbers at this moment.
    public var counts: CloudCounts { state.withLock(\.self) }

    func count(coming: CloudCounts.Coming) { state.withLock { $0.coming[coming, default: 0] += 1 } }
    func count(going: CloudCounts.Going) { state.withLock { $0.going[going, default: 0] += 1 } }
    func setStalled(_ isStalled: Bool) { state.withLock { $0.isStalled = isStalled } }
}
