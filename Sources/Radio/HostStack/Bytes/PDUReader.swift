/// Reads a protocol data unit from its front, the lowest byte of a number first; past the end every read answers nil.
struct PDUReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: some Collection<UInt8>) { rest = Array(bytes)[...] }
    var count: Int { rest.count }
    var isAtEnd: Bool { rest.isEmpty }

    mutating func number<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type = Number.self) -> Number? {
        bytes(Number.bitWidth / 8).map(Number.init(littleEndianBytes:))
    }

    mutating func bytes(_ count: Int) -> [UInt8]? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func remainder() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }
}
