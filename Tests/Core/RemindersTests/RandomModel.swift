import CivilTime
import Reminders
import Tracking

/// When a reminder is told, found by looking at each condition at each moment of a day, by nothing but what has
/// happened until then: as plain as can be, and with nothing of the engine.
struct RandomModel {
    let day: RandomDay
    let conditions: Conditions
    /// The weekday of the first day.
    let first: Weekday

    private var place: RandomDay.Place?
    private var isInside: Bool?
    private var crossed: Int?
    private var thing: Thing?
    private var hours: [RandomDay.Hour]?
    private var events: [RandomDay.Event]?

    init(_ day: RandomDay, _ conditions: Conditions, first: Weekday) {
        (self.day, self.conditions, self.first) = (day, conditions, first)
    }

    private enum Truth { case yes, no, unknown }

    /// The minutes at which it is told.
    ///
    /// Moments at which nothing can have changed since the one before are left out, as long as each is not asked for.
    mutating func told(lookingAtEach: Bool = false) -> [Int] {
        var told: [Int] = []
        var occasion: (since: Int, events: Set<String>)?
        for quarter in 0..<RandomDay.minutes / 15 {
            for moment in RandomDay.moments {
                let now = quarter * 15 + moment
                if day.isTold[now] { happen(now) } else if !lookingAtEach, !mayChange(now) { continue }
                switch all(now) {
                case .no: occasion = nil
                case .unknown: break
                case .yes:
                    let matching = matchingEvents(now)
                    let isNewSpan = occasion.map { spanBegan(now) > $0.since } ?? true
                    let isNewEvent = occasion.map { !matching.isSubset(of: $0.events) } ?? true
                    if isNewSpan || isNewEvent {
                        told.append(now)
                        occasion = (now, matching)
                    }
                }
            }
        }
        return told
    }

    /// Whether a condition may begin or end to hold at a moment by nothing but the time.
    private func mayChange(_ now: Int) -> Bool {
        if conditions.weather != nil, now % 60 == 0 { return true }
        switch now % 15 {
        case 0: return conditions.time != nil || conditions.availability != nil
        // Who is free until an event begins is so at that minute, and no longer behind it.
        case 1: return conditions.availability != nil
        default: return conditions.place != nil && crossed.map { now == $0 + 10 } ?? false
        }
    }

    private mutating func happen(_ now: Int) {
        if let place = day.places[now] {
            self.place = place
            // 80 % of a normal distribution lie below 0.8416 standard deviations.
            let depth = (100 - place.metres) / place.sigma
            let side: Bool? = depth > 0.8416 ? true : depth < -0.8416 ? false : nil
            if let side, side != isInside {
                if isInside != nil { crossed = now }
                isInside = side
            }
        }
        if let thing = day.things[now] { self.thing = thing }
        if let hours = day.forecasts[now] { self.hours = hours }
        if let events = day.agendas[now] { self.events = events.map(wanted) }
    }

    /// Whether all hold: one that does not is enough for no, whatever is not known besides.
    private func all(_ now: Int) -> Truth {
        var isUnknown = false
        func fails(_ truth: Truth) -> Bool {
            if truth == .unknown { isUnknown = true }
            return truth == .no
        }
        if let time = conditions.time, !timeHolds(time, now) { return .no }
        if let place = conditions.place, fails(placeHolds(place, now)) { return .no }
        if let thing = conditions.thing, fails(self.thing(thing)) { return .no }
        if let weather = conditions.weather, fails(self.weather(weather, now)) { return .no }
        if let availability = conditions.availability, fails(self.availability(availability, now)) { return .no }
        return isUnknown ? .unknown : .yes
    }

    private func weekday(_ day: Int) -> Weekday { Weekday(rawValue: (first.rawValue - 1 + day + 7) % 7 + 1) ?? first }

    private func minutes(_ end: DayEnd) -> Int {
        if case .clock(let time) = end { time.secondsOfDay / 60 } else { 0 }
    }

    private func timeHolds(_ condition: TimeCondition, _ now: Int) -> Bool {
        let (from, to, minute) = (minutes(condition.from), minutes(condition.to), now % 1440)
        let today = condition.days.contains(weekday(now / 1440))
        let yesterday = condition.days.contains(weekday(now / 1440 - 1))
        if from < to { return today && minute >= from && minute < to }
        return today && minute >= from || yesterday && minute < to
    }

    /// The minute at which the span that is on began; the beginning of time without one.
    private func spanBegan(_ now: Int) -> Int {
        guard let condition = conditions.time else { return .min }
        let (from, to, minute) = (minutes(condition.from), minutes(condition.to), now % 1440)
        let midnight = now - minute
        return from < to || minute >= from ? midnight + from : midnight - 1440 + from
    }

    private func weather(_ condition: WeatherCondition, _ now: Int) -> Truth {
        guard let hours, place != nil else { return .unknown }
        var isUnknown = false
        let last = now + Int(condition.within.components.seconds) / 60
        for index in now / 60...last / 60 {
            let hour = hours[index]
            var truth = Truth.yes
            if let sky = condition.sky {
                if hour.sky == nil { truth = .unknown } else if hour.sky != sky { truth = .no }
            }
            for limit in condition.limits where truth != .no {
                guard let temperature = hour.temperature else {
                    truth = .unknown
                    continue
                }
                if limit.side == .above ? temperature <= limit.bound : temperature >= limit.bound { truth = .no }
            }
            if truth == .yes { return .yes }
            if truth == .unknown { isUnknown = true }
        }
        return isUnknown ? .unknown : .no
    }

    /// The events that the condition is about.
    private func wanted(_ events: [RandomDay.Event]) -> [RandomDay.Event] {
        guard let condition = conditions.availability else { return [] }
        guard let word = condition.word else { return events.filter(\.isBusy) }
        return events.filter { $0.words.contains(word) }
    }

    private func counting(_ condition: AvailabilityCondition, _ now: Int) -> [RandomDay.Event] {
        func minutes(_ duration: Duration) -> Int { Int(duration.components.seconds) / 60 }
        return (events ?? []).filter { event in
            switch condition.state {
            case .free(let span): event.to > now && event.from < now + minutes(span)
            case .inEvent: event.from <= now && now < event.to
            case .begins(let within): now < event.from && event.from <= now + minutes(within)
            case .ends(let within): event.from <= now && now < event.to && event.to <= now + minutes(within)
            }
        }
    }

    private func availability(_ condition: AvailabilityCondition, _ now: Int) -> Truth {
        guard events != nil else { return .unknown }
        let isEmpty = counting(condition, now).isEmpty
        if case .free = condition.state { return isEmpty ? .yes : .no }
        return isEmpty ? .no : .yes
    }

    private func matchingEvents(_ now: Int) -> Set<String> {
        guard let condition = conditions.availability else { return [] }
        if case .free = condition.state { return [] }
        return Set(counting(condition, now).map(\.id))
    }

    private func placeHolds(_ condition: PlaceCondition, _ now: Int) -> Truth {
        guard place != nil, let isInside else { return .unknown }
        switch condition.event {
        case .within: return isInside ? .yes : .no
        case .enters, .leaves:
            guard isInside == (condition.event == .enters), let crossed else { return .no }
            return now < crossed + 10 ? .yes : .no
        }
    }

    private func thing(_ condition: ThingCondition) -> Truth {
        guard let thing else { return .unknown }
        switch condition.state {
        case .withOwner: return thing.isWithOwner.map { $0 ? .yes : .no } ?? .unknown
        case .away: return thing.isWithOwner.map { $0 ? .no : .yes } ?? .unknown
        case .leftBehind: return thing.isLeftBehind ? .yes : .no
        case .battery(let below): return thing.battery.map { $0 < below ? .yes : .no } ?? .unknown
        case .at: return .unknown
        }
    }
}
