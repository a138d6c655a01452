internal import CivilTime
internal import Tracking

/// Finds the times of events in a span.
struct Expansion {
    private(set) var span: Span
    var most = Agenda.mostOccurrences
    private let zones: ZoneTable
    private(set) var work: Work
    private var found: [Occurrence] = []

    /// How far local times and moments may be in another order: clocks are set back by at most three hours.
    private static let margin = 3 * 3600

    init(span: Span, zones: ZoneTable, _ work: Work) { (self.span, self.zones, self.work) = (span, zones, work) }

    /// All that was found, in order.
    mutating func all() -> [Occurrence] {
        shorten()
        return found
    }

    /// Puts what was found in order, and ends the span before the first that is too many.
    private mutating func shorten() {
        found.sort { ($0.start, $0.end, $0.title, $0.uid) < ($1.start, $1.end, $1.title, $1.uid) }
        guard found.count > most else { return }
        let end = found[most].start
        // Where all began before the span, it has no end that would help: it is told of, and the first ones are kept.
        span.to = max(end, span.from)
        let kept = found.prefix(most)
        found = kept.filter { $0.start < span.to || span.to == span.from }
    }

    private mutating func keep(_ event: CalendarEvent, _ start: Int, _ end: Int) {
        guard !event.isCancelled, span.has(start, end) else { return }
        let occurrence = Occurrence(
            uid: event.uid, title: event.title, location: event.location,
            start: Timestamp(milliseconds: Int64(start) * 1000), end: Timestamp(milliseconds: Int64(end) * 1000),
            isAllDay: event.start.isDate, isBusy: event.isBusy
        )
        found.append(occurrence)
        if found.count >= 2 * most + 1000 { shorten() }
    }

    /// The end of a time of an event, in seconds since 1970.
    private func end(_ event: CalendarEvent, _ own: CalendarEvent.Length?, _ start: EventTime, _ second: Int) -> Int {
        switch own ?? event.length {
        case .until(let end):
            // The same for each time of it, as long as the first one takes (section 3.8.5.3); of days, their number.
            let first = own == nil ? event.start : start
            if start.isDate { return zones.second(start.local + max(1, end.day - first.day) * 86_400, start.place) }
            return second + max(0, zones.second(end) - zones.second(first))
        case .length(let length):
            if start.isDate {
                let days = max(1, length.days + (length.seconds + 86_399) / 86_400)
                return zones.second(start.local + days * 86_400, start.place)
            }
            if length.days == 0 { return second + length.seconds }
            return max(second, zones.second(start.local + length.days * 86_400, start.place) + length.seconds)
        }
    }

    /// How long an event may be at most, in seconds, whenever it is.
    private func longest(_ event: CalendarEvent) -> Int {
        switch event.length {
        case .until(let end):
            max(0, zones.second(end) - zones.second(event.start)) + (event.start.isDate ? 86_400 : 0)
        case .length(let length): (length.days > 0 ? length.days + 1 : 0) * 86_400 + length.seconds
        }
    }

    /// Adds the times of an event and of what is changed in it.
    mutating func add(_ series: EventSeries) throws(TooMuchWork) {
        work.next()
        for event in series.overrides {
            try work.spend()
            let second = zones.second(event.start)
            keep(event, second, end(event, nil, event.start, second))
        }
        guard let master = series.master, !master.isCancelled else { return }
        if master.rules.isEmpty, master.added.isEmpty, series.overrides.isEmpty, master.exceptions.isEmpty {
            let second = zones.second(master.start)
            return keep(master, second, end(master, nil, master.start, second))
        }
        try addTimes(of: master, series.overrides)
    }

    private mutating func addTimes(of master: CalendarEvent, _ overrides: [CalendarEvent]) throws(TooMuchWork) {
        let later = overrides.filter(\.isThisAndFuture).compactMap { event in
            event.recurrenceID.map { id in
                (event: event, from: zones.second(id), shift: event.start.local - id.local)
            }
        }.sorted { $0.from < $1.from }
        let reach = later.map { abs($0.shift) + longest($0.event) }.max() ?? 0
        let seconds = span.seconds
        let window = (seconds.lowerBound - longest(master) - reach..<seconds.upperBound + reach).clamped(to: Span.years)
        var starts = try localStarts(of: master, window).map { (start: $0, length: CalendarEvent.Length?.none) }
        starts += master.added.map { ($0.start, $0.length) }
        guard !starts.isEmpty else { return }
        var excluded = Excluded(isOfDays: master.start.isDate)
        for time in master.exceptions { excluded.add(time, zones) }
        for event in overrides { if let id = event.recurrenceID { excluded.add(id, zones) } }
        var seen: Set<Int> = []
        for (start, length) in starts {
            try work.spend()
            let second = zones.second(start)
            guard window.contains(second), seen.insert(second).inserted else { continue }
            if excluded.has(second, day: zones.local(second, master.start.place).floored(by: 86_400)) { continue }
            guard let change = later.last(where: { $0.from <= second }) else {
                keep(master, second, end(master, length, start, second))
                continue
            }
            // As the changed one is: moved by as much, and as long.
            let moved = EventTime(
                local: start.local + change.shift, isDate: change.event.start.isDate, place: change.event.start.place
            )
            let movedSecond = zones.second(moved)
            keep(change.event, movedSecond, end(change.event, nil, moved, movedSecond))
        }
    }

    /// The local times of an event and its rules around a span of seconds, without those of its exception rules.
    private mutating func localStarts(of event: CalendarEvent, _ window: Range<Int>) throws(TooMuchWork) -> [EventTime]
    {
        let place = event.start.place
        let low = zones.local(window.lowerBound, place) - Self.margin
        let high = zones.local(window.upperBound, place) + Self.margin
        guard low < high else { return [] }
        let limit = most + 2 * Self.margin + 1
        var times: Set<Int> = []
        for rule in event.rules {
            times.formUnion(try self.times(of: rule, event, low..<high, atMost: limit, isFirst: true))
        }
        if (low..<high).contains(event.start.local) { times.insert(event.start.local) }
        for rule in event.exceptionRules where !times.isEmpty {
            let end = (times.max() ?? high) + 1
            times.subtract(try self.times(of: rule, event, low..<max(end, low + 1), atMost: .max, isFirst: false))
        }
        return times.sorted().map { EventTime(local: $0, isDate: event.start.isDate, place: place) }
    }

    private mutating func times(
        of rule: RecurrenceRule, _ event: CalendarEvent, _ range: Range<Int>, atMost most: Int, isFirst: Bool
    ) throws(TooMuchWork) -> [Int] {
        var rule = rule
        let start = event.start.local
        if isFirst, let count = rule.count {
            // The first time of an event counts, also where the rule would not have it (section 3.8.5.3).
            let first = try RecurrenceWalk(rule, start: start).starts(from: start, before: start + 1, atMost: 1, &work)
            if first.isEmpty {
                if count == 1 { return [] }
                rule.count = count - 1
            }
        }
        var end = range.upperBound
        var last = Int.max
        switch rule.until {
        case .day(let day)?: end = min(end, (day + 1) * 86_400)
        case .local(let time)?: end = min(end, time + 1)
        case .utc(let second)? where event.start.isDate: end = min(end, (second.floored(by: 86_400) + 1) * 86_400)
        case .utc(let second)?:
            end = min(end, zones.local(second, event.start.place) + Self.margin)
            last = second
        case nil: break
        }
        let walk = RecurrenceWalk(rule, start: start)
        let times = try walk.starts(from: range.lowerBound, before: end, atMost: most, &work)
        guard last < .max, let final = times.last, final > zones.local(last, event.start.place) - Self.margin else {
            return times
        }
        return times.filter { zones.second($0, event.start.place) <= last }
    }
}

/// Which times of an event are not as the event says.
private struct Excluded {
    private let isOfDays: Bool
    private var seconds: Set<Int> = []
    private var days: Set<Int> = []

    init(isOfDays: Bool) { self.isOfDays = isOfDays }

    /// A day excludes all that begins on it; a time excludes its day where the event is of days, as Outlook writes it.
    mutating func add(_ time: EventTime, _ zones: ZoneTable) {
        if time.isDate || isOfDays { days.insert(time.day) } else { seconds.insert(zones.second(time)) }
    }

    func has(_ second: Int, day: Int) -> Bool { seconds.contains(second) || days.contains(day) }
}
