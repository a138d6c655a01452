/// The sequence numbers of one boot, and the rows of `received` that mirror them.
struct ReceivedBoot: Sendable {
    var numbers = SequenceSet()
    private var stored: [ClosedRange<UInt32>] = []

    /// The bytes of its ranges, of which there are mostly one copy.
    var footprint: Int { numbers.ranges.capacity * MemoryLayout<ClosedRange<UInt32>>.stride }

    /// Of which nothing has come.
    init() {}

    init(device: Int64, boot: UInt32, _ database: Session) throws {
        let statement = try database.statement(
            "SELECT first, last FROM received WHERE device_id = ? AND boot = ? ORDER BY first"
        )
        var stored: [ClosedRange<UInt32>] = []
        try statement.forEachRow([.number(device), .number(Int64(boot))]) { row in
            stored.append(try Self.range(row.number(at: 0), row.number(at: 1), device: device))
        }
        self.stored = stored
        guard let numbers = SequenceSet(ranges: stored) else {
            throw Damage(detail: "received ranges of device \(device) overlap")
        }
        self.numbers = numbers
    }

    private static func range(_ first: Int64, _ last: Int64, device: Int64) throws -> ClosedRange<UInt32> {
        guard let first = UInt32(exactly: first), let last = UInt32(exactly: last), first <= last else {
            throw Damage(detail: "a received range of device \(device) is none")
        }
        return first...last
    }

    /// Writes the ranges that differ from the rows.
    mutating func write(device: Int64, boot: UInt32, _ database: Session) throws {
        guard numbers.ranges != stored else { return }
        if let last = numbers.ranges.last, isOnlyLonger(last) {
            try Self.write(last, device, boot, database)
        } else {
            try replaceRanges(device, boot, database)
        }
        stored = numbers.ranges
    }

    /// Whether nothing but the end of the last range differs, as it mostly is.
    private func isOnlyLonger(_ last: ClosedRange<UInt32>) -> Bool {
        numbers.ranges.count == stored.count && last.lowerBound == stored.last?.lowerBound
            && numbers.ranges.dropLast() == stored.dropLast()
    }

    private func replaceRanges(_ device: Int64, _ boot: UInt32, _ database: Session) throws {
        let old = Dictionary(uniqueKeysWithValues: stored.map { ($0.lowerBound, $0.upperBound) })
        let starts = Set(numbers.ranges.map(\.lowerBound))
        for first in old.keys where !starts.contains(first) {
            try database.statement(
                "DELETE FROM received WHERE device_id = ? AND boot = ? AND first = ?"
            ).execute([device, Int64(boot), Int64(first)])
        }
        for range in numbers.ranges where old[range.lowerBound] != range.upperBound {
            try Self.write(range, device, boot, database)
        }
    }

    private static func write(
        _ range: ClosedRange<UInt32>, _ device: Int64, _ boot: UInt32, _ database: Session
    ) throws {
        try database.statement(
            """
            INSERT INTO received (device_id, boot, first, last) VALUES (?, ?, ?, ?)
            ON CONFLICT (device_id, boot, first) DO UPDATE SET last = excluded.last
            """
        ).upsert([device, Int64(boot), Int64(range.lowerBound), Int64(range.upperBound)], key: 3)
    }
}
