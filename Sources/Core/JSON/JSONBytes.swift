extension [UInt8] {
    /// Appends a text in quotes; only what JSON asks for is escaped.
    public mutating func appendJSON(_ text: String) {
        append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case 0..<0x20: appendControl(byte)
            default: append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendControl(_ byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: append(UInt8(ascii: "b"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0D: append(UInt8(ascii: "r"))
        default:
            append(contentsOf: "u00".utf8)
            append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
            append(contentsOf: String(byte & 0xF, radix: 16).utf8)
        }
    }

    /// Appends the shortest decimal that reads back as the same number; whole numbers have no point.
    ///
    /// A decimal of at most 15 digits that reads back is the shortest one, because no two of them share a double; so
    /// multiples of 1e-7, as positions are stored, need no search.
    public mutating func appendJSON(_ number: Double) {
        let units = (number * 1e7).rounded()
        if abs(units) < 1e15, units / 1e7 == number {
            appendSevenDecimals(Int64(units))
        } else {
            let text = number.description
            append(contentsOf: text.hasSuffix(".0") ? text.utf8.dropLast(2) : text.utf8[...])
        }
    }

    /// Appends whole units of 1e-7, without zeros at the end of the fraction.
    private mutating func appendSevenDecimals(_ units: Int64) {
        if units < 0 { append(UInt8(ascii: "-")) }
        var fraction = units.magnitude % 10_000_000
        appendDecimal(units.magnitude / 10_000_000, digits: 1)
        guard fraction > 0 else { return }
        append(UInt8(ascii: "."))
        var digits = 7
        while fraction % 10 == 0 {
            fraction /= 10
            digits -= 1
        }
        appendDecimal(fraction, digits: digits)
    }

    /// Appends a whole number.
    public mutating func appendDecimal(_ number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        appendDecimal(number.magnitude, digits: 1)
    }

    /// Appends a number with at least so many digits.
    private mutating func appendDecimal(_ number: UInt64, digits: Int) {
        var count = 1
        var limit: UInt64 = 10
        while count < 20, number >= limit || count < digits {
            count += 1
            // 10^20 does not fit; nothing reaches it.
            limit = limit.multipliedReportingOverflow(by: 10).overflow ? .max : limit * 10
        }
        var rest = number
        append(contentsOf: repeatElement(0x30, count: count))
        for index in indices.suffix(count).reversed() {
            self[index] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }
}
