/// Something that is the value of a GATT characteristic.
///
/// Layouts: docs/protocol.md. Numbers are little-endian. Readers ignore bytes behind those they know.
public protocol GATTValue {
    /// Reads the bytes of a characteristic.
    init(gattValue bytes: [UInt8]) throws(GATTValueError)

    /// The bytes of the characteristic, at most 512.
    var gattValue: [UInt8] { get }
}

/// Why the value of a characteristic was refused, in one sentence.
public struct GATTValueError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which value.
    public let value: String
    /// Which part of it.
    public let field: String
    /// What should have been there, as a noun phrase.
    public let expected: String
    /// What was there instead; nil when there was nothing.
    public let found: String?

    public init(_ value: String, field: String, expected: String, found: String? = nil) {
        self.value = value
        self.field = field
        self.expected = expected
        self.found = found
    }

    public var description: String {
        "\(field) of the \(value): \(expected) is expected, found \(found ?? "nothing")"
    }

    /// The longest value that GATT carries, in bytes.
    public static let longestValue = 512
}
