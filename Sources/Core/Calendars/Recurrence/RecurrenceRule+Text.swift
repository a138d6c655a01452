/// Why a rule is not understood.
enum RuleTrouble: Error, Hashable {
    case noFrequency
    case unknown(String)
    case badValue(String, String)
    case twice(String)
    case otherScale(String)
    case countAndUntil

    var text: String {
        switch self {
        case .noFrequency: "the rule has no FREQ"
        case .unknown(let part): "the rule has an unknown part: '\(part)'"
        case .badValue(let part, let value): "\(part) of the rule is out of range: '\(value)'"
        case .twice(let part): "the rule has \(part) twice"
        case .otherScale(let scale): "rules of other calendars than the Gregorian are not understood: 'RSCALE=\(scale)'"
        case .countAndUntil: "the rule has COUNT and UNTIL: only one of them may end it"
        }
    }
}

extension RecurrenceRule {
    /// How many values a list may have: no part has more than 732 that differ, from -366 to 366.
    private static let longestList = 800

    /// Reads the value of RRULE or EXRULE, in letters of either case.
    init(_ text: String) throws(RuleTrouble) {
        var parts: [String: String] = [:]
        for part in text.uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(pair[0].filter { !$0.isWhitespace })
            guard pair.count == 2 else { throw .unknown(String(part.prefix(40))) }
            guard parts.updateValue(String(pair[1]), forKey: name) == nil else { throw .twice(String(name.prefix(20))) }
        }
        if let scale = parts["RSCALE"], scale != "GREGORIAN" { throw .otherScale(String(scale.prefix(20))) }
        guard let word = parts["FREQ"] else { throw .noFrequency }
        guard let frequency = Frequency(word: word) else { throw .badValue("FREQ", String(word.prefix(40))) }
        self.init(frequency: frequency)
        for (name, value) in parts.sorted(by: { $0.key < $1.key }) { try take(name, value) }
        if count != nil, until != nil { throw .countAndUntil }
    }

    private mutating func take(_ name: String, _ value: String) throws(RuleTrouble) {
        switch name {
        case "FREQ", "RSCALE": break
        // What is left out is what happens to invalid dates in this calendar: they are skipped (RFC 7529, section 4.1).
        case "SKIP": if value != "OMIT" { throw .badValue(name, String(value.prefix(40))) }
        case "INTERVAL": interval = try Self.number(name, value, 1...1_000_000_000)
        case "COUNT": count = try Self.number(name, value, 1...1_000_000_000)
        case "UNTIL": until = try Self.until(value)
        case "BYMONTH": months = Set(try Self.list(name, value, 1...12))
        case "BYWEEKNO": weekNumbers = Set(try Self.list(name, value, 1...53, orNegative: true))
        case "BYYEARDAY": yearDays = Set(try Self.list(name, value, 1...366, orNegative: true))
        case "BYMONTHDAY": monthDays = Set(try Self.list(name, value, 1...31, orNegative: true))
        case "BYSETPOS": positions = Set(try Self.list(name, value, 1...366, orNegative: true))
        case "BYHOUR": hours = Set(try Self.list(name, value, 0...23)).sorted()
        case "BYMINUTE": minutes = Set(try Self.list(name, value, 0...59)).sorted()
        // A leap second is the one before it, as for times (RFC 5545, section 3.3.12).
        case "BYSECOND": seconds = Set(try Self.list(name, value, 0...60).map { min($0, 59) }).sorted()
        case "BYDAY": days = Set(try Self.days(value))
        case "WKST":
            guard let day = Self.weekday(value) else { throw .badValue(name, String(value.prefix(40))) }
            weekStart = day
        // Those of other programs are passed over, as all that is theirs.
        default: if !name.hasPrefix("X-") { throw .unknown(String(name.prefix(20))) }
        }
    }

    private static func number(
        _ name: String, _ text: String, _ range: ClosedRange<Int>
    ) throws(RuleTrouble) -> Int {
        guard let number = Int(text), range.contains(number) else { throw .badValue(name, String(text.prefix(40))) }
        return number
    }

    private static func list(
        _ name: String, _ text: String, _ range: ClosedRange<Int>, orNegative: Bool = false
    ) throws(RuleTrouble) -> [Int] {
        let items = text.split(separator: ",", omittingEmptySubsequences: false)
        guard items.count <= longestList else { throw .badValue(name, "\(items.count) values") }
        var numbers: [Int] = []
        for item in items {
            guard let number = Int(item), range.contains(number) || (orNegative && range.contains(0 &- number)) else {
                throw .badValue(name, String(item.prefix(40)))
            }
            numbers.append(number)
        }
        return numbers
    }

    private static func days(_ text: String) throws(RuleTrouble) -> [Day] {
        let items = text.split(separator: ",", omittingEmptySubsequences: false)
        guard items.count <= longestList else { throw .badValue("BYDAY", "\(items.count) values") }
        var days: [Day] = []
        for item in items {
            guard let weekday = weekday(item.suffix(2)) else { throw .badValue("BYDAY", String(item.prefix(40))) }
            var ordinal = 0
            if item.count > 2 {
                ordinal = Int(item.dropLast(2)) ?? 0
                guard (-53...53).contains(ordinal), ordinal != 0 else {
                    throw .badValue("BYDAY", String(item.prefix(40)))
                }
            }
            days.append(Day(ordinal: ordinal, weekday: weekday))
        }
        return days
    }

    private static func weekday(_ text: some StringProtocol) -> Int? {
        ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].firstIndex(of: String(text))
    }

    private static func until(_ text: String) throws(RuleTrouble) -> Until {
        guard let time = LocalTime(text) else { throw .badValue("UNTIL", String(text.prefix(40))) }
        return switch time.kind {
        case .date: .day(time.day)
        case .local: .local(time.seconds)
        case .utc: .utc(time.seconds)
        }
    }
}

extension RecurrenceRule.Frequency {
    fileprivate init?(word: String) {
        switch word {
        case "SECONDLY": self = .secondly
        case "MINUTELY": self = .minutely
        case "HOURLY": self = .hourly
        case "DAILY": self = .daily
        case "WEEKLY": self = .weekly
        case "MONTHLY": self = .monthly
        case "YEARLY": self = .yearly
        default: return nil
        }
    }
}
