public import Tracking

/// A notice on its way over one channel.
public struct Delivery: Hashable, Sendable {
    public var channel: Name
    /// Of the notice in the outbox.
    var number: Int64
    public var notice: Notice
    public var state: State
    /// When the notice was learnt.
    public var known: Timestamp
    /// How often it was tried.
    public var attempts: Int
    /// How often the receiver refused this very message.
    public var refusals: Int
    /// When it is tried next.
    public var next: Timestamp
    /// When it was sent, superseded or given up.
    public var done: Timestamp?
    /// Why it did not go out, the last time.
    public var trouble: String?

    /// What became of it.
    public enum State: String, Hashable, Sendable, CaseIterable {
        case waiting
        /// The receiver said that it has it.
        case sent
        /// Something newer was told in its place.
        case superseded
        /// Given up.
        case failed
    }
}

/// How a channel stands.
public struct ChannelCount: Hashable, Sendable {
    public var waiting = 0
    /// The rest counts from the channel's first day.
    public var sent = 0
    public var failed = 0
    public var superseded = 0

    public init(waiting: Int = 0, sent: Int = 0, failed: Int = 0, superseded: Int = 0) {
        (self.waiting, self.sent, self.failed, self.superseded) = (waiting, sent, failed, superseded)
    }
}
