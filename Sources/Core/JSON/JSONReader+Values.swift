extension JSONReader {
    /// The number that comes next, also when it is written as a text; nil, and skipped, for anything else.
    public mutating func number() throws -> Double? {
        switch try kind() {
        case .number: return try numberValue()
        case .text:
            let digits = try textBytes()
            return ByteNumber.double(digits.span)
        default:
            try skip()
            return nil
        }
    }

    /// The text that comes next, as bytes of UTF-8; nil, and skipped, for anything else.
    public mutating func text() throws -> [UInt8]? {
        guard try kind() == .text else {
            try skip()
            return nil
        }
        return try textBytes()
    }

    /// The text that comes next; nil, and skipped, for anything else.
    public mutating func string() throws -> String? { try text().map(string) }

    /// The flag that comes next; nil, and skipped, for anything else.
    public mutating func flag() throws -> Bool? {
        guard try kind() == .flag else {
            try skip()
            return nil
        }
        return try word() == "true"
    }

    private mutating func numberValue() throws -> Double {
        let digits = try numeral()
        guard let number = ByteNumber.double(digits.span) else {
            throw failure("a number up to 1.8e308", .range, at: start)
        }
        return number
    }

    mutating func numeral() throws -> [UInt8] {
        var digits: [UInt8] = []
        try consume("-", into: &digits)
        if try !consume("0", into: &digits) { try takeDigits(into: &digits) }
        if try consume(".", into: &digits) { try takeDigits(into: &digits) }
        if try consume("e", into: &digits) || consume("E", into: &digits) {
            if try !consume("-", into: &digits) { try consume("+", into: &digits) }
            try takeDigits(into: &digits)
        }
        return digits
    }

    /// Takes one digit or more.
    private mutating func takeDigits(into digits: inout [UInt8]) throws {
        let count = digits.count
        while let byte = try byte(), (0x30...0x39).contains(byte) {
            guard digits.count < longestText else {
                throw excess("a number of at most \(longestText) digits", at: start)
            }
            digits.append(byte)
            position += 1
        }
        guard digits.count > count else { throw failure("a digit") }
    }

    @discardableResult
    private mutating func consume(_ scalar: Unicode.Scalar, into digits: inout [UInt8]) throws -> Bool {
        guard try byte() == UInt8(ascii: scalar) else { return false }
        digits.append(UInt8(ascii: scalar))
        position += 1
        return true
    }

    mutating func word() throws -> String {
        let first = try peek()
        for word in ["true", "false", "null"] where word.utf8.first == first {
            for letter in word.utf8 {
                guard try byte() == letter else { throw failure("'\(word)'") }
                position += 1
            }
            return word
        }
        throw failure("a value")
    }
}
