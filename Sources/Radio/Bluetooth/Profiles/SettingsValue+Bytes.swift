import Settings

extension SettingsValue {
    /// Bytes in hexadecimal digits, `0112` or `01 12`.
    func bytes(_ count: ClosedRange<Int> = 1...512) throws(SettingsError) -> [UInt8] {
        let several =
            count.lowerBound == count.upperBound ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
        let expected = "\(several) byte\(several == "1" ? "" : "s") in hexadecimal, such as 01 or 12 19,"
        guard let bytes = Self.hexadecimal(try string()), count.contains(bytes.count) else {
            throw unexpected(expected)
        }
        return bytes
    }

    /// A number of four hexadecimal digits, with or without `0x`.
    func assignedNumber() throws(SettingsError) -> UInt16 {
        let text = try string()
        let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
        guard digits.utf8.count == 4, let bytes = Self.hexadecimal(String(digits)), bytes.count == 2 else {
            throw unexpected("an assigned number of four hexadecimal digits such as 004C")
        }
        return UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    }

    /// The UUID of a service or a characteristic.
    func uuid() throws(SettingsError) -> BluetoothUUID {
        let text = try string()
        let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
        guard let uuid = BluetoothUUID(digits) else {
            throw unexpected("a UUID, 4 hexadecimal digits such as 180F or 32 in five groups,")
        }
        return uuid
    }

    /// Pairs of digits, with single blanks between them or without; nil for anything else.
    private static func hexadecimal(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for group in text.split(separator: " ", omittingEmptySubsequences: false) {
            guard !group.isEmpty, group.utf8.count.isMultiple(of: 2) else { return nil }
            var rest = group
            while !rest.isEmpty {
                let pair = rest.prefix(2)
                guard pair.allSatisfy(\.isHexDigit), pair.utf8.count == 2, let byte = UInt8(pair, radix: 16)
                else { return nil }
                bytes.append(byte)
                rest = rest.dropFirst(2)
            }
        }
        return bytes
    }
}
