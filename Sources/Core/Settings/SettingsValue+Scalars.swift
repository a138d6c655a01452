extension SettingsValue {
    /// A text; whatever is written, a number too.
    public func string() throws(SettingsError) -> String { try scalar("a text") }

    /// A finite decimal number, both ends of the range included; the error names the unit, such as `m/s`.
    ///
    /// - Throws: ``SettingsError`` for anything else.
    public func number(in range: ClosedRange<Double>? = nil, unit: String = "") throws(SettingsError) -> Double {
        let expected = Self.expectation(
            "a number", range.map { ("\($0.lowerBound.short)", "\($0.upperBound.short)") }, unit
        )
        let text = try scalar(expected)
        // Swift also reads hexadecimal, infinite and missing numbers, which nobody means here.
        let isDecimal = text.utf8.allSatisfy { Self.decimalBytes.contains($0) }
        guard isDecimal, let value = Double(text), value.isFinite, range?.contains(value) ?? true else {
            throw unexpected(expected)
        }
        return value
    }

    /// A whole number, both ends of the range included; the error names the unit.
    ///
    /// - Throws: ``SettingsError`` for anything else.
    public func integer<Number: FixedWidthInteger>(
        in range: ClosedRange<Number>? = nil, unit: String = ""
    ) throws(SettingsError) -> Number {
        let expected = Self.expectation("a whole number", range.map { ("\($0.lowerBound)", "\($0.upperBound)") }, unit)
        guard let value = Number(try scalar(expected)), range?.contains(value) ?? true else {
            throw unexpected(expected)
        }
        return value
    }

    /// `true` or `false`, also written `yes` or `no`.
    public func flag() throws(SettingsError) -> Bool {
        switch try scalar("true or false") {
        case "true", "yes": true
        case "false", "no": false
        default: throw unexpected("true or false")
        }
    }

    /// A share, 0 to 1, written in per cent, such as `5%`.
    ///
    /// - Throws: ``SettingsError`` for anything else.
    public func percentage() throws(SettingsError) -> Double {
        let expected = "a percentage from 0% to 100%"
        let text = try scalar(expected)
        if text == "0" { return 0 }
        let digits = text.dropLast()
        guard text.hasSuffix("%"), digits.utf8.allSatisfy({ Self.decimalBytes.contains($0) }),
            let value = Double(digits), (0...100).contains(value)
        else { throw unexpected(expected) }
        return value / 100
    }

    /// The case of an enum whose raw value is written.
    ///
    /// - Throws: ``SettingsError`` that lists the words, or names the nearest of many.
    public func word<Word: RawRepresentable<String> & CaseIterable>(_ words: Word.Type) throws(SettingsError) -> Word {
        let known = Word.allCases.map(\.rawValue)
        let expected = known.count == 1 ? known[0] : "one of \(WordList.alternatives(known))"
        let text = try scalar(expected)
        if let word = Word(rawValue: text) { return word }
        // A long list helps less than a guess.
        guard known.count > 6, let nearest = WordList.nearest(to: text, among: known) else {
            throw unexpected(expected)
        }
        throw SettingsError(place, "\(label) is \(quoted(text)), did you mean '\(nearest)'?")
    }

    static func expectation(_ kind: String, _ range: (low: String, high: String)?, _ unit: String) -> String {
        let spaced = unit.isEmpty ? "" : " " + unit
        guard let range else { return kind + (unit.isEmpty ? "" : " in " + unit) }
        return "\(kind) from \(range.low) to \(range.high)\(spaced)"
    }

    private static let decimalBytes = Set("0123456789+-.eE".utf8)
}

extension Double {
    /// Without a fraction where there is none.
    package var short: String { Int64(exactly: self).map(String.init) ?? String(self) }
}
