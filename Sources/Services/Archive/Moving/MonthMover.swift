import Cryptography
public import Store
public import Tracking

/// Moves months of a store out to an object storage, and back.
///
/// The steps are in an order in which an end at any moment loses nothing and doubles nothing: what is to be written is
/// noted, the object is written and read back, the index is written, and one transaction records the month and drops the
/// rows. What was noted and never recorded goes with the next ``clear()``.
public struct MonthMover: Sendable {
    let store: Store
    let storage: ObjectStorage
    private let cache: MonthCache
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
    public func sweep(
        of devices: Set<DeviceID>? = nil, progress: (DeviceID, CalendarMonth) -> Void = { _, _ in }
    ) async throws -> Report {
        var report = Report()
        report.removed = try await clear()
        let due = Timestamp(milliseconds: clock.now.milliseconds - keepHot.milliseconds)
        var first: ArchiveError?
        for device in try store.devices().map(\.id) where devices?.contains(device) ?? true {
            do {
                let months = try store.monthsToMove(of: device, endedBefore: due)
                if !months.isEmpty { try await expectKnown(device) }
                for month in months {
                    try Task.checkCancellation()
                    progress(device, month)
                    try await move(device, month, &report)
                }
            } catch let error as ArchiveError where error.isOfOne {
                // What is wrong with one device keeps no other one here.
                first = first ?? error
            }
        }
        // Those that late fixes were added to have another object, and the indices are brought in line.
        report.removed += try await clear()
        if let first { throw first }
        return report
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
    /// - Throws: ``ArchiveError``, `StoreError` or `CancellationError`; what is left stays noted.
    public func clear() async throws -> Int {
        var removed = 0
        // By the one who may write the store: somebody from whom a partition was taken removes nothing of it.
        let removals = try store.write { try $0.removals() }
        // What is to go is not to stay here while the storage is away.
        for removal in removals { cache.forget(removal.object) }
        var first: ArchiveError?
        for removal in removals {
            try Task.checkCancellation()
            guard try store.write({ try $0.take(removal) }) else { continue }
            do {
                if removal.object == ArchiveNames.index(of: removal.device) {
                    if try !store.monthsOut(of: removal.device).isEmpty { try await expectKnown(removal.device) }
                    try await writeIndex(of: removal.device)
                } else {
                    try await storage.delete(removal.object)
                    removed += 1
                }
            } catch let error as ArchiveError where error.isOfOne {
                // It stays noted, and keeps no other one.
                first = first ?? error
                continue
            }
            try store.write { try $0.forget(removal) }
        }
        if let first { throw first }
        return removed
    }

    private func writeIndex(of device: DeviceID, with month: MonthOut? = nil) async throws {
        var months = try store.monthsOut(of: device)
        if let month { months = months.filter { $0.month != month.month } + [month] }
        let index = ArchiveNames.index(of: device)
        if months.isEmpty { return try await storage.delete(index) }
        try await storage.put(index, DeviceIndex.text(device, months), type: "application/json")
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
        try store.write { try $0.note([object, ArchiveNames.index(of: device)], of: device, at: clock.now) }
        try await storage.put(object, bytes, type: "application/gzip")
        let moved = MonthOut(
            device: device, month: month, generation: generation, object: object, fixes: fixes, first: first,
            last: last, bytes: bytes.count, digest: Hex.text(Digest.sha256(bytes)), storage: "\(storage.address)",
            moved: clock.now
        )
        try await verify(moved, sum)
        try await writeIndex(of: device, with: moved)
        guard try store.write({ try $0.move(moved, stamp) }) else { return report.changed += 1 }
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
        try await cache.fetch(former).scanMerged(late, of: device, month) { fix in
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
        let bytes = try await MonthCache.bytes(of: month, in: storage)
        var fixes: [StoredFix] = []
        fixes.reserveCapacity(month.fixes)
        try MonthObject.read(bytes, month.object, of: month.device, month.month) { fixes.append($0) }
        let objects = [month.object, ArchiveNames.index(of: month.device)]
        return try store.write { try $0.takeBack(month, fixes, removing: objects, at: clock.now) }
    }
}
