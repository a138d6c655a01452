public import Store
import Tracking

extension MonthMover {
    /// Takes over the months that the indices of devices tell of and the store does not know, or knows by an object that
    /// is gone: after an older copy of the database was put in its place, or with a new one.
    ///
    /// Each object is read and compared before it is taken over. What is to be removed is not. Where the months that are
    /// out were in another storage, all of them have to be in this one, or another object of theirs of which an index
    /// tells; they are in it from then on.
    ///
    /// What is wrong with one index or object is told by `failed`, and keeps no other one here. With `withoutMissing` months
    /// of which nothing is there do not count: the store forgets each, told by `givenUp`, until an index tells of it again.
    ///
    /// - Throws: ``ArchiveError``, `StoreError` or `CancellationError`; then what was taken over before stays.
    public func adopt(
        progress: (MonthOut) -> Void = { _ in }, failed: (ArchiveError) -> Void = { _ in },
        withoutMissing: Bool = false, givenUp: (MonthOut) -> Void = { _ in }
    ) async throws -> [MonthOut] {
        let found = try await storage.list()
        let names = Set(found.map(\.name))
        let waiting = Waiting(try store.removals(), found)
        let indices = Set(try store.devices().map { ArchiveNames.index(of: $0.id) })
        var known: [DeviceID: [CalendarMonth: MonthOut]] = [:]
        for month in try store.monthsOut() { known[month.device, default: [:]][month.month] = month }
        var told: [MonthOut] = []
        for index in found where index.name.hasSuffix("/index.json") {
            if waiting.isGoing(index: index, isKnown: indices.contains(index.name)) { continue }
            do {
                guard let bytes = try await storage.get(index.name, limit: 16 << 20) else { continue }
                told += try DeviceIndex.read(bytes, index.name, storage: "\(storage.address)", moved: clock.now)
            } catch let error as ArchiveError where error.isOfOne { failed(error) }
        }
        told = told.filter { month in
            let here = known[month.device]?[month.month]
            // What the store knows and what is there goes before what an index tells.
            if let here, names.contains(here.object) { return false }
            return names.contains(month.object) && !waiting.isGoing(month, insteadOf: here)
        }
        try moveHere(found, told, isComplete: !withoutMissing)
        var adopted: [MonthOut] = []
        for month in told {
            try Task.checkCancellation()
            progress(month)
            do {
                let (here, isOfTracker) = (known[month.device]?[month.month], try await read(month))
                if try store.write({ try $0.adopt(month, insteadOf: here, isOfTracker: isOfTracker) }) {
                    adopted.append(month)
                }
            } catch let error as ArchiveError where error.isOfOne { failed(error) }
        }
        guard withoutMissing else { return adopted }
        for month in try store.monthsOut() where !names.contains(month.object) {
            try store.write { try $0.giveUp(month, at: clock.now) }
            givenUp(month)
        }
        return adopted
    }

    /// What is noted among removals, as far as it says what is not to be taken over.
    private struct Waiting {
        private let notes: [String: ObjectRemoval]
        private let entries: [String: ObjectStorage.Entry]

        init(_ removals: [ObjectRemoval], _ found: [ObjectStorage.Entry]) {
            notes = Dictionary(removals.map { ($0.object, $0) }) { $1 }
            entries = Dictionary(found.map { ($0.name, $0) }) { $1 }
        }

        /// Of a device that was deleted nothing is taken over.
        ///
        /// That an index is to be written anew only says that it tells
        /// of too much; each object is looked for by its own name.
        func isGoing(index: ObjectStorage.Entry, isKnown: Bool) -> Bool {
            let folder = String(index.name.dropLast("index.json".count))
            if let note = notes[folder] { return !index.isOfLaterLife(than: note) }
            return !isKnown && notes[index.name] != nil
        }

        /// What was noted before it was written is not to go where it was recorded after this copy of the database was
        /// made: then the object that the month had before is gone.
        func isGoing(_ month: MonthOut, insteadOf former: MonthOut?) -> Bool {
            if let note = notes[month.object] { return note.until == nil || former == nil }
            guard let note = notes[ArchiveNames.folder(of: month.device)], let entry = entries[month.object] else {
                return false
            }
            return !entry.isOfLaterLife(than: note)
        }
    }

    /// Notes that the months that are out are in this storage, if they are.
    private func moveHere(_ found: [ObjectStorage.Entry], _ told: [MonthOut], isComplete: Bool) throws {
        do { return try expectPlace() } catch ArchiveError.elsewhere {}
        let sizes = Dictionary(found.map { ($0.name, $0.size) }) { $1 }
        let months = try store.monthsOut()
        var others: [DeviceID: Set<CalendarMonth>] = [:]
        for month in told where sizes[month.object] == month.bytes {
            others[month.device, default: []].insert(month.month)
        }
        let missing = months.filter { month in
            sizes[month.object] != month.bytes && others[month.device]?.contains(month.month) != true
        }
        let (place, storage) = (storage.address.place, "\(storage.address)")
        if isComplete, let first = missing.first {
            throw ArchiveError.notCopied(
                storage: place, missing: missing.count, of: months.count, object: first.object)
        }
        try store.write { try $0.move(archive: place, storage: storage) }
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
