/// A value on D-Bus.
public enum BusValue: Hashable, Sendable {
    case byte(UInt8), bool(Bool)
    case int16(Int16), uint16(UInt16), int32(Int32), uint32(UInt32), int64(Int64), uint64(UInt64)
    case double(Double)
    case string(String), path(ObjectPath), signature(String)
    /// An array of bytes, `ay`.
    case bytes([UInt8])
    /// An array of anything but bytes and dictionary entries, with the signature of its elements.
    case array(of: String, [BusValue])
    case dictionary(BusDictionary)
    case structure([BusValue])
    indirect case variant(BusValue)

    /// The type in D-Bus's notation, such as `a{sv}`.
    public var signature: String {
        switch self {
        case .byte: "y"
        case .bool: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .signature: "g"
        case .bytes: "ay"
        case .array(let element, _): "a" + element
        case .dictionary(let dictionary): dictionary.signature
        case .structure(let fields): "(" + fields.signature + ")"
        case .variant: "v"
        }
    }

    /// An array of strings, `as`.
    public static func strings(_ texts: [String]) -> Self { .array(of: "s", texts.map { .string($0) }) }

    /// An array of object paths, `ao`.
    public static func paths(_ paths: [ObjectPath]) -> Self { .array(of: "o", paths.map { .path($0) }) }

    /// A dictionary of named values, `a{sv}`, ordered by name; those that are not variants are wrapped in one.
    public static func properties(_ values: [String: BusValue]) -> Self { .dictionary(BusDictionary(values)) }
}

extension [BusValue] {
    /// The types, one after another, as a message's signature has them.
    public var signature: String { map(\.signature).joined() }
}

extension BusValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}
