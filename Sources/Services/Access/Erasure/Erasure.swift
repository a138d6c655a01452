public import Tracking

/// An account, and everything of the owner of its name, that is being erased.
public struct Erasure: Hashable, Sendable {
    public let id: Int64
    /// The account's name; nil when only its traces in the file are left.
    public let account: Name?
    /// Whose items go.
    public let owner: Name?
    public let asked: Timestamp
    /// Whether it is over only when broker and trackers know; otherwise as soon as everything here is gone.
    public let waits: Bool
    /// What the broker is still to take back.
    public let topics: [String]
}
