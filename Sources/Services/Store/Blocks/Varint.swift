/// Integers in as few bytes as they need: seven bits a byte, lowest first, the high bit set on all but the last.
extension [UInt8] {
    mutating func append(varint value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    /// Appends a number of either sign, small ones of both in one byte (zigzag).
    mutating func append(signed value: Int64) { append(varint: UInt64(bitPattern: (value << 1) ^ (value >> 63))) }
}

/// Reads back what was appended.
struct VarintReader {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }
    var isAtEnd: Bool { offset == bytes.count }

    mutating func unsigned() throws(Damage) -> UInt64 {
        var value = UInt64(0)
        var shift = UInt64(0)
        while offset < bytes.count, shift < 64 {
            let byte = bytes[offset]
            offset += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw Damage(detail: "a block of fixes ends within a number")
    }

    mutating func signed() throws(Damage) -> Int64 {
        let value = try unsigned()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }
}
