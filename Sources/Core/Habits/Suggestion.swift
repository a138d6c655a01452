public import CivilTime
public import Reminders
public import Tracking

/// A reminder that fits what somebody does anyway: offered, and never switched on by itself.
public struct Suggestion: Hashable, Sendable {
    public let thing: Name
    /// What a person calls the thing.
    public let title: ItemName
    /// The place that is left.
    public let place: ItemName
    /// The days on which it goes along.
    public let days: Set<Weekday>
    /// The time of day, local, at which somebody leaves with it; nil for any.
    public let span: Span?
    /// On how many days it went along each time somebody left between these times.
    public let along: Int
    /// Of how many, without those of which nothing is known.
    public let known: Int
    /// On how many more somebody left and nothing tells whether it went along.
    public let unknown: Int
    /// The least share that goes with the count, with 95 % confidence, 0 to 1.
    public let confidence: Double

    /// From a time of day to another one of the same day.
    public struct Span: Hashable, Sendable {
        public let from: ClockTime
        /// Midnight for the end of the day.
        public let to: ClockTime
    }

    /// The reminder's conditions: its owner leaves the place at these times, and the thing is away.
    public var conditions: Conditions? {
        guard let away = try? ThingCondition(thing, .away) else { return nil }
        return try? Conditions(time: time, place: PlaceCondition(.leaves, .named(place)), thing: away)
    }

    private var time: TimeCondition? {
        if span == nil, days == TimeCondition.everyDay { return nil }
        let span = span ?? Span(from: .midnight, to: .lastMinute)
        return try? TimeCondition(from: .clock(span.from), to: .clock(span.to), days: days)
    }
}

extension ClockTime {
    /// 23:59, where a span may not end as it begins.
    static let lastMinute = ClockTime(hour: 23, minute: 59) ?? .midnight
}

extension Suggestion {
    init(_ rule: HabitRule, _ belonging: Belonging, _ place: HabitPlace) {
        thing = belonging.thing
        title = belonging.title
        self.place = place.name
        days = rule.days
        span = rule.window.isDay ? nil : Span(rule.window)
        let share = rule.tally.share
        (along, known, unknown) = (share.count, share.total, Int(rule.tally.unknown))
        confidence = share.low
    }
}

extension Suggestion.Span {
    fileprivate init?(_ window: Window) {
        let seconds = DayRecord.slotSeconds
        guard let from = ClockTime(secondsOfDay: window.first * seconds) else { return nil }
        self.from = from
        let end = ClockTime(secondsOfDay: window.end * seconds) ?? .midnight
        to = end == from ? .lastMinute : end
    }
}
