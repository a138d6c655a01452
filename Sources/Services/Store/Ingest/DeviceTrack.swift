import Tracking

/// The writer's view of one device: its newest fixes and the sequence numbers that have come.
struct DeviceTrack: Sendable {
    let id: Int64
    var kind: DeviceKind
    /// The blocks that were needed, those not yet written among them; together with the database they cover all
    /// times, each time once.
    private var blocks: [FixBlock] = []
    private var boots: [UInt32: ReceivedBoot] = [:]
    /// The context of the last fix, which is mostly that of the next.
    private var lastContext: (context: FixContext, id: Int64)?
    var isDirty = false
    /// The bytes that it took when it was last trimmed, as an estimate.
    private(set) var footprint = DeviceTrack.fixedFootprint
    /// Whether the database holds nothing of it but its name, so that nothing need be looked for there.
    private var isNew: Bool
    private var probe: Probe?

    init(id: Int64, kind: DeviceKind, isNew: Bool = false) {
        self.id = id
        self.kind = kind
        self.isNew = isNew
    }

    /// Notes a sequence number; false when it had come before.
    mutating func receive(_ mark: FixMark, _ database: Session) throws -> Bool {
        try load(boot: mark.boot, database)
        return boots[mark.boot]?.numbers.insert(mark.sequence) ?? false
    }

    mutating func contiguousThrough(boot: UInt32, _ database: Session) throws -> UInt32 {
        try load(boot: boot, database)
        return boots[boot]?.numbers.contiguousThrough ?? 0
    }

    private mutating func load(boot: UInt32, _ database: Session) throws {
        guard boots[boot] == nil else { return }
        boots[boot] = isNew ? ReceivedBoot() : try ReceivedBoot(device: id, boot: boot, database)
    }

    /// The context of a fix where it is that of the last one, and whether it has the keys that have no place.
    ///
    /// Changes nothing: so that it is asked in place, as all of a track is copied out of an array otherwise.
    mutating func knownContext(of fix: borrowing StoredFix) -> (id: Int64, hasKept: Bool)? {
        guard let known = lastContext?.context.isSurely(of: fix), known else { return nil }
        return lastContext.map { ($0.id, $0.context.kept != nil) }
    }

    /// The row of a context where it is that of the last fix; changes nothing, either.
    mutating func id(of context: FixContext) -> Int64? {
        guard let isLast = lastContext.map({ $0.context == context }), isLast else { return nil }
        return lastContext?.id
    }

    /// Remembers the context of the last fix.
    mutating func note(_ context: FixContext, _ id: Int64) { lastContext = (context, id) }

    /// What became of a fix.
    enum Insertion {
        case inserted
        case duplicate
        /// ``FixBlock/mostOfOneMoment`` fixes of its moment are there, it may be among them, and no more are taken.
        case crowded
    }

    /// Adds a fix; of one moment so many at most, where `isBounded`.
    mutating func insert(_ record: FixRecord, _ database: Session, isBounded: Bool = true) throws -> Insertion {
        let index = try indexOfBlock(at: record.key.time, database)
        guard let index else {
            blocks.append(FixBlock(times: .min ... .max, record))
            return .inserted
        }
        let last = blocks[index].last
        if record.key > last, record.key.time > last.time || !isBounded || !blocks[index].isCrowded {
            append(record, after: last, toBlockAt: index)
            return .inserted
        }
        if record.key == last { return .duplicate }
        switch try blocks[index].insert(record, isBounded: isBounded) {
        case .duplicate: return .duplicate
        case .inserted: return .inserted
        case .crowded: return .crowded
        case .split(let right):
            blocks.append(right)
            return .inserted
        }
    }

    /// Notes whether a fix is plausible; false when there is none of that name.
    mutating func mark(_ key: FixRecord.Key, isImplausible: Bool, _ database: Session) throws -> Bool {
        guard let index = try indexOfBlock(at: key.time, database) else { return false }
        return try blocks[index].mark(key, isImplausible: isImplausible)
    }

    /// Whether there is a fix of a time and coordinate, whatever its mark.
    mutating func holds(_ time: Timestamp, _ coordinate: Coordinate, _ database: Session) throws -> Bool {
        let (time, latitude, longitude) = (time.milliseconds, coordinate.latitudeE7, coordinate.longitudeE7)
        return try keys(around: time, database).contains {
            ($0.time, $0.latitude, $0.longitude) == (time, latitude, longitude)
        }
    }

    /// Whether there is a fix of a time, coordinate and mark.
    mutating func holds(_ key: FixRecord.Key, _ database: Session) throws -> Bool {
        try keys(around: key.time, database).contains(key)
    }

    /// The fixes of the block that a time belongs to; none when they all are older.
    private mutating func keys(around time: Int64, _ database: Session) throws -> [FixRecord.Key] {
        guard let index = try indexOfBlock(at: time, database), time <= blocks[index].last.time else { return [] }
        // Files are mostly in order, so the next question is mostly about the same block.
        if probe?.bytes != blocks[index].bytes { probe = try Probe(blocks[index]) }
        return probe?.keys ?? []
    }

    /// The fixes of a block that was asked about.
    private struct Probe {
        let bytes: [UInt8]
        let keys: [FixRecord.Key]

        init(_ block: FixBlock) throws {
            bytes = block.bytes
            keys = try FixBlock.records(block.bytes, first: block.first).map(\.key)
        }
    }

    private mutating func append(_ record: FixRecord, after last: FixRecord.Key, toBlockAt index: Int) {
        let times = blocks[index].times
        // Fixes of the same millisecond stay in one block.
        guard blocks[index].isFull, record.key.time > last.time else { return blocks[index].append(record) }
        blocks[index].times = times.lowerBound...(record.key.time - 1)
        blocks.append(FixBlock(times: record.key.time...times.upperBound, record))
    }

    /// The index of the block that a time belongs to; nil when the device has none at all.
    private mutating func indexOfBlock(at time: Int64, _ database: Session) throws -> Int? {
        if let index = blocks.lastIndex(where: { $0.times.contains(time) }) { return index }
        guard !isNew, let block = try FixBlock.stored(device: id, at: time, database) else { return nil }
        blocks.append(block)
        return blocks.count - 1
    }

    mutating func flush(_ database: Session) throws {
        isNew = false
        for index in blocks.indices where blocks[index].isDirty { try blocks[index].write(device: id, database) }
        // By index, because a loop over the keys holds the dictionary, and the first change would copy it.
        var index = boots.startIndex
        while index < boots.endIndex {
            let boot = boots.keys[index]
            try boots.values[index].write(device: id, boot: boot, database)
            boots.formIndex(after: &index)
        }
    }

    /// Writes the blocks to which no more fixes come, so that memory holds but the newest.
    mutating func writeEarlier(_ database: Session) throws {
        guard blocks.count > 1 else { return }
        isNew = false
        for index in blocks.indices where blocks[index].isDirty { try blocks[index].write(device: id, database) }
        blocks.removeAll { $0.times.upperBound != .max }
    }

    /// Forgets the blocks, all written before, as their rows are about to change.
    mutating func forgetBlocks() { blocks = [] }

    /// Keeps, after a commit, the block that the next fix will go to and a few boots.
    ///
    /// - Returns: By how many bytes its footprint has grown since the last time.
    mutating func trim() -> Int {
        isDirty = false
        probe = nil
        if blocks.count > 1 { blocks.removeAll { $0.times.upperBound != .max } }
        if boots.count > 4 { boots.removeAll() }
        let before = footprint
        footprint = Self.fixedFootprint
        for block in blocks { footprint += block.bytes.capacity }
        for boot in boots.values { footprint += boot.footprint }
        return footprint - before
    }

    /// Bytes of one with a short block and a boot that came in order: itself, its name, and the heads of its arrays.
    private static let fixedFootprint = 640
}
