public import Tracking

/// A batch that is being written; see ``Store/write(_:)``.
public struct StoreTransaction: ~Copyable {
    let database: Session
    /// Whether what is gathered stays in memory until somebody asks for it.
    public let isBehind: Bool
    private(set) var cache: IngestCache
    private var counts: [Counter: Int] = [:]
    /// How many messages the batch has refused so far.
    public internal(set) var refused = 0
    /// How many fixes of the batch were not stored, as ``mostOfOneMoment`` of their device were there.
    public private(set) var crowded = 0
    /// Why a fix could not be written: then the batch must not be committed, even if its author goes on.
    private var failure: (any Error)?

    init(_ database: Session, cache: IngestCache, isBehind: Bool = false) {
        self.database = database
        self.isBehind = isBehind
        self.cache = cache
    }

    /// Adds to a counter, in the same transaction.
    public mutating func count(_ counter: Counter, by amount: Int = 1) {
        if amount == 0 { return }
        counts[counter, default: 0] += amount
    }

    /// What the batch has added to a counter so far.
    public func counted(_ counter: Counter) -> Int { counts[counter] ?? 0 }

    /// The row of a device, made if there is none.
    ///
    /// A phone becomes a tracker when it is seen to be one, never the other way. `time` is when it is heard of.
    @discardableResult
    public mutating func device(for id: DeviceID, kind: DeviceKind = .phone, at time: Timestamp) throws -> Int64 {
        let index = try track(of: id, kind: kind, at: time)
        return cache.tracks[index].id
    }

    /// Whether there is a device.
    public mutating func knows(_ device: DeviceID) throws -> Bool { try knownTrack(of: device) != nil }

    /// How many fixes of one millisecond a device may have.
    public static var mostOfOneMoment: Int { FixBlock.mostOfOneMoment }

    /// Stores a fix; false, and counted, when it is there already, or of before the time from which fixes are kept, or
    /// when ``mostOfOneMoment`` of its device are there.
    ///
    /// One that is not stored for that counts as come: its tracker need not send it again.
    ///
    /// A fix with a mark is the same as another of its mark, whatever else it says. One without is the same as one of
    /// its device, time and coordinate.
    public mutating func insert(_ fix: StoredFix, notBefore start: Timestamp? = nil) throws -> Bool {
        do {
            if let start, fix.fix.time < start { return try pass(fix) }
            let insertion = try insertNew(fix)
            switch insertion {
            case .inserted: count(.stored)
            case .duplicate: count(.duplicates)
            case .crowded: crowded += 1
            }
            return insertion == .inserted
        } catch {
            failure = error
            throw error
        }
    }

    /// Stores a fix out of a file; false, and counted apart, when its device has one of that time and coordinate, or of
    /// its mark.
    ///
    /// Unlike ``insert(_:)``, which trusts marks first: a file may not tell them. `now` is when a device that is new is
    /// heard of.
    public mutating func insertRecorded(_ fix: StoredFix, at now: Timestamp) throws -> Bool {
        do {
            let index = try track(of: fix.device, kind: fix.mark == nil ? .phone : .tracker, at: now)
            let isKnown = try cache.tracks[index].holds(fix.fix.time, fix.fix.coordinate, database)
            let isNew = try !isKnown && insertNew(fix) == .inserted
            count(isNew ? .imported : .importedDuplicates)
            return isNew
        } catch {
            failure = error
            throw error
        }
    }

    /// Writes to the database what has gathered in memory, within the transaction: for a batch of any size.
    public mutating func relieve() throws {
        do {
            for index in cache.dirty { try cache.tracks[index].flush(database) }
            cache.trimDirty()
        } catch {
            failure = error
            throw error
        }
    }

    /// Puts a fix back that was stored before, and was taken out, without counting it or noting that it came.
    ///
    /// However many of its moment there are: what was stored in parts may be more than comes at once.
    public mutating func restore(_ fix: StoredFix) throws {
        do {
            let mark = fix.mark ?? .none
            let index = try track(of: fix.device, kind: mark == .none ? .phone : .tracker, at: fix.received)
            touch(index)
            _ = try place(fix, at: index, isBounded: false)
        } catch {
            failure = error
            throw error
        }
    }

    /// Notes that a fix has come that is not to be stored; false when it had come before.
    public mutating func receive(_ mark: FixMark, of device: DeviceID, at time: Timestamp) throws -> Bool {
        do {
            let index = try track(of: device, kind: .tracker, at: time)
            touch(index)
            return try cache.tracks[index].receive(mark, database)
        } catch {
            failure = error
            throw error
        }
    }

    /// Whether a fix of that time, coordinate and mark is stored.
    public mutating func holds(_ fix: Fix, _ mark: FixMark?, of device: DeviceID) throws -> Bool {
        do {
            guard let index = try knownTrack(of: device) else { return false }
            touch(index)
            return try cache.tracks[index].holds(FixRecord.Key(fix, mark), database)
        } catch {
            failure = error
            throw error
        }
    }

    /// Notes of a stored fix whether something could have come there so fast; false when there is no such fix.
    @discardableResult
    public mutating func mark(_ fix: Fix, _ mark: FixMark?, of device: DeviceID, isImplausible: Bool) throws -> Bool {
        do {
            guard let index = try knownTrack(of: device) else { return false }
            touch(index)
            let key = FixRecord.Key(fix, mark)
            return try cache.tracks[index].mark(key, isImplausible: isImplausible, database)
        } catch {
            failure = error
            throw error
        }
    }

    /// The highest n such that the fixes 1 to n of a boot are stored; 0 when the first is missing.
    ///
    /// It may be told to the tracker once the transaction is committed.
    public mutating func contiguousThrough(_ device: DeviceID, boot: UInt32) throws -> UInt32 {
        guard let index = try knownTrack(of: device) else { return 0 }
        return try cache.tracks[index].contiguousThrough(boot: boot, database)
    }
}

extension StoreTransaction {
    private mutating func pass(_ fix: StoredFix) throws -> Bool {
        if let mark = fix.mark, mark != .none, try !receive(mark, of: fix.device, at: fix.received) {
            count(.duplicates)
        } else {
            count(.outdated)
        }
        return false
    }

    private mutating func insertNew(_ fix: StoredFix) throws -> DeviceTrack.Insertion {
        let mark = fix.mark ?? .none
        let kind = mark == .none ? DeviceKind.phone : .tracker
        let index = try track(of: fix.device, kind: kind, at: fix.received)
        touch(index)
        if mark != .none, try !cache.tracks[index].receive(mark, database) { return .duplicate }
        return try place(fix, at: index)
    }

    /// Stores a fix where its track has none like it.
    private mutating func place(
        _ fix: StoredFix, at index: Int, isBounded: Bool = true
    ) throws -> DeviceTrack.Insertion {
        let isWordy = fix.extra?.count ?? 0 > StoredFix.longestExtra
        if isWordy { count(.wordless) }
        let context = try context(of: fix, trackAt: index)
        let hasExtra = fix.extra != nil && !isWordy && !context.hasKept
        let record = FixRecord(fix, context: context.id, hasExtra: hasExtra)
        let insertion = try cache.tracks[index].insert(record, database, isBounded: isBounded)
        if isBehind { try cache.tracks[index].writeEarlier(database) }
        if insertion == .inserted, hasExtra, let extra = fix.extra {
            let extra = FixExtra(device: cache.tracks[index].id, key: record.key, json: extra)
            if isBehind { postpone { $0.keep(extra) } } else { try extra.write(database) }
        }
        return insertion
    }

    private mutating func touch(_ index: Int) {
        if cache.tracks[index].isDirty { return }
        cache.tracks[index].isDirty = true
        cache.dirty.append(index)
    }

    /// The context of a fix, and whether it has the keys that have no place.
    private mutating func context(of fix: StoredFix, trackAt index: Int) throws -> (id: Int64, hasKept: Bool) {
        if let last = cache.tracks[index].knownContext(of: fix) { return last }
        return try newContext(of: fix, trackAt: index)
    }

    /// The same of one that may be another than that of the fix before.
    private mutating func newContext(of fix: StoredFix, trackAt index: Int) throws -> (id: Int64, hasKept: Bool) {
        var context = FixContext(fix)
        if let id = cache.tracks[index].id(of: context) { return (id, context.kept != nil) }
        if cache.contexts.isEmpty { try loadContexts() }
        if cache.contexts.count >= FixContext.mostWithKept, cache.contexts[context] == nil { context.kept = nil }
        let id = try row(of: context)
        cache.tracks[index].note(context, id)
        return (id, context.kept != nil)
    }

    private mutating func row(of context: FixContext) throws -> Int64 {
        if let id = cache.contexts[context] { return id }
        if cache.contexts.count >= FixContext.most, context != .none {
            count(.wordless)
            return try row(of: .none)
        }
        let sql = """
            INSERT INTO fix_contexts (mode, source, "trigger", connection, gateway, kept) VALUES (?, ?, ?, ?, ?, ?)
            """
        // Another one that writes at the same time may have made it since.
        if database.isShared, let id = try row(sharing: context, sql) { return id }
        let id = try database.insert(sql, context.arguments)
        cache.contexts[context] = id
        return id
    }

    /// The number of a context that two may make at the same time.
    private mutating func row(sharing context: FixContext, _ sql: String) throws -> Int64? {
        let made: Int64? = try database.value("\(sql) ON CONFLICT DO NOTHING RETURNING id", context.arguments)
        if made == nil { try loadContexts() } else { cache.contexts[context] = made }
        return cache.contexts[context]
    }

    private mutating func loadContexts() throws {
        let rows = try database.cursor("SELECT \(FixContext.columns) FROM fix_contexts")
        while let row = try rows.next() { cache.contexts[try FixContext(row: row)] = row[0] as Int64 }
    }
}

extension StoreTransaction {
    /// The index of a device's track, made if there is none.
    mutating func track(of id: DeviceID, kind: DeviceKind, at time: Timestamp) throws -> Int {
        guard let index = try knownTrack(of: id) else { return try makeTrack(of: id, kind: kind, at: time) }
        if kind == .tracker, cache.tracks[index].kind == .phone {
            try database.execute("UPDATE devices SET kind = 'tracker' WHERE id = ?", [cache.tracks[index].id])
            cache.tracks[index].kind = .tracker
        }
        return index
    }

    /// The index of a device's track; nil when the store does not know the device.
    private mutating func knownTrack(of id: DeviceID) throws -> Int? {
        if let index = cache.index(of: id) { return index }
        let find = try database.statement("SELECT id, kind FROM devices WHERE owner = ? AND device = ?")
        let found = try find.first([.text(id.owner.text), .text(id.device.text)]) { row in
            guard let kind = DeviceKind(rawValue: row.text(at: 1)) else {
                throw Damage(detail: "\(id) is of no known kind")
            }
            return DeviceTrack(id: row.number(at: 0), kind: kind)
        }
        return found.map { cache.add($0, of: id) }
    }

    /// The row of a device whose fixes are all in the database, and none in the cache, so that rows can be changed;
    /// nil when the store does not know the device.
    mutating func writtenRow(of id: DeviceID) throws -> Int64? {
        try catchUp()
        guard let index = try knownTrack(of: id) else { return nil }
        try cache.tracks[index].flush(database)
        cache.tracks[index].forgetBlocks()
        return cache.tracks[index].id
    }

    /// Forgets what is remembered between batches, as the rows behind it have changed.
    mutating func forgetAll() { cache = IngestCache() }

    private mutating func makeTrack(of id: DeviceID, kind: DeviceKind, at time: Timestamp) throws -> Int {
        let row = try database.insert(
            "INSERT INTO devices (owner, device, kind, created_ms) VALUES (?, ?, ?, ?)",
            id.arguments + [kind.rawValue, time.milliseconds]
        )
        return cache.add(DeviceTrack(id: row, kind: kind, isNew: true), of: id)
    }

    /// Notes a refused message that has just been written; returns the number of one that goes in return, nil while
    /// there is room.
    mutating func shareQuarantine(_ id: Int64, _ topic: String) throws -> Int64? {
        // Taken out, so that it is changed in place.
        var shares = try cache.quarantine.take() ?? quarantine(before: id)
        let loser = shares.add(id, topic, room: QuarantineRow.most)
        cache.quarantine = shares
        return loser
    }

    /// Refused messages were removed: what is remembered of them holds no more.
    mutating func forgetQuarantine() { cache.quarantine = nil }

    private func quarantine(before id: Int64) throws -> QuarantineShares {
        var shares = QuarantineShares()
        let sql = "SELECT id, topic FROM quarantine WHERE id < ? ORDER BY id"
        let rows = try database.cursor(sql, [id])
        while let row = try rows.next() { _ = shares.add(row[0], row[1], room: .max) }
        return shares
    }

    mutating func forgetTrack(of id: DeviceID) { cache.remove(id) }
}

extension StoreTransaction {
    /// Writes what the batch has gathered in memory.
    mutating func flush() throws {
        if let failure { throw failure }
        for index in cache.dirty { try cache.tracks[index].flush(database) }
        try cache.behind.write(database)
        try WriteBehind.write(counts, database)
    }

    /// The cache with all that the batch has gathered, of a store that writes behind.
    ///
    /// - Throws: What one of its fixes could not be taken in for.
    consuming func cacheBehind() throws -> IngestCache {
        if let failure { throw failure }
        cache.behind.count(counts)
        if cache.behind.isFull { try cache.behind.writeExtras(database) }
        cache.endBatch()
        return cache
    }

    /// Holds something for when somebody asks for it.
    mutating func postpone(_ body: (inout WriteBehind) -> Void) { body(&cache.behind) }

    /// Writes what was not written yet, before rows are changed that it may concern.
    mutating func catchUp() throws {
        guard isBehind else { return }
        for index in cache.dirty { try cache.tracks[index].flush(database) }
        cache.trimDirty()
        try cache.behind.write(database)
    }

    /// The cache as it agrees with the commit.
    consuming func settledCache() -> IngestCache {
        cache.trim()
        return cache
    }
}
