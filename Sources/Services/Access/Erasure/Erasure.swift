public import Tracking

/// An account, and everything of the owner of its name, that is being erased.
public struct Erasure: Hashable, Sendable {
    public let id: Int64
    /// The account's name; nil when only its traces in the file are left.
    public let account: Name?
    /// Whose items go.
    public let owner: Name?
    /// When somebody asked for it, the last time: it is about what there was then.
    public let asked: Timestamp
    /// Whether it is over only when broker and trackers know; otherwise as soon as everything here is gone.
    public let waits: Bool
}
