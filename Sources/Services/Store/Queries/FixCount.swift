public import Tracking

/// How many fixes there are in a span of time.
public struct FixCount: Hashable, Sendable {
    public private(set) var fixes = 0
    /// When the first of them was measured; nil for none.
    public private(set) var first: Timestamp?
    /// When the last of them was measured; nil for none.
    public private(set) var last: Timestamp?

    /// Counts what another one has counted.
    mutating func add(_ more: FixCount) {
        guard let first = more.first, let last = more.last else { return }
        add(more.fixes, first: first.milliseconds, last: last.milliseconds)
    }

    /// Counts more, behind those that were counted.
    mutating func add(_ more: Int, first: Int64, last: Int64) {
        fixes += more
        self.first = min(self.first ?? .init(milliseconds: first), .init(milliseconds: first))
        self.last = max(self.last ?? .init(milliseconds: last), .init(milliseconds: last))
    }
}
