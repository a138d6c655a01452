/// A run of one device's fixes, packed: a row of `fix_blocks`.
struct FixBlock: Sendable {
    /// Fixes in a full block: 64 keep the block below a quarter of a page, and reading one below 5 µs.
    static let capacity = 64

    /// Fixes of one millisecond that a block has at most.
    ///
    /// They stay together in it, and each that does not come last reads and writes all of it: so many cost some times
    /// what they do in full blocks, and not more the more there are.
    static let mostOfOneMoment = 1000

    /// The row; nil before the block was first written.
    var id: Int64?
    /// The times whose fixes belong here: from the first fix (for a device's first block: from ever) to before the
    /// next block.
    var times: ClosedRange<Int64>
    private(set) var first: Int64
    private(set) var count = 0
    private(set) var bytes: [UInt8] = []
    private var coder: FixCoder
    /// Whether the row differs from this block, and whether its `first_ms` does.
    var isDirty = false
    var isMoved = false

    init(times: ClosedRange<Int64>, _ record: FixRecord) { self.init(times: times, [record][...]) }

    /// A block of some fixes, in order; with a row, or without.
    init(id: Int64? = nil, times: ClosedRange<Int64>, _ records: ArraySlice<FixRecord>) {
        self.id = id
        self.times = times
        first = records.first?.key.time ?? times.lowerBound
        coder = FixCoder(first: first)
        for record in records { append(record) }
    }

    init(id: Int64, times: ClosedRange<Int64>, first: Int64, bytes: [UInt8]) throws(Damage) {
        self.id = id
        self.times = times
        self.first = first
        self.bytes = bytes
        coder = FixCoder(first: first)
        var reader = VarintReader(bytes)
        while !reader.isAtEnd {
            _ = try coder.unpack(from: &reader)
            count += 1
        }
        guard count > 0 else { throw Damage(detail: "a block of fixes is empty") }
    }

    var last: FixRecord.Key { coder.last.key }
    var isFull: Bool { count >= Self.capacity }
    /// Whether it cannot have one more, even of its last moment.
    var isCrowded: Bool { count >= Self.mostOfOneMoment }

    static func records(_ bytes: [UInt8], first: Int64) throws(Damage) -> [FixRecord] {
        var coder = FixCoder(first: first)
        var reader = VarintReader(bytes)
        var records: [FixRecord] = []
        records.reserveCapacity(capacity)
        while !reader.isAtEnd { records.append(try coder.unpack(from: &reader)) }
        return records
    }

    /// Adds a fix that comes after the last one.
    mutating func append(_ record: FixRecord) {
        coder.pack(record, into: &bytes)
        count += 1
        isDirty = true
    }
}

extension FixBlock {
    enum Insertion {
        case duplicate
        case inserted
        /// The block has ``mostOfOneMoment``, and all are of this one, which may be among them; nothing has changed.
        case crowded
        /// The block was full; its later half is a new block.
        case split(FixBlock)
    }

    mutating func insert(_ record: FixRecord, isBounded: Bool = true) throws(Damage) -> Insertion {
        // Without looking for it: reading so many costs more than anybody's storing.
        if isBounded, isCrowded, (first, last.time) == (record.key.time, record.key.time) { return .crowded }
        var records = try Self.records(bytes, first: first)
        let place = records.firstIndex { $0.key >= record.key } ?? records.endIndex
        if place < records.endIndex, records[place].key == record.key { return .duplicate }
        records.insert(record, at: place)
        guard records.count > Self.capacity, let cut = Self.cut(records) else {
            replace(records[...])
            return .inserted
        }
        replace(records[..<cut])
        let start = records[cut].key.time
        let right = FixBlock(times: start...times.upperBound, records[cut...])
        times = times.lowerBound...(start - 1)
        return .split(right)
    }

    /// Notes whether a fix is plausible; false when there is none of that name.
    mutating func mark(_ key: FixRecord.Key, isImplausible: Bool) throws(Damage) -> Bool {
        var records = try Self.records(bytes, first: first)
        guard let place = records.firstIndex(where: { $0.key == key }) else { return false }
        records[place].isImplausible = isImplausible
        replace(records[...])
        return true
    }

    private mutating func replace(_ records: ArraySlice<FixRecord>) {
        let new = FixBlock(times: times, records)
        isMoved = isMoved || new.first != first
        first = new.first
        count = new.count
        bytes = new.bytes
        coder = new.coder
        isDirty = true
    }

    /// Where to halve, as fixes of the same millisecond stay together; nil when all are of the same.
    private static func cut(_ records: [FixRecord]) -> Int? {
        let middle = records.count / 2
        return records.indices.dropFirst()
            .filter { records[$0].key.time != records[$0 - 1].key.time }
            .min { abs($0 - middle) < abs($1 - middle) }
    }
}
