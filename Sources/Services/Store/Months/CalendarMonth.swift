public import Tracking

/// A calendar month in UTC.
public struct CalendarMonth: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Its first moment.
    public let start: Timestamp
    /// The first moment of the next one.
    public let end: Timestamp

    /// The month that a moment is in.
    public init(containing time: Timestamp) {
        let day = 86_400_000 as Int64
        let days = time.milliseconds / day - (time.milliseconds % day < 0 ? 1 : 0)
        let (year, month, _) = Timestamp.civil(fromDays: days)
        self.init(year, month)
    }

    private init(_ year: Int64, _ month: Int64) {
        let next = month == 12 ? (year + 1, 1 as Int64) : (year, month + 1)
        (start, end) = (Self.midnight(year, month), Self.midnight(next.0, next.1))
    }

    /// The month of a text such as `2026-03`; nil for another one.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.map(\.utf8.count) == [4, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let year = Int64(parts[0]), let month = Int64(parts[1]), (1...12).contains(month)
        else { return nil }
        self.init(year, month)
    }

    private static func midnight(_ year: Int64, _ month: Int64) -> Timestamp {
        Timestamp(milliseconds: Timestamp.days(fromCivil: year, month, 1) * 86_400_000)
    }

    /// Its milliseconds.
    var times: ClosedRange<Int64> { start.milliseconds...(end.milliseconds - 1) }

    /// `2026-03`.
    public var description: String { String("\(start)".prefix(7)) }

    public static func < (left: Self, right: Self) -> Bool { left.start < right.start }
}
