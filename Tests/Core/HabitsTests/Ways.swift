import CivilTime
import Tracking

@testable import Habits

/// Places and positions for tests, in local time of central Europe from Monday, 2 March 2026 on.
enum Ways {
    static let first = CivilDate(daysSince1970: 20_514)
    static let home = (try? Coordinate(latitude: 47.05, longitude: 8.3)) ?? missing()
    static let office = home.offset(north: 3000, east: 2000)
    static let place = HabitPlace(name: (try? ItemName("Home")) ?? missing(), areas: [.circle(home, radius: 80)])
    static let zone = (try? Zone(name: "CET", posix: "CET-1CEST,M3.5.0,M10.5.0/3")) ?? .utc

    private static func missing<Value>() -> Value { preconditionFailure("a value of the tests is none") }

    static func clock(_ text: some StringProtocol) -> ClockTime { ClockTime(text) ?? missing() }

    static func time(_ day: Int, _ clock: String) -> Timestamp {
        zone.moment(of: CivilDateTime(date: first.adding(days: day), time: self.clock(clock)))
    }

    static func fix(_ position: Coordinate, _ day: Int, _ clock: String, accuracy: Double = 15) -> Fix {
        Fix(coordinate: position, time: time(day, clock), accuracy: accuracy)
    }

    /// At home in the night and in the morning, at the office from half an hour after leaving until 17:00.
    static func workday(_ day: Int, leaving hour: Int = 7, minute: Int = 30) -> [Fix] {
        let leave = hour * 60 + minute
        func clock(_ minutes: Int) -> String { ClockTime(secondsOfDay: minutes * 60)?.text ?? "" }
        return [
            fix(home, day, "02:00"), fix(home, day, clock(leave - 40)), fix(home, day, clock(leave - 5)),
            fix(home.interpolated(to: office, fraction: 0.3), day, clock(leave + 5)),
            fix(home.interpolated(to: office, fraction: 0.7), day, clock(leave + 11)),
            fix(office, day, clock(leave + 30)), fix(office, day, "12:00"), fix(office, day, "17:00"),
            fix(home.interpolated(to: office, fraction: 0.5), day, "17:10"), fix(home, day, "17:25"),
            fix(home, day, "22:00"),
        ]
    }

    /// At home all day.
    static func restday(_ day: Int) -> [Fix] { ["02:00", "08:00", "14:00", "21:00"].map { fix(home, day, $0) } }

    /// Monday to Friday at the office, for so many weeks.
    static func weeks(_ count: Int) -> [Fix] {
        (0..<count * 7).flatMap { $0 % 7 < 5 ? workday($0) : restday($0) }
    }

    /// What one of the days told, for a thing that went along on some of them.
    static func thing(_ weeks: Int, along: (Int) -> Bool) -> [Fix] {
        (0..<weeks * 7).flatMap { $0 % 7 < 5 && along($0) ? workday($0) : restday($0) }
    }
}
