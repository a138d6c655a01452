import Bluetooth
import Tracking

/// Texts as other programs make them for their topics.
enum ForeignText {
    /// Letters and digits of ASCII and `_`, small; whatever lies between them is one separator, and none at the ends.
    ///
    /// ESPresense `lib/utils/string_utils.cpp`: `slugify` with `_`, `kebabify` with `-`.
    static func words(of text: String, separator: Character) -> String {
        var words = ""
        for byte in text.utf8 {
            if byte != UInt8(ascii: "-"), Name.isAllowed(byte) {
                words.unicodeScalars.append(Unicode.Scalar(byte))
            } else if words.last != separator {
                words.append(separator)
            }
        }
        return String(words.trimmingPrefix { $0 == separator }.reversed().trimmingPrefix { $0 == separator }.reversed())
            .lowercased()
    }

    /// Small hexadecimal digits.
    static func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The bytes of an even number of hexadecimal digits; nil for anything else.
    static func bytes(hex text: some StringProtocol) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(of: digits[place]), let low = value(of: digits[place + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x37
        case 0x61...0x66: digit - 0x57
        default: nil
        }
    }
}

extension BluetoothAddress {
    /// Twelve small digits.
    var plain: String { ForeignText.hex((0..<6).reversed().map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }) }

    /// An address as twelve digits; nil for anything else.
    init?(plain text: some StringProtocol) {
        guard let bytes = ForeignText.bytes(hex: text), bytes.count == 6 else { return nil }
        self.init(bits: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }
}

extension Double {
    /// Rounded to so many decimals.
    func rounded(decimals: Int) -> Double {
        let scale = [1, 10, 100, 1000][min(max(decimals, 0), 3)] as Double
        return (self * scale).rounded() / scale
    }
}
