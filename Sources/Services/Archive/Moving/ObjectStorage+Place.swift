public import Store
import Tracking

extension ObjectStorage {
    /// Checks that what is out of a store is in this storage, without noting anything.
    ///
    /// - Throws: ``ArchiveError/elsewhere(former:set:)``, or `StoreError`.
    public func expectPlace(of store: Store) throws {
        let former = try store.archivePlace()
        if former == address.place { return }
        let months = try store.monthsOut()
        if let former {
            if months.isEmpty, try store.removals().isEmpty { return }
            throw ArchiveError.elsewhere(former: former, set: address.place)
        }
        // One of before this was noted.
        if let month = months.first(where: { $0.storage != "\(address)" }) {
            throw ArchiveError.elsewhere(former: month.storage, set: address.place)
        }
    }
}

extension ObjectStorage.Entry {
    /// Whether it was written so long after something was to go that a device has it which came again, and of which an
    /// older copy of the database does not know; false where nobody knows when that was.
    func isOfLaterLife(than removal: ObjectRemoval) -> Bool {
        guard let modified, removal.asked.milliseconds > 0 else { return false }
        return modified > removal.asked.advanced(by: Self.clockDifference)
    }

    /// By so much the clocks of a storage and of a service differ at most, and late writers come late.
    private static let clockDifference = Duration.seconds(3600)
}

/// What is there where the months are in another storage than the one that is set: why they cannot be read.
public struct StrangeShelf: FixShelf {
    private let error: ArchiveError

    public init(_ error: ArchiveError) { self.error = error }

    public func open(_ month: MonthOut) throws -> Store? { nil }

    public func fetch(_ month: MonthOut) async throws -> Store { throw error }
}
