extension ZoneRule {
    /// How long the text of a rule may be, in bytes.
    static let mostBytes = 200

    /// Reads a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`.
    ///
    /// Where the other time has no changes named they are those of the United States, as the C library has it.
    /// - Throws: ``ZoneError/badRule(_:character:expected:)``.
    init(posix text: String) throws(ZoneError) {
        var reader = RuleReader(text: text, bytes: Array(text.utf8.prefix(Self.mostBytes + 1)))
        guard reader.bytes.count <= Self.mostBytes else { throw reader.trouble("the end after at most 200 bytes") }
        let name = try reader.abbreviation()
        let offset = try -reader.time(hours: 0...24, what: "an offset such as -1 or +5:30")
        standard = LocalType(offset: offset, abbreviation: name)
        guard !reader.isAtEnd else {
            summer = nil
            return
        }
        let other = try reader.abbreviation()
        let isOffsetGiven = !reader.isAtEnd && !reader.peek(",")
        let otherOffset =
            isOffsetGiven ? try -reader.time(hours: 0...24, what: "an offset or a comma") : offset + 3600
        var (begin, end) = (Self.americanBegin, Self.americanEnd)
        if !reader.isAtEnd {
            try reader.comma()
            begin = try reader.change()
            try reader.comma()
            end = try reader.change()
            guard reader.isAtEnd else { throw reader.trouble("the end") }
        }
        summer = Summer(type: LocalType(offset: otherOffset, abbreviation: other), begin: begin, end: end)
    }

    private static let americanBegin = Change(day: .week(month: 3, week: 2, weekday: 0), time: 7200)
    private static let americanEnd = Change(day: .week(month: 11, week: 1, weekday: 0), time: 7200)
}

/// Walks over the text of a rule.
private struct RuleReader {
    let text: String
    let bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    func trouble(_ expected: String) -> ZoneError { .badRule(text, character: position + 1, expected: expected) }

    func peek(_ scalar: Unicode.Scalar) -> Bool { position < bytes.count && bytes[position] == UInt8(ascii: scalar) }

    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard peek(scalar) else { return false }
        position += 1
        return true
    }

    mutating func comma() throws(ZoneError) {
        guard skip(",") else { throw trouble("a comma") }
    }

    /// Three letters or more, or in angle brackets also digits and signs.
    mutating func abbreviation() throws(ZoneError) -> String {
        let begin = position
        let isQuoted = skip("<")
        let first = position
        while position < bytes.count, Self.isLetter(bytes[position]) || isQuoted && Self.isSign(bytes[position]) {
            position += 1
        }
        let name = bytes[first..<position]
        guard name.count >= 3, !isQuoted || skip(">") else {
            position = begin
            throw trouble("an abbreviation such as CET or <+03>")
        }
        return String(decoding: name, as: UTF8.self)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xDF) && byte < 128 }

    private static func isSign(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }

    /// A number of one to three digits within a range.
    mutating func number(_ range: ClosedRange<Int>, what: String) throws(ZoneError) -> Int {
        let begin = position
        while position < bytes.count, (48...57).contains(bytes[position]) { position += 1 }
        guard position - begin <= 3, let number = Int(digits: bytes[begin..<position]), range.contains(number) else {
            position = begin
            throw trouble(what)
        }
        return number
    }

    /// Hours, and perhaps minutes and seconds, with a sign or without; in seconds.
    mutating func time(hours: ClosedRange<Int>, what: String) throws(ZoneError) -> Int {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        var seconds = try number(hours, what: what) * 3600
        if skip(":") {
            seconds += try number(0...59, what: "minutes") * 60
            if skip(":") { seconds += try number(0...59, what: "seconds") }
        }
        return isNegative ? -seconds : seconds
    }

    /// A day of the year, and perhaps the time of the change.
    mutating func change() throws(ZoneError) -> ZoneRule.Change {
        let day: ZoneRule.Change.Day
        if skip("M") {
            let month = try number(1...12, what: "a month from 1 to 12")
            guard skip(".") else { throw trouble("a dot") }
            let week = try number(1...5, what: "a week from 1 to 5")
            guard skip(".") else { throw trouble("a dot") }
            day = .week(month: month, week: week, weekday: try number(0...6, what: "a weekday from 0 to 6"))
        } else if skip("J") {
            day = .julian(try number(1...365, what: "a day from 1 to 365"))
        } else {
            day = .fromZero(try number(0...365, what: "a day such as M3.5.0, J60 or 59"))
        }
        let time = skip("/") ? try time(hours: 0...167, what: "a time within 167 hours") : 7200
        return ZoneRule.Change(day: day, time: time)
    }
}
