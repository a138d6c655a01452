import Cryptography
public import Store
public import Tracking

/// Moves months of a store out to an object storage, and back.
///
/// The steps are in an order in which an end at any moment loses nothing and doubles nothing: what is to be written is
/// noted, the object is written and read back, the index is written, and one transaction records the month and drops the
/// rows. What was noted and never recorded goes with the next ``clear()``, and once more when nobody can be writing it any
/// more.
public struct MonthMover: Sendable {
    let store: Store
    let storage: ObjectStorage
    let cache: MonthCache
    private let keepHot: KeepHot
    let clock: any UTCClock
    private let token: @Sendable () -> String

    /// A mover of a store that this process writes; `token` makes eight characters for the name of an object, other ones
    /// each time.
    public init(
        _ store: Store, _ storage: ObjectStorage, _ cache: MonthCache, keepHot: KeepHot, clock: any UTCClock,
        token: @escaping @Sendable () -> String = MonthMover.randomToken
    ) {
        (self.store, self.storage, self.cache, self.keepHot) = (store, storage, cache, keepHot)
        (self.clock, self.token) = (clock, token)
    }

    /// Eight hexadecimal digits by chance.
    @Sendable
    public static func randomToken() -> String {
        let digits = String(UInt32.random(in: 0 ... .max), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// What became of what was to be moved.
    public struct Report: Hashable, Sendable {
        /// Months that were moved, with the ones to which late fixes were added.
        public internal(set) var months = 0
        /// Fixes in their objects.
        public internal(set) var fixes = 0
        /// Bytes of the objects.
        public internal(set) var bytes = 0
        /// Months that changed while they were moved, and have to wait for the next time.
        public internal(set) var changed = 0
        /// Objects that were removed, as nobody refers to them.
        public internal(set) var removed = 0
    }

    /// Does all that is due, of some devices or of all: removes objects, and moves the months that are over for long enough.
    ///
    /// `progress` is told before each month.
    ///
    /// - Throws: ``ArchiveError``, `StoreError` or `CancellationError`; then what was moved before stays moved.
    ///
    /// What is to go does not wait for what is to be moved: it goes first, and between two devices, when also others may
    /// have their turn, by `between`.
    public func sweep(
        of devices: Set<DeviceID>? = nil, between: () async throws -> Void = {},
        progress: (DeviceID, CalendarMonth) -> Void = { _, _ in }
    ) async throws -> Report {
        var report = Report()
        var first: ArchiveError?
        func caught(_ body: () async throws -> Void) async throws {
            // What is wrong with one device keeps no other one here.
            do { try await body() } catch let error as ArchiveError where error.isOfOne { first = first ?? error }
        }
        try cache.sweep(at: clock.now) { try store.objectsOut() }
        // What is wrong with an object that is to go keeps none from being moved.
        func clearDue() async throws {
            let (removed, error) = try await removeDue()
            report.removed += removed
            first = first ?? error
        }
        try await clearDue()
        let due = Timestamp(milliseconds: clock.now.milliseconds - keepHot.milliseconds)
        for device in try store.devices().map(\.id) where devices?.contains(device) ?? true {
            try await caught {
                let months = try store.monthsToMove(of: device, endedBefore: due)
                if !months.isEmpty { try await expectKnown(device) }
                for month in months {
                    try Task.checkCancellation()
                    progress(device, month)
                    try await move(device, month, &report)
                }
            }
            try await between()
            // Those that late fixes were added to have another object, and the indices are brought in line.
            if try hasRemovals() { try await clearDue() }
        }
        if let first { throw first }
        return report
    }

    /// Whether an object is to be removed, or an index to be written anew, now.
    public func hasRemovals() throws -> Bool {
        let now = clock.now
        return try store.removals().contains { $0.isDue(at: now) }
    }

    /// Whether an object could not be removed, or an index not be written anew, and that is tried again later.
    func hasPutOff() throws -> Bool { try store.removals().contains(where: \.isPutOff) }

    /// Checks that this is the storage that the store's months are in, and notes that it is where there are none.
    ///
    /// - Throws: ``ArchiveError/elsewhere(former:set:)``, or `StoreError`.
    public func expectPlace() throws {
        let address = storage.address
        if try store.archivePlace() == address.place { return }
        if let former = try store.write({ try $0.settle(archive: address.place, storage: "\(address)") }) {
            throw ArchiveError.elsewhere(former: former, set: address.place)
        }
    }

    /// Checks that the storage has nothing of a device that the store does not know: this database may be an older copy,
    /// whose indices would take the place of those that tell of what came later.
    private func expectKnown(_ device: DeviceID) async throws {
        let index = ArchiveNames.index(of: device)
        guard let bytes = try await storage.get(index, limit: 16 << 20) else { return }
        let place = "\(storage.address)"
        // One that cannot be read tells of nothing, and is written anew.
        guard let told = try? DeviceIndex.read(bytes, index, storage: place, moved: clock.now) else { return }
        let known = Set(try store.monthsOut(of: device).map(\.object) + store.removals().map(\.object))
        for month in told where !known.contains(month.object) {
            // It may have been removed before the index was brought in line.
            do { _ = try await MonthCache.bytes(of: month, in: storage) } catch ArchiveError.missing { continue }
            throw ArchiveError.unknown(storage: place, object: month.object)
        }
    }

    /// Removes the objects to which nobody refers any more, and brings the indices of their devices in line; returns how
    /// many are gone.
    ///
    /// What cannot be done of one is put off for an hour, and keeps none of the others.
    ///
    /// - Throws: ``ArchiveError``, `StoreError` or `CancellationError`; what is left stays noted.
    public func clear() async throws -> Int {
        let (removed, error) = try await removeDue()
        if let error { throw error }
        return removed
    }

    /// How long what could not be removed waits until it is tried again.
    private static let holdBack = Duration.seconds(3600)

    /// The same, with what was wrong with the first one that was put off.
    private func removeDue() async throws -> (removed: Int, error: ArchiveError?) {
        var removed = 0
        try expectPlace()
        let now = clock.now
        // By the one who may write the store: somebody from whom a partition was taken removes nothing of it. Folders come
        // last: what has been removed by its name is not there any more.
        var removals = try store.write { try $0.removals() }.filter { $0.isDue(at: now) }
        removals = removals.filter { !$0.isFolder } + removals.filter(\.isFolder)
        // What is to go is not to stay here while the storage is away.
        for removal in removals { cache.forget(removal.object) }
        var first: ArchiveError?
        for removal in removals {
            try Task.checkCancellation()
            let end = Self.end(of: clock.now)
            let isIndex = removal.object == ArchiveNames.index(of: removal.device)
            guard try store.write({ try $0.take(removal, until: isIndex ? end.over : nil) }) else { continue }
            do {
                if isIndex {
                    try await bringInLine(removal, end)
                } else if removal.isFolder {
                    removed += try await clearFolder(removal)
                } else {
                    try await storage.delete(removal.object)
                    removed += 1
                    // Whoever has written it late has written an index as well.
                    if let until = removal.until, until <= now { try await bringInLine(removal, end) }
                }
            } catch let error as ArchiveError where error.isOfRemoval {
                // It stays noted, and keeps no other one.
                first = first ?? error
                try store.write { try $0.putOff(removal, until: clock.now.advanced(by: Self.holdBack)) }
                continue
            }
            try store.write { try $0.forget(removal, at: now) }
        }
        return (removed, first)
    }

    /// Has the index of a device tell of the months that the store knows; removes it where there are none.
    private func bringInLine(_ removal: ObjectRemoval, _ end: WriteEnd) async throws {
        let (device, index) = (removal.device, ArchiveNames.index(of: removal.device))
        // Of a device that was deleted nothing is to stay, whatever it is, but what it got in a later life.
        let isGone = try store.device(device) == nil
        do { try await expectKnown(device) } catch let error as ArchiveError {
            guard case .unknown = error, isGone else { throw error }
            let entries = try await storage.list(index)
            if entries.contains(where: { $0.name == index && $0.isOfLaterLife(than: removal) }) { return }
        }
        try await writeIndex(of: device, end)
    }

    /// Removes what there is of a device that was deleted: also what was never recorded.
    ///
    /// What the device has there since, which came again meanwhile, stays: before each one goes whoever may write the
    /// store is asked. That may be an older copy, so what was written after the deletion stays, too.
    private func clearFolder(_ removal: ObjectRemoval) async throws -> Int {
        let device = removal.device
        let folder = ArchiveNames.folder(of: device)
        var (removed, entries) = (0, [ObjectStorage.Entry]())
        do { entries = try await storage.list(folder) } catch let error as ArchiveError where !error.isPassing {
            // Whoever may not list moves months nevertheless.
            throw ArchiveError.unlisted(storage: "\(storage.address)", folder: folder, "\(error)")
        }
        for entry in entries where !entry.isOfLaterLife(than: removal) {
            try Task.checkCancellation()
            let isMarker = entry.name == removal.object
            guard try isMarker || store.write({ try !$0.isInUse(entry.name, of: device) }) else { continue }
            try await storage.delete(entry.name)
            removed += 1
        }
        return removed
    }

    /// When what is written is to be over.
    struct WriteEnd {
        /// From then on nothing is begun.
        let begin: Timestamp
        /// From then on nothing can come there any more of what was begun.
        let over: Timestamp
    }

    /// What is noted at a moment is begun within ten minutes, by all tries; a request is refused some time after it was signed
    /// (`RequestTimeTooSkewed`), however long a process or a network was frozen with it: by Amazon a quarter of an hour, by
    /// Garage a day.
    static func end(of time: Timestamp) -> WriteEnd {
        WriteEnd(begin: time.advanced(by: .seconds(600)), over: time.advanced(by: patience))
    }

    /// After so long nothing can come any more of what was noted.
    static let patience = ObjectRemoval.patience

    private func writeIndex(of device: DeviceID, _ end: WriteEnd, with month: MonthOut? = nil) async throws {
        var months = try store.monthsOut(of: device)
        if let month { months = months.filter { $0.month != month.month } + [month] }
        let index = ArchiveNames.index(of: device)
        if months.isEmpty { return try await storage.delete(index) }
        let text = DeviceIndex.text(device, months)
        try await storage.put(index, text, type: "application/json", while: { clock.now <= end.begin })
    }

    private func move(_ device: DeviceID, _ month: CalendarMonth, _ report: inout Report) async throws {
        let former = try store.monthsOut(of: device).first { $0.month == month }
        let (written, stamp) = try await pack(device, month, with: former)
        // A block of fixes may reach over a month that has none.
        guard stamp.fixes > 0, let first = written.first, let last = written.last else { return }
        let generation = (former?.generation ?? 0) + 1
        let object = ArchiveNames.object(of: device, month, generation: generation, token: token())
        let (fixes, sum) = (written.fixes, written.sum)
        guard let bytes = written.finish() else {
            throw ArchiveError.away(storage: "\(storage.address)", "there is no memory to pack \(object)")
        }
        try expectPlace()
        let end = Self.end(of: clock.now)
        try store.write { transaction in
            try transaction.note([object], of: device, at: clock.now, until: end.over)
            try transaction.note([ArchiveNames.index(of: device)], of: device, at: clock.now)
        }
        try await storage.put(object, bytes, type: "application/gzip", while: { clock.now <= end.begin })
        let moved = MonthOut(
            device: device, month: month, generation: generation, object: object, fixes: fixes, first: first,
            last: last, bytes: bytes.count, digest: Hex.text(Digest.sha256(bytes)), storage: "\(storage.address)",
            moved: clock.now
        )
        try await verify(moved, sum)
        try await writeIndex(of: device, end, with: moved)
        guard try store.write({ try $0.move(moved, stamp) }) else {
            // Nobody writes it any more.
            try store.write { try $0.release(object) }
            return report.changed += 1
        }
        report.months += 1
        report.fixes += fixes
        report.bytes += bytes.count
    }

    /// Packs what the store has of a month, together with what is out of it.
    private func pack(
        _ device: DeviceID, _ month: CalendarMonth, with former: MonthOut?
    ) async throws -> (MonthWriter, MonthStamp) {
        var writer = MonthWriter(device, month)
        guard let former else {
            let stamp = try store.scanStored(device, month) { fix in
                if writer.fixes.isMultiple(of: 4096) { try Task.checkCancellation() }
                writer.add(fix)
            }
            return (writer, stamp)
        }
        var late: [StoredFix] = []
        let stamp = try store.scanStored(device, month) { late.append($0) }
        guard stamp.fixes > 0 else { return (writer, stamp) }
        // Not of the cache: only the object itself is held against what was written, before it goes.
        try await MonthCache.unpacked(former, from: storage).scanMerged(late, of: device, month) { fix in
            if writer.fixes.isMultiple(of: 4096) { try Task.checkCancellation() }
            writer.add(fix)
        }
        return (writer, stamp)
    }

    /// Reads an object back: its bytes are those that were written, and the fixes in it those of the store.
    private func verify(_ month: MonthOut, _ sum: FixSum) async throws {
        let bytes = try await MonthCache.bytes(of: month, in: storage)
        var read = FixSum()
        try MonthObject.read(bytes, month.object, of: month.device, month.month) { read.add($0) }
        guard read == sum else { throw ArchiveError.differs(storage: "\(storage.address)", object: month.object) }
    }

    /// Takes a month back into the store, for as long as nothing moves it out again.
    ///
    /// - Throws: ``ArchiveError``, or `StoreError`; then it stays where it is.
    public func takeBack(_ month: MonthOut) async throws -> Bool {
        try expectPlace()
        let bytes = try await MonthCache.bytes(of: month, in: storage)
        var fixes: [StoredFix] = []
        fixes.reserveCapacity(month.fixes)
        try MonthObject.read(bytes, month.object, of: month.device, month.month) { fixes.append($0) }
        let objects = [month.object, ArchiveNames.index(of: month.device)]
        return try store.write { try $0.takeBack(month, fixes, removing: objects, at: clock.now) }
    }
}
