internal import Tracking

/// A day of the proleptic Gregorian calendar, 0001-01-01 to 9999-12-31, wherever that is.
public struct CivilDate: Hashable, Comparable, Sendable {
    /// 1 to 9999.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int

    /// The years that there are.
    public static let years = 1...9999
    /// The first and the last day that there is.
    public static let first = CivilDate(unchecked: 1, 1, 1)
    public static let last = CivilDate(unchecked: 9999, 12, 31)

    private init(unchecked year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// A date; nil when there is none of these numbers.
    public init?(year: Int, month: Int, day: Int) {
        guard Self.years.contains(year), (1...12).contains(month),
            (1...Self.daysInMonth(month, year: year)).contains(day)
        else { return nil }
        self.init(unchecked: year, month, day)
    }

    /// The date so many days after 1970-01-01; ``first`` and ``last`` stand for all beyond them.
    public init(daysSince1970 days: Int) {
        let days = min(max(days, Self.bounds.lowerBound), Self.bounds.upperBound)
        let (year, month, day) = Timestamp.civil(fromDays: Int64(days))
        self.init(unchecked: Int(year), Int(month), Int(day))
    }

    /// Days since 1970-01-01 of the first and the last date.
    static let bounds = first.daysSince1970...last.daysSince1970

    /// Days since 1970-01-01; negative before.
    public var daysSince1970: Int { Int(Timestamp.days(fromCivil: Int64(year), Int64(month), Int64(day))) }

    public static func < (left: Self, right: Self) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// The date so many days later, or earlier where negative; ``first`` and ``last`` stand for all beyond them.
    public func adding(days: Int) -> CivilDate {
        let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
        return overflow ? (days < 0 ? Self.first : Self.last) : CivilDate(daysSince1970: sum)
    }

    /// Whether a year has a 29th of February.
    public static func isLeapYear(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    /// Whether its year has a 29th of February.
    public var isLeapYear: Bool { Self.isLeapYear(year) }

    /// How many days a month has, 28 to 31; 0 for what is no month.
    public static func daysInMonth(_ month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeapYear(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        case 1...12: 31
        default: 0
        }
    }
}

extension CivilDate: CustomStringConvertible {
    /// As ISO 8601 writes it: `2026-05-01`.
    public var description: String { "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))" }

    /// Reads `2026-05-01`; nil when it is no date.
    public init?(_ text: some StringProtocol) {
        let parts = Array(text.utf8.prefix(11)).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
            let year = Int(digits: parts[0]), let month = Int(digits: parts[1]), let day = Int(digits: parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

extension Int {
    /// Decimal digits with zeros in front.
    func padded(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }

    /// A number of one to nine ASCII digits and nothing else.
    init?(digits: some Collection<UInt8>) {
        guard (1...9).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        self = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    /// Divides, rounding down, with the rest from 0 to the divisor's predecessor.
    func floored(by divisor: Int) -> (quotient: Int, rest: Int) {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }
}
