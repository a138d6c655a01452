internal import CivilTime

/// Which days a rule takes, and what of that follows from the event's first day.
///
/// A day has to satisfy every part of the rule that is there. For the frequencies that RFC 5545 lets a part expand (the
/// table of section 3.3.10), this is the same: all days of the period are tried.
struct DayFilter: Sendable {
    private let months: Set<Int>
    private let weekNumbers: Set<Int>
    private let yearDays: Set<Int>
    private let monthDays: Set<Int>
    /// A bit for each day of the week that counts whichever it is of its month or year.
    private let weekdays: UInt8
    private let ordinals: [RecurrenceRule.Day]
    private let isOfYear: Bool
    private let weekStart: Int
    /// Whether each day is taken.
    let takesAll: Bool

    init(_ rule: RecurrenceRule, first: CivilDate) {
        var (months, monthDays, days) = (rule.months, rule.monthDays, rule.days)
        // What the rule does not say is as on the first day (section 3.3.10, "Information, not contained in the rule").
        if rule.yearDays.isEmpty, monthDays.isEmpty, days.isEmpty {
            switch rule.frequency {
            case .yearly where !rule.weekNumbers.isEmpty, .weekly:
                days = [RecurrenceRule.Day(ordinal: 0, weekday: first.daysSince1970.weekday)]
            case .yearly:
                if months.isEmpty { months = [first.month] }
                monthDays = [first.day]
            case .monthly: monthDays = [first.day]
            case .daily, .hourly, .minutely, .secondly: break
            }
        }
        // Ordinals are of months and years only.
        let hasOrdinals = rule.frequency >= .monthly
        ordinals = hasOrdinals ? days.filter { $0.ordinal != 0 } : []
        weekdays = days.filter { !hasOrdinals || $0.ordinal == 0 }.reduce(0) { $0 | 1 << UInt8($1.weekday) }
        (self.months, self.monthDays) = (months, monthDays)
        (weekNumbers, yearDays, weekStart) = (rule.weekNumbers, rule.yearDays, rule.weekStart)
        isOfYear = rule.frequency == .yearly && rule.months.isEmpty
        takesAll = months.isEmpty && monthDays.isEmpty && days.isEmpty && weekNumbers.isEmpty && yearDays.isEmpty
    }

    /// The days that it takes of a month, in days since 1970.
    func days(ofMonth month: Int, year: Int, _ work: inout Work) throws(TooMuchWork) -> [Int] {
        try work.spend()
        guard months.isEmpty || months.contains(month),
            let first = CivilDate(year: year, month: month, day: 1)
        else { return [] }
        let length = CivilDate.daysInMonth(month, year: year)
        var wanted = Array(1...length)
        if !monthDays.isEmpty {
            let days = monthDays.map { $0 > 0 ? $0 : length + 1 + $0 }
            wanted = Set(days.filter { (1...length).contains($0) }).sorted()
        }
        let begin = first.daysSince1970
        let beginOfYear = begin - (first.dayOfYear - 1)
        var taken: [Int] = []
        try work.spend(wanted.count)
        for day in wanted where takes(begin + day - 1, year, day, length, beginOfYear) { taken.append(begin + day - 1) }
        return taken
    }

    /// Whether it takes a day.
    func takes(_ day: Int) -> Bool {
        if takesAll { return true }
        let date = CivilDate(daysSince1970: day)
        guard months.isEmpty || months.contains(date.month) else { return false }
        let length = CivilDate.daysInMonth(date.month, year: date.year)
        guard monthDays.isEmpty || monthDays.contains(date.day) || monthDays.contains(date.day - length - 1) else {
            return false
        }
        return takes(day, date.year, date.day, length, day - (date.dayOfYear - 1))
    }

    /// Whether it takes a day whose month and number in the month are right.
    private func takes(_ day: Int, _ year: Int, _ number: Int, _ length: Int, _ beginOfYear: Int) -> Bool {
        let lengthOfYear = CivilDate.daysInMonth(2, year: year) + 337
        let dayOfYear = day - beginOfYear + 1
        if !yearDays.isEmpty, !yearDays.contains(dayOfYear), !yearDays.contains(dayOfYear - lengthOfYear - 1) {
            return false
        }
        if weekdays != 0 || !ordinals.isEmpty, weekdays & (1 << UInt8(day.weekday)) == 0 {
            let (place, whole) = isOfYear ? (dayOfYear, lengthOfYear) : (number, length)
            let (fromBegin, fromEnd) = ((place - 1) / 7 + 1, -((whole - place) / 7 + 1))
            let isOne = ordinals.contains { ordinal in
                ordinal.weekday == day.weekday && (ordinal.ordinal == fromBegin || ordinal.ordinal == fromEnd)
            }
            if !isOne { return false }
        }
        return weekNumbers.isEmpty || isInWeek(day, beginOfYear, lengthOfYear)
    }

    /// Whether a day is in one of the weeks by number: the first of a year is the one with at least four of its days.
    private func isInWeek(_ day: Int, _ beginOfYear: Int, _ lengthOfYear: Int) -> Bool {
        var (first, next) = (firstWeek(of: beginOfYear), firstWeek(of: beginOfYear + lengthOfYear))
        // The last days of December may be in the first week of the next year.
        if day >= next { return weekNumbers.contains(1) }
        if day < first {
            let lastYear = beginOfYear - 1
            let begin = lastYear - (CivilDate(daysSince1970: lastYear).dayOfYear - 1)
            (first, next) = (firstWeek(of: begin), first)
        }
        let weeks = (next - first) / 7
        let week = (day - first) / 7 + 1
        return weekNumbers.contains(week) || weekNumbers.contains(week - weeks - 1)
    }

    private func firstWeek(of beginOfYear: Int) -> Int {
        let into = (beginOfYear.weekday - weekStart + 7) % 7
        return into <= 3 ? beginOfYear - into : beginOfYear + 7 - into
    }
}

extension Int {
    /// The day of the week of a day since 1970, from Monday, 0, on: 1970 began with a Thursday.
    var weekday: Int { let rest = (self + 3) % 7; return rest < 0 ? rest + 7 : rest }

    /// The quotient, rounded down.
    func floored(by divisor: Int) -> Int {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}
