/// Decimal numbers read from bytes, without making a string of them.
public enum ByteNumber {
    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// The number that the bytes spell, blanks around it allowed; nil when they spell none, or one that is not finite.
    ///
    /// Exact: digits and power of ten that a double holds exactly are combined by one rounded operation (Clinger's
    /// fast path); all others go the standard library's way.
    public static func double(_ bytes: Span<UInt8>) -> Double? {
        var start = 0
        var end = bytes.count
        while start < end, isBlank(bytes[start]) { start += 1 }
        while end > start, isBlank(bytes[end - 1]) { end -= 1 }
        let bytes = bytes.extracting(start..<end)
        guard let number = decimal(bytes) else { return nil }
        guard number.mantissa < 1 << 53, number.digits <= 19, number.power.magnitude <= 22 else {
            return slow(bytes)
        }
        let power = powersOfTen[Int(number.power.magnitude)]
        let magnitude = number.power < 0 ? Double(number.mantissa) / power : Double(number.mantissa) * power
        return number.isNegative ? -magnitude : magnitude
    }

    /// The number that a text spells, as ``double(_:)`` reads it: no hexadecimal one, no infinity.
    public static func double(_ text: some StringProtocol) -> Double? {
        let bytes = Array(text.utf8)
        return double(bytes.span)
    }

    private struct Decimal {
        var isNegative = false
        var mantissa: UInt64 = 0
        /// How many digits the mantissa has, without zeros in front.
        var digits = 0
        /// The power of ten to multiply with.
        var power = 0
    }

    @inline(__always)
    private static func decimal(_ bytes: Span<UInt8>) -> Decimal? {
        var number = Decimal()
        var index = 0
        if !bytes.isEmpty, bytes[0] == UInt8(ascii: "-") || bytes[0] == UInt8(ascii: "+") {
            number.isNegative = bytes[0] == UInt8(ascii: "-")
            index = 1
        }
        let whole = index
        while index < bytes.count, case let digit = bytes[index] &- 48, digit < 10 {
            number.mantissa = number.mantissa &* 10 &+ UInt64(digit)
            index &+= 1
        }
        number.digits = index &- whole
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index &+= 1
            let fraction = index
            while index < bytes.count, case let digit = bytes[index] &- 48, digit < 10 {
                number.mantissa = number.mantissa &* 10 &+ UInt64(digit)
                index &+= 1
            }
            number.power = fraction &- index
            number.digits &-= number.power
        }
        guard number.digits > 0 else { return nil }
        if number.digits > 19 { number.digits -= zeros(bytes.extracting(whole..<index)) }
        guard index < bytes.count else { return number }
        guard let exponent = exponent(bytes.extracting(droppingFirst: index)) else { return nil }
        number.power += exponent
        return number
    }

    /// How many zeros stand first among digits and a point.
    private static func zeros(_ bytes: Span<UInt8>) -> Int {
        var zeros = 0
        for index in bytes.indices where bytes[index] != UInt8(ascii: ".") {
            guard bytes[index] == UInt8(ascii: "0") else { break }
            zeros += 1
        }
        return zeros
    }

    private static func exponent(_ bytes: Span<UInt8>) -> Int? {
        guard bytes[0] | 0x20 == UInt8(ascii: "e") else { return nil }
        var index = 1
        var value = 0
        var isNegative = false
        if index < bytes.count, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
            isNegative = bytes[index] == UInt8(ascii: "-")
            index += 1
        }
        guard index < bytes.count else { return nil }
        while index < bytes.count {
            let digit = bytes[index] &- 48
            guard digit < 10 else { return nil }
            value = min(value * 10 + Int(digit), 100_000)
            index += 1
        }
        return isNegative ? -value : value
    }

    private static func slow(_ bytes: Span<UInt8>) -> Double? {
        var text = ""
        for index in bytes.indices { text.unicodeScalars.append(Unicode.Scalar(bytes[index])) }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Whether a byte is a blank, a tab or the end of a line.
    public static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
