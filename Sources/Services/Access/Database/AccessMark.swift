internal import GRDB
internal import Synchronization

/// How the accounts stood when they were looked at; another one wherever something may have been written since.
public struct AccessMark: Hashable, Sendable {
    /// Writes of this program.
    let own: Int
    /// SQLite's number for those of others; 0 in PostgreSQL, which tells none.
    let version: Int
}

/// Counts what this program has written.
final class WriteCount: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .acquiring) }

    func add() { count.add(1, ordering: .acquiringAndReleasing) }
}

extension AccessControl {
    /// How the accounts stand, at the cost of a few microseconds.
    ///
    /// Where services share them, what another one writes does not change it.
    public func mark() throws(AccessError) -> AccessMark { try database.mark() }
}
