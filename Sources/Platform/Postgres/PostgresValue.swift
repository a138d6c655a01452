/// A parameter of a statement.
public enum PostgresValue: Hashable, Sendable {
    case null
    case number(Int64)
    case real(Double)
    /// A text; a NUL character in it, which PostgreSQL cannot store, becomes U+FFFD.
    case text(String)
    case bytes([UInt8])
    /// An array of one dimension, for a parameter such as `?::bigint[]`.
    indirect case array([PostgresValue])
}

/// The types in which values travel, by their numbers in the catalogue `pg_type`.
enum PostgresType {
    static let boolean: UInt32 = 16
    static let bytes: UInt32 = 17
    static let int8: UInt32 = 20
    static let int2: UInt32 = 21
    static let int4: UInt32 = 23
    static let text: UInt32 = 25
    static let float4: UInt32 = 700
    static let float8: UInt32 = 701

    /// The type of the elements of an array's type; nil for one that is not known.
    static func element(of array: UInt32) -> UInt32? {
        switch array {
        case 1000: boolean
        case 1001: bytes
        case 1005: int2
        case 1007: int4
        case 1009: text
        case 1016: int8
        case 1021: float4
        case 1022: float8
        default: nil
        }
    }
}

extension PostgresValue {
    /// The value in the binary form of a parameter's type; nil for NULL.
    ///
    /// Numbers are in network order (PostgreSQL's manual, "Message Data Types", and the `send` functions of the types).
    func encoded(as type: UInt32) -> [UInt8]? {
        switch self {
        case .null: nil
        case .number(let number): Self.encode(number, as: type)
        case .real(let number):
            type == PostgresType.float4
                ? Self.bigEndian(Float(number).bitPattern) : Self.bigEndian(number.bitPattern)
        case .text(let text):
            text.utf8.contains(0)
                ? Array(text.replacing("\0", with: "\u{FFFD}").utf8) : Array(text.utf8)
        case .bytes(let bytes): bytes
        case .array(let values): Self.encode(values, as: PostgresType.element(of: type) ?? PostgresType.text)
        }
    }

    /// As `array_recv` reads it: dimensions, whether there is a NULL, the type, how many, and where counting begins; then
    /// each with its length, -1 for NULL.
    private static func encode(_ values: [PostgresValue], as type: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        let hasNull = values.contains(.null)
        for number in [1, hasNull ? 1 : 0, Int32(bitPattern: type), Int32(values.count), 1] {
            bytes += bigEndian(number)
        }
        for value in values {
            guard let encoded = value.encoded(as: type) else {
                bytes += bigEndian(-1 as Int32)
                continue
            }
            bytes += bigEndian(Int32(encoded.count))
            bytes += encoded
        }
        return bytes
    }

    private static func encode(_ number: Int64, as type: UInt32) -> [UInt8] {
        switch type {
        case PostgresType.boolean: [number == 0 ? 0 : 1]
        case PostgresType.int2: bigEndian(Int16(clamping: number))
        case PostgresType.int4: bigEndian(Int32(clamping: number))
        case PostgresType.float4: bigEndian(Float(number).bitPattern)
        case PostgresType.float8: bigEndian(Double(number).bitPattern)
        default: bigEndian(number)
        }
    }

    private static func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        unsafe withUnsafeBytes(of: number.bigEndian) { unsafe Array($0) }
    }
}
