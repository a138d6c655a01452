extension JSONScanner {
    /// Moves behind the number that starts here.
    @inline(__always)
    mutating func number() throws(MessageError) -> JSONNumber {
        var number = JSONNumber()
        let start = position
        number.isNegative = consume("-")
        if !consume("0") {
            try digits(into: &number, from: start, isFraction: false)
        }
        if consume(".") {
            try digits(into: &number, from: start, isFraction: true)
        }
        if consume("e") || consume("E") {
            number.exponent += try exponent()
        }
        return number
    }

    /// Moves behind at least one digit of a number that began at a byte.
    @inline(__always)
    private mutating func digits(
        into number: inout JSONNumber, from start: Int, isFraction: Bool
    ) throws(MessageError) {
        let end = endOfDigits(into: &number, from: start, isFraction: isFraction)
        guard end > position else { throw failure("a digit") }
        position = end
    }

    @inline(__always)
    private func endOfDigits(into number: inout JSONNumber, from start: Int, isFraction: Bool) -> Int {
        let span = bytes.span
        var index = position
        var mantissa = number.mantissa
        while index < span.count, case let digit = span[index] &- 0x30, digit < 10 {
            mantissa = mantissa &* 10 &+ UInt64(digit)
            index &+= 1
        }
        // So few digits fit, whatever they are.
        if index &- start <= 18 {
            number.mantissa = mantissa
            if isFraction { number.exponent = Int32(truncatingIfNeeded: position &- index) }
        } else {
            for place in position..<index { number.append(digit: span[place] &- 0x30, isFraction: isFraction) }
        }
        return index
    }

    /// The power of ten behind an `e`; far beyond any double it stops growing.
    private mutating func exponent() throws(MessageError) -> Int32 {
        let isNegative = consume("-")
        if !isNegative { _ = consume("+") }
        let start = position
        var value: Int32 = 0
        while case let digit = byte &- 0x30, digit < 10 {
            value = min(value * 10 + Int32(digit), 1_000_000)
            position += 1
        }
        guard position > start else { throw failure("a digit") }
        return isNegative ? -value : value
    }
}
