public import Store

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

/// What is there where the months are in another storage than the one that is set: why they cannot be read.
public struct StrangeShelf: FixShelf {
    private let error: ArchiveError

    public init(_ error: ArchiveError) { self.error = error }

    public func open(_ month: MonthOut) throws -> Store? { nil }

    public func fetch(_ month: MonthOut) async throws -> Store { throw error }
}
