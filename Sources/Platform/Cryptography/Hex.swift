/// Bytes as hexadecimal digits.
public enum Hex {
    /// Two small digits a byte.
    public static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The bytes; nil for a text that is none.
    public static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let digits = text.utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16) }
        guard digits.count.isMultiple(of: 2), digits.allSatisfy({ $0 != nil }) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { (digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0) }
    }
}
