/// The number that no other tracker has: 8 bytes, given in the factory.
public struct TrackerNumber: Hashable, Sendable {
    /// The bytes, in the order in which their digits are written, as one number.
    public let value: UInt64

    public init(_ value: UInt64) { self.value = value }

    /// A number as it is written, 16 hexadecimal digits; nil for anything else.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 16, text.first != "+", text.first != "-", let value = UInt64(text, radix: 16) else {
            return nil
        }
        self.value = value
    }

    /// A number from its 8 bytes; nil for any other count.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 8 else { return nil }
        value = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The 8 bytes, in the order in which their digits are written.
    public var bytes: [UInt8] { (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
}

extension TrackerNumber: CustomStringConvertible {
    /// 16 hexadecimal digits.
    public var description: String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}
