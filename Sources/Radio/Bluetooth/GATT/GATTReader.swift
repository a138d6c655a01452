/// Reads the bytes of a value from the front.
struct GATTReader {
    /// The format of all values of the Tagalong service.
    static let format: UInt8 = 1
    /// The last moment of the year 9999, in milliseconds; what is later is no time.
    static let lastTime: Int64 = 253_402_300_799_999

    let value: String
    private let bytes: [UInt8]
    private var offset = 0

    /// - Throws: ``GATTValueError`` when there are more bytes than a value may have.
    init(_ value: String, _ bytes: [UInt8]) throws(GATTValueError) {
        (self.value, self.bytes) = (value, bytes)
        guard bytes.count <= GATTValueError.longestValue else {
            throw refusal("length", "at most \(GATTValueError.longestValue) bytes", bytes.count)
        }
    }

    /// A value of the Tagalong service, which begins with its format.
    init(versioned value: String, _ bytes: [UInt8]) throws(GATTValueError) {
        try self.init(value, bytes)
        let format = try integer("format", UInt8.self)
        guard format == Self.format else { throw refusal("format", "\(Self.format)", format) }
    }

    var remaining: Int { bytes.count - offset }

    func refusal(_ field: String, _ expected: String, _ found: (some Any)?) -> GATTValueError {
        GATTValueError(value, field: field, expected: expected, found: found.map { "\($0)" })
    }

    mutating func bytes(_ field: String, count: Int) throws(GATTValueError) -> [UInt8] {
        guard remaining >= count else {
            throw refusal(field, count == 1 ? "1 byte" : "\(count) bytes", remaining == 0 ? nil : remaining)
        }
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }

    mutating func integer<Number: FixedWidthInteger>(
        _ field: String, _ type: Number.Type
    ) throws(GATTValueError) -> Number {
        let taken = try bytes(field, count: Number.bitWidth / 8)
        return taken.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    mutating func integer<Number: FixedWidthInteger>(
        _ field: String, _ range: ClosedRange<Number>
    ) throws(GATTValueError) -> Number {
        let number = try integer(field, Number.self)
        guard range.contains(number) else {
            throw refusal(field, "a number from \(range.lowerBound) to \(range.upperBound)", number)
        }
        return number
    }

    mutating func unsigned24(_ field: String) throws(GATTValueError) -> Int32 {
        try bytes(field, count: 3).reversed().reduce(0) { $0 << 8 | Int32($1) }
    }

    mutating func signed24(_ field: String) throws(GATTValueError) -> Int32 {
        let number = try unsigned24(field)
        return number < 1 << 23 ? number : number - 1 << 24
    }
}
