/// The 48 bits by which a controller is called at this moment; a tag may change its own every few minutes.
public struct BluetoothAddress: Hashable, Sendable {
    /// The address as a number; its uppermost 16 bits are 0.
    public let bits: UInt64

    /// The lower 48 bits of a number.
    public init(bits: UInt64) { self.bits = bits & 0xFFFF_FFFF_FFFF }

    /// An address as it is written, `C0:FF:EE:00:12:34`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 6 else { return nil }
        var bits: UInt64 = 0
        for part in parts {
            guard part.utf8.count == 2, part.first != "+", let byte = UInt8(part, radix: 16) else { return nil }
            bits = bits << 8 | UInt64(byte)
        }
        self.bits = bits
    }
}

extension BluetoothAddress: CustomStringConvertible {
    public var description: String {
        (0..<6).reversed().map { index in
            let byte = UInt8(truncatingIfNeeded: bits >> (8 * index))
            return (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined(separator: ":")
    }
}

extension BluetoothAddress: Comparable {
    public static func < (left: BluetoothAddress, right: BluetoothAddress) -> Bool { left.bits < right.bits }
}
