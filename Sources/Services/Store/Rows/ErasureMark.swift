public import Tracking

/// Which order to erase somebody has been carried out in this database; no name is in it.
public struct ErasureMark: Hashable, Sendable {
    /// The number of the erasure among those that stand; one that is over leaves its number to a later one.
    public var erasure: Int64
    /// When somebody asked for it, the last time.
    public var asked: Timestamp

    public init(erasure: Int64, asked: Timestamp) { (self.erasure, self.asked) = (erasure, asked) }
}
