extension Duration {
    /// A hundred years: no longer one is written by hand.
    package static let longest = Duration.seconds(36_525 * 86_400)

    private static let units: [(name: String, milliseconds: Int64)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
    ]

    /// Reads `5m10s`, `1h`, `250ms`, `1d12h`, `1.5s` or plain seconds, rounded to the millisecond.
    ///
    /// Each unit stands at most once, from the longest to the shortest; `-` in front turns the duration round. Nil for
    /// anything else and for more than a hundred years.
    public init?(compact text: some StringProtocol) {
        var rest = Substring(text)
        let isNegative = rest.first == "-"
        if isNegative { rest.removeFirst() }
        guard let milliseconds = Self.plainSeconds(rest) ?? Self.withUnits(rest) else { return nil }
        guard milliseconds <= Double(Self.longest.components.seconds) * 1000 else { return nil }
        let whole = Int64(milliseconds.rounded())
        self = .milliseconds(isNegative ? -whole : whole)
    }

    /// The shortest way to write the duration in units down to the millisecond: `5m10s`, `0s`, `-1h`.
    public var compact: String {
        let (seconds, attoseconds) = components
        guard seconds.magnitude < 9_000_000_000_000_000 else { return "\(seconds)s" }
        let total = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        var rest = total.magnitude
        guard rest > 0 else { return "0s" }
        var text = total < 0 ? "-" : ""
        for (name, milliseconds) in Self.units {
            let count = rest / UInt64(milliseconds)
            if count > 0 { text += "\(count)\(name)" }
            rest %= UInt64(milliseconds)
        }
        return text
    }

    private static func plainSeconds(_ text: Substring) -> Double? {
        guard isDecimal(text) else { return nil }
        return Double(text).map { $0 * 1000 }
    }

    private static func withUnits(_ text: Substring) -> Double? {
        var rest = text
        var total = 0.0
        var longest = 0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(digits.count)
            let name = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(name.count)
            guard isDecimal(digits), let count = Double(digits),
                let unit = units.indices.first(where: { $0 >= longest && units[$0].name == name })
            else { return nil }
            total += count * Double(units[unit].milliseconds)
            longest = unit + 1
        }
        return text.isEmpty ? nil : total
    }

    private static func isDecimal(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, (48...57).contains(first) else { return false }
        return text.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
    }
}
