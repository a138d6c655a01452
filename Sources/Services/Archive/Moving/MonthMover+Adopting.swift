public import Store
import Tracking

extension MonthMover {
    /// Takes over the months that the indices of devices tell of and the store does not know, or knows by an object that
    /// is gone: after an older copy of the database was put in its place, or with a new one.
    ///
    /// Each object is read and compared before it is taken over. What is to be removed is not.
    ///
    /// - Throws: ``ArchiveError``, `StoreError` or `CancellationError`; then what was taken over before stays.
    public func adopt(progress: (MonthOut) -> Void = { _ in }) async throws -> [MonthOut] {
        let found = try await storage.list()
        let names = Set(found.map(\.name))
        let waiting = Set(try store.removals().map(\.object))
        var known: [DeviceID: [CalendarMonth: MonthOut]] = [:]
        for month in try store.monthsOut() { known[month.device, default: [:]][month.month] = month }
        var adopted: [MonthOut] = []
        for index in found where index.name.hasSuffix("/index.json") && !waiting.contains(index.name) {
            guard let bytes = try await storage.get(index.name, limit: 16 << 20) else { continue }
            let place = "\(storage.address)"
            for month in try DeviceIndex.read(bytes, index.name, storage: place, moved: clock.now) {
                try Task.checkCancellation()
                let here = known[month.device]?[month.month]
                // What the store knows and what is there goes before what an index tells.
                if let here, names.contains(here.object) { continue }
                guard names.contains(month.object), !waiting.contains(month.object) else { continue }
                progress(month)
                let isOfTracker = try await read(month)
                if try store.write({ try $0.adopt(month, insteadOf: here, isOfTracker: isOfTracker) }) {
                    adopted.append(month)
                }
            }
        }
        return adopted
    }

    /// Reads an object to the end; tells whether a tracker has sent what is in it.
    private func read(_ month: MonthOut) async throws -> Bool {
        let bytes = try await MonthCache.bytes(of: month, in: storage)
        var (fixes, marks) = (0, 0)
        try MonthObject.read(bytes, month.object, of: month.device, month.month) { fix in
            fixes += 1
            if fix.mark != nil { marks += 1 }
        }
        guard fixes == month.fixes else {
            throw ArchiveError.differs(storage: "\(storage.address)", object: month.object)
        }
        return marks > 0
    }
}
