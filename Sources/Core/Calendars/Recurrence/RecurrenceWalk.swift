internal import CivilTime

/// Goes through the local times of a rule, step by step of its frequency, and begins near the span that is asked for.
///
/// A step is a set of days and a set of times of the day, all of whose pairs are meant: they are only made where they
/// are needed, and their places (BYSETPOS) and number (COUNT) follow from the sizes of both.
struct RecurrenceWalk: Sendable {
    private static let day = 86_400
    /// The last day of the year 9999, where calendars end.
    private static let end = 2_932_896

    private let rule: RecurrenceRule
    private let start: Int
    private let filter: DayFilter
    /// What is added to a day, or to the beginning of an hour, minute or second, in order.
    private let times: [Int]
    private let firstDate: CivilDate

    /// A rule of an event that begins first at some local time, in seconds since 1970 as if it were UTC.
    init(_ rule: RecurrenceRule, start: Int) {
        (self.rule, self.start) = (rule, start)
        firstDate = CivilDate(daysSince1970: start.floored(by: Self.day))
        filter = DayFilter(rule, first: firstDate)
        let time = start - start.floored(by: Self.day) * Self.day
        let seconds = rule.seconds.isEmpty ? [time % 60] : rule.seconds
        let minutes = rule.minutes.isEmpty ? [time / 60 % 60] : rule.minutes
        let hours = rule.hours.isEmpty ? [time / 3600] : rule.hours
        switch rule.frequency {
        case .secondly: times = [0]
        case .minutely: times = seconds
        case .hourly: times = minutes.flatMap { minute in seconds.map { minute * 60 + $0 } }
        case .daily, .weekly, .monthly, .yearly:
            times = hours.flatMap { hour in minutes.flatMap { minute in seconds.map { (hour * 60 + minute) * 60 + $0 } }
            }
        }
    }

    /// One step: what its times are added to, and those of all pairs that the rule takes, nil for all.
    private struct Step {
        let bases: [Int]
        let chosen: [Int]?
        let times: [Int]

        var count: Int { chosen?.count ?? bases.count * times.count }

        func value(_ place: Int) -> Int {
            let index = chosen?[place] ?? place
            return bases[index / times.count] + times[index % times.count]
        }

        /// The place of the first that is not before some time.
        func place(of time: Int) -> Int {
            var (low, high) = (0, count)
            while low < high {
                let middle = (low + high) / 2
                if value(middle) < time { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }

    /// The times in `from ..< end` at which the event begins, in order, at most some many.
    ///
    /// - Throws: `TooMuchWork` where the rule goes on too long before it gets there.
    func starts(from: Int, before end: Int, atMost most: Int, _ work: inout Work) throws(TooMuchWork) -> [Int] {
        var (found, used): ([Int], Int) = ([], 0)
        let from = max(from, start)
        var number = 0
        if rule.count == nil || rule.isEven {
            number = max(0, (index(of: from) - index(of: start)) / rule.interval)
            used = number
        }
        while found.count < most {
            try work.spend()
            let (begin, next) = beginning(number)
            guard let begin, begin < end else { break }
            if let next {
                number = next
                continue
            }
            let step = try self.step(number, &work)
            var place = step.place(of: start)
            var last = step.count
            if let count = rule.count {
                guard used < count else { break }
                last = min(last, place + count - used)
                used += last - place
            }
            place = max(place, step.place(of: from))
            while place < last, found.count < most {
                let time = step.value(place)
                guard time < end else { return found }
                try work.spend()
                found.append(time)
                place += 1
            }
            number += 1
        }
        return found
    }

    /// How many steps of length one there are from year 0, or from 1970, to the one that has a time.
    private func index(of time: Int) -> Int {
        let day = time.floored(by: Self.day)
        switch rule.frequency {
        case .yearly: return CivilDate(daysSince1970: min(day, Self.end)).year
        case .monthly:
            let date = CivilDate(daysSince1970: min(day, Self.end))
            return date.year * 12 + date.month - 1
        case .weekly: return (day + 3 - rule.weekStart).floored(by: 7)
        case .daily: return day
        case .hourly: return time.floored(by: 3600)
        case .minutely: return time.floored(by: 60)
        case .secondly: return time
        }
    }

    /// When a step begins, nil behind the last year; and the number of the next that may have a time, if it is another.
    private func beginning(_ number: Int) -> (begin: Int?, next: Int?) {
        let (moved, overflow) = number.multipliedReportingOverflow(by: rule.interval)
        guard !overflow, moved < 1 << 40 else { return (nil, nil) }
        let index = self.index(of: start) + moved
        let begin: Int
        switch rule.frequency {
        case .yearly: begin = CivilDate(year: index, month: 1, day: 1)?.daysSince1970 ?? Self.end + 1
        case .monthly: begin = CivilDate(year: index / 12, month: index % 12 + 1, day: 1)?.daysSince1970 ?? Self.end + 1
        case .weekly: begin = index * 7 - 3 + rule.weekStart
        case .daily: begin = index
        case .hourly, .minutely, .secondly:
            let unit = rule.frequency.unit ?? 1
            let time = index * unit
            guard time < (Self.end + 1) * Self.day else { return (nil, nil) }
            return (time, resume(after: time).map { max(number + 1, self.number(at: $0, unit)) })
        }
        return begin > Self.end ? (nil, nil) : (begin * Self.day, nil)
    }

    /// The number of the first step that does not begin before a time.
    private func number(at time: Int, _ unit: Int) -> Int {
        let away = (time + unit - 1).floored(by: unit) - start.floored(by: unit)
        return (away + rule.interval - 1).floored(by: rule.interval)
    }

    /// When the next day, hour or minute begins, where the rule takes nothing of this one.
    private func resume(after time: Int) -> Int? {
        let day = time.floored(by: Self.day)
        if !filter.takes(day) { return (day + 1) * Self.day }
        let inDay = time - day * Self.day
        if !rule.hours.isEmpty, !rule.hours.contains(inDay / 3600) { return (time.floored(by: 3600) + 1) * 3600 }
        guard rule.frequency != .hourly else { return nil }
        if !rule.minutes.isEmpty, !rule.minutes.contains(inDay / 60 % 60) { return (time.floored(by: 60) + 1) * 60 }
        guard rule.frequency == .secondly else { return nil }
        return rule.seconds.isEmpty || rule.seconds.contains(inDay % 60) ? nil : time + 1
    }

    private func step(_ number: Int, _ work: inout Work) throws(TooMuchWork) -> Step {
        let bases = try self.bases(number, &work)
        let all = bases.count * times.count
        guard !rule.positions.isEmpty else { return Step(bases: bases, chosen: nil, times: times) }
        let places = rule.positions.map { $0 > 0 ? $0 - 1 : all + $0 }
        try work.spend(places.count)
        return Step(bases: bases, chosen: Set(places.filter { (0..<all).contains($0) }).sorted(), times: times)
    }

    /// What the times of a step are added to.
    private func bases(_ number: Int, _ work: inout Work) throws(TooMuchWork) -> [Int] {
        let index = self.index(of: start) + number * rule.interval
        if let unit = rule.frequency.unit { return [index * unit] }
        var days: [Int] = []
        switch rule.frequency {
        case .yearly:
            for month in 1...12 { days += try filter.days(ofMonth: month, year: index, &work) }
        case .monthly: days = try filter.days(ofMonth: index % 12 + 1, year: index / 12, &work)
        case .weekly:
            try work.spend(7)
            let begin = index * 7 - 3 + rule.weekStart
            days = (begin..<begin + 7).filter { filter.takes($0) }
        case .daily, .hourly, .minutely, .secondly: days = filter.takes(index) ? [index] : []
        }
        return days.map { $0 * Self.day }
    }
}
