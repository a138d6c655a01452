import ArgumentParser
import Foundation
import Settings
import Tracking

/// A moment on the command line: absolute, a time before now, or a day of this machine's calendar.
enum Moment: Hashable, Sendable {
    case at(Timestamp)
    case before(Duration)
    /// So many days before today.
    case day(before: Int)
    /// A date; a time of day where one is told, and otherwise all of that day.
    case local(DateComponents)

    /// How moments are written, for the help of commands.
    static let forms = """
        Moments are written as RFC 3339 (2026-05-01T09:00:00Z), as a time before now (90m, 2h, 1d), as today or \
        yesterday, or as a date (2026-05-01, 2026-05-01T10:30) of this machine's time zone; a day counts from its \
        beginning for --from and to its end for --to.
        """

    /// The moment that an option tells.
    ///
    /// - Throws: What is expected.
    @Sendable static func read(_ text: String) throws -> Moment {
        if let moment = Moment(argument: text) { return moment }
        throw ValidationError("a time such as 2026-05-01, 2026-05-01T09:00:00Z, 2h or yesterday is expected.")
    }

    init?(argument: String) {
        if let time = Timestamp(argument) {
            self = .at(time)
        } else if let duration = Duration(compact: argument), duration >= .zero {
            self = .before(duration)
        } else if let days = ["today": 0, "yesterday": 1][argument.lowercased()] {
            self = .day(before: days)
        } else if argument.lowercased() == "now" {
            self = .before(.zero)
        } else if let components = Self.components(argument) {
            self = .local(components)
        } else {
            return nil
        }
    }

    /// `2026-05-01`, `2026-05-01T10:30` or `2026-05-01 10:30:15`.
    private static func components(_ text: String) -> DateComponents? {
        let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
        let date = numbers(halves[0], separator: "-", digits: [4, 2, 2])
        guard let date, date.count == 3, (1...12).contains(date[1]), (1...31).contains(date[2]) else { return nil }
        var components = DateComponents(year: date[0], month: date[1], day: date[2])
        if halves.count == 2 {
            guard let time = numbers(halves[1], separator: ":", digits: [2, 2, 2]), time.count >= 2, time[0] < 24,
                time[1] < 60, time.dropFirst(2).allSatisfy({ $0 < 60 })
            else { return nil }
            components.hour = time[0]
            components.minute = time[1]
            components.second = time.dropFirst(2).first ?? 0
        }
        // The 30th of February is no day.
        let exists = Calendar(identifier: .gregorian).date(from: components).map {
            Calendar(identifier: .gregorian).component(.day, from: $0) == date[2]
        }
        return exists == true ? components : nil
    }

    private static func numbers(_ text: Substring, separator: Character, digits: [Int]) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count <= digits.count, zip(parts, digits).allSatisfy({ $0.count == $1 }) else { return nil }
        let numbers = parts.compactMap { $0.utf8.allSatisfy { (48...57).contains($0) } ? Int($0) : nil }
        return numbers.count == parts.count ? numbers : nil
    }

    /// The first moment that is meant.
    func start(at now: Timestamp, in zone: TimeZone = .current) -> Timestamp {
        switch self {
        case .at(let time): time
        case .before(let duration): now.advanced(by: .zero - duration)
        case .day(let days): Self.midnight(days, before: now, in: zone)
        case .local(let components): Self.moment(components, in: zone) ?? now
        }
    }

    /// The last moment that is meant: of a day, its last millisecond.
    func end(at now: Timestamp, in zone: TimeZone = .current) -> Timestamp {
        switch self {
        case .at, .before: return start(at: now, in: zone)
        case .day(let days): return Self.midnight(days - 1, before: now, in: zone).advanced(by: .milliseconds(-1))
        case .local(let components):
            let start = start(at: now, in: zone)
            guard components.hour == nil else { return start }
            return Self.midnight(-1, before: start, in: zone).advanced(by: .milliseconds(-1))
        }
    }

    private static func calendar(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    private static func midnight(_ days: Int, before now: Timestamp, in zone: TimeZone) -> Timestamp {
        let calendar = calendar(zone)
        let today = calendar.startOfDay(for: Date(timeIntervalSince1970: now.seconds))
        return Timestamp(calendar.date(byAdding: .day, value: -days, to: today) ?? today)
    }

    private static func moment(_ components: DateComponents, in zone: TimeZone) -> Timestamp? {
        calendar(zone).date(from: components).map { Timestamp($0) }
    }
}

extension Timestamp {
    fileprivate init(_ date: Date) { self.init(seconds: date.timeIntervalSince1970) }
}
