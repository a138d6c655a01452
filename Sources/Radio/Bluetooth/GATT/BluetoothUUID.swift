/// The name of a service, characteristic or descriptor: 128 bits, or 16 that stand for the Bluetooth base UUID.
public struct BluetoothUUID: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    /// xxxxxxxx-0000-1000-8000-00805F9B34FB: Core Specification 5.4, volume 3, part B, section 2.5.1.
    private static let base: (high: UInt64, low: UInt64) = (0x0000_0000_0000_1000, 0x8000_0080_5F9B_34FB)

    /// A UUID from its two halves, the first digits in the upper one.
    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// An assigned number.
    public init(_ short: UInt16) {
        high = UInt64(short) << 32 | Self.base.high
        low = Self.base.low
    }

    /// A UUID as it is written: 4 or 8 hexadecimal digits, or 32 in five groups; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
        guard digits.allSatisfy({ Self.digit($0) != nil }) else { return nil }
        switch (digits.count, text.utf8.count) {
        case (4, 4), (8, 8):
            high = Self.number(digits[...]) << 32 | Self.base.high
            low = Self.base.low
        case (32, 36):
            guard text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count) == [8, 4, 4, 4, 12]
            else { return nil }
            high = Self.number(digits[..<16])
            low = Self.number(digits[16...])
        default: return nil
        }
    }

    /// A UUID as it travels: 2, 4 or 16 bytes, the lowest first; nil for any other number.
    public init?(littleEndian bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        func number(_ range: Range<Int>) -> UInt64 { bytes[range].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        switch bytes.count {
        case 2, 4:
            high = number(0..<bytes.count) << 32 | Self.base.high
            low = Self.base.low
        case 16:
            low = number(0..<8)
            high = number(8..<16)
        default: return nil
        }
    }

    /// The assigned number, of a UUID that is one.
    public var short: UInt16? {
        low == Self.base.low && high & 0xFFFF_FFFF == Self.base.high ? UInt16(exactly: high >> 32) : nil
    }

    /// The UUID as it travels: 2 or 16 bytes, the lowest first.
    public var littleEndian: [UInt8] {
        if let short { return [UInt8(truncatingIfNeeded: short), UInt8(short >> 8)] }
        return [low, high].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (8 * $0)) } }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64 {
        digits.reduce(0) { $0 << 4 | UInt64(digit($1) ?? 0) }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}

extension BluetoothUUID: CustomStringConvertible {
    /// All 128 bits in five groups of small letters, as BlueZ writes them.
    public var description: String {
        let digits = [high, low].map { half in
            let text = String(half, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
        var parts: [Substring] = []
        var rest = Substring(digits)
        for length in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return parts.joined(separator: "-")
    }
}

extension BluetoothUUID: Comparable {
    public static func < (left: BluetoothUUID, right: BluetoothUUID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
