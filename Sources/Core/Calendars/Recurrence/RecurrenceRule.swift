internal import Tracking

/// How often an event comes again: a rule of RFC 5545, section 3.3.10.
///
/// It is about local times: the zone of the event comes in where they become moments.
struct RecurrenceRule: Hashable, Sendable {
    /// What the rule counts in.
    enum Frequency: Int, Comparable, Sendable {
        case secondly, minutely, hourly, daily, weekly, monthly, yearly

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

        /// The length of one, in seconds, of those that are shorter than a day.
        var unit: Int? {
            switch self {
            case .secondly: 1
            case .minutely: 60
            case .hourly: 3600
            case .daily, .weekly, .monthly, .yearly: nil
            }
        }
    }

    /// A day of the week, and which one of the month or year: 0 for each, negative from the end.
    struct Day: Hashable, Sendable {
        let ordinal: Int
        /// From Monday, 0, to Sunday, 6.
        let weekday: Int
    }

    /// The last moment at which the event may begin.
    enum Until: Hashable, Sendable {
        /// The whole of a day, in days since 1970.
        case day(Int)
        /// A local time, in seconds since 1970 as if it were UTC.
        case local(Int)
        /// A moment in UTC, in seconds since 1970.
        case utc(Int)
    }

    var frequency: Frequency
    var interval = 1
    var count: Int?
    var until: Until?
    var months: Set<Int> = []
    var weekNumbers: Set<Int> = []
    var yearDays: Set<Int> = []
    var monthDays: Set<Int> = []
    var days: Set<Day> = []
    /// Each of these three in order.
    var hours: [Int] = []
    var minutes: [Int] = []
    var seconds: [Int] = []
    var positions: Set<Int> = []
    /// The day that weeks begin with, from Monday, 0, on.
    var weekStart = 0

    /// Whether each step of the rule is one time, so that the step says how many there were before it.
    var isEven: Bool {
        frequency <= .weekly && months.isEmpty && weekNumbers.isEmpty && yearDays.isEmpty && monthDays.isEmpty
            && days.isEmpty && hours.isEmpty && minutes.isEmpty && seconds.isEmpty && positions.isEmpty
    }
}
