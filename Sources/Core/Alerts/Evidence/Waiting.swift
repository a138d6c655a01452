public import Tracking

/// That one side has moved on since the other told where it is: before that one's next word nobody knows whether they
/// are still together.
public struct Waiting: Hashable, Sendable {
    /// Whose word is waited for.
    public let awaited: Awaited
    /// When that one told where it is last.
    public let since: Timestamp
    /// Seconds that usually pass between two of its words; nil when that is not known yet.
    public let usual: Double?

    public init(awaited: Awaited, since: Timestamp, usual: Double?) {
        (self.awaited, self.since, self.usual) = (awaited, since, usual)
    }
}
