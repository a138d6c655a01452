/// Keys of 128 bits as text: 32 hexadecimal digits, the highest first.
enum KeyText {
    static func text(_ key: UInt128) -> String {
        let digits = String(key, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    /// - Throws: ``TagMemoryRecord/Wrong`` for anything but 32 digits.
    static func key(_ text: String, _ name: String) throws(TagMemoryRecord.Wrong) -> UInt128 {
        guard text.utf8.count == 32, text.first != "+", text.first != "-", let key = UInt128(text, radix: 16) else {
            throw TagMemoryRecord.Wrong(key: name, expected: "32 hexadecimal digits")
        }
        return key
    }

    static func key(ifAny text: String?, _ name: String) throws(TagMemoryRecord.Wrong) -> UInt128? {
        guard let text else { return nil }
        return try key(text, name)
    }
}
