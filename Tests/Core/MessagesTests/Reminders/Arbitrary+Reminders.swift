import CivilTime
import Messages
import Reminders
import TestSupport
import Tracking

/// Random reminders, of every form of every condition.
extension Arbitrary {
    mutating func reminder() throws -> Kept<ReminderMessage> {
        Kept(
            ReminderMessage(
                title: try title(), colour: one(of: Reminder.Colour.self), isEnabled: integer(0...1) == 1,
                made: maybe { $0.time() }, conditions: try conditions()
            ),
            extra: try extra()
        )
    }

    mutating func reminderEvent() throws -> Kept<ReminderEventMessage> {
        let why = try findings()
        return Kept(
            ReminderEventMessage(
                id: text(1...40), event: one(of: ReminderEventMessage.Event.self), owner: try name(),
                reminder: try name(), title: try title(), colour: one(of: Reminder.Colour.self), time: time(),
                until: maybe { $0.time() }, why: why, link: maybe { $0.text(0...80) }
            ),
            extra: try extra()
        )
    }

    mutating func reminderState() throws -> Kept<ReminderStateMessage> {
        var state = ReminderState(
            told: maybe { $0.time() },
            subjects: (0..<integer(0...4)).map { _ in Int.random(in: .min ... .max, using: &generator) },
            fired: maybe { $0.time() },
            snoozedUntil: maybe { $0.time() },
            owner: standing(),
            thing: standing()
        )
        (state.dismissed, state.putOff) = (maybe { $0.time() }, maybe { $0.time() })
        return Kept(
            ReminderStateMessage(one(of: ReminderStatus.self), state, why: try findings()), extra: try extra()
        )
    }

    private mutating func standing() -> Standing {
        Standing(side: maybe { $0.one(of: Side.self) }, crossed: maybe { $0.time() })
    }

    private mutating func findings() throws -> [FindingMessage] { (0..<integer(0...5)).map { _ in finding() } }

    private mutating func finding() -> FindingMessage {
        var finding = FindingMessage(
            kind: one(of: Conditions.Kind.self), verdict: one(of: Verdict.self), text: text(0...60)
        )
        finding.missing = maybe { $0.text(1...20) }
        (finding.from, finding.to) = (maybe { $0.time() }, maybe { $0.time() })
        finding.weather = maybe { chance in
            Weather(
                sky: chance.one(of: Sky.self),
                temperature: chance.maybe { $0.number(-90...60, decimals: 10) },
                precipitation: chance.maybe { $0.number(0...300, decimals: 100) },
                chance: chance.maybe { Double($0.integer(0...100)) / 100 },
                wind: chance.maybe { $0.number(0...120, decimals: 10) },
                snowDepth: chance.maybe { $0.number(0...20, decimals: 1000) }
            )
        }
        (finding.source, finding.event) = (maybe { $0.text(0...40) }, maybe { $0.text(0...40) })
        finding.distance = maybe { $0.number(-10_000...20_000_000, decimals: 10) }
        finding.doubt = maybe { $0.number(0...5000, decimals: 10) }
        finding.battery = maybe { $0.integer(0...100) }
        return finding
    }

    /// Any name that people may give, in any script.
    private mutating func title() throws -> ItemName {
        let titles = [
            "Umbrella", "Schlüssel 🔑", "傘を持って行く", "قفل الباب", "👩‍👩‍👧‍👦 abholen", "\u{1F3F4}\u{E0067}\u{E007F}",
            "a\u{301}e\u{308}",
            "\"quoted\" \\ /", String(repeating: "😀", count: 60),
        ]
        return try ItemName(titles[integer(0...titles.count - 1)])
    }

    private mutating func conditions() throws -> Conditions {
        while true {
            let found = try? Conditions(
                time: try maybe { try $0.timeCondition() }, weather: try maybe { try $0.weatherCondition() },
                availability: try maybe { try $0.availabilityCondition() },
                place: try maybe {
                    PlaceCondition($0.one(of: PlaceCondition.Event.self), try $0.target(canBeNearest: true))
                },
                thing: try maybe { try $0.thingCondition() }
            )
            if let found { return found }
        }
    }

    private mutating func timeCondition() throws -> TimeCondition {
        let (from, days) = (dayEnd(), Set(Weekday.allCases.filter { _ in integer(0...1) == 1 }))
        var to = dayEnd()
        while to == from { to = dayEnd() }
        return try TimeCondition(
            from: from, to: to, days: days.isEmpty ? TimeCondition.everyDay : days, zone: maybe { $0.text(1...30) }
        )
    }

    private mutating func dayEnd() -> DayEnd {
        switch integer(0...2) {
        case 0: .clock(ClockTime(hour: integer(0...23), minute: integer(0...59)) ?? .noon)
        case 1: .sunrise(minutes: integer(-DayEnd.most...DayEnd.most))
        default: .sunset(minutes: integer(-DayEnd.most...DayEnd.most))
        }
    }

    private mutating func weatherCondition() throws -> WeatherCondition {
        let measures = WeatherCondition.Measure.allCases.filter { _ in integer(0...2) == 0 }
        let limits = try measures.map { measure in
            try WeatherCondition.Limit(
                measure, one(of: WeatherCondition.Side.self), number(measure.range, decimals: 100))
        }
        return try WeatherCondition(
            place: try maybe { try $0.target(canBeNearest: false) }, within: .seconds(integer(0...172_800)),
            sky: limits.isEmpty ? one(of: Sky.self) : maybe { $0.one(of: Sky.self) }, limits: limits
        )
    }

    private mutating func availabilityCondition() throws -> AvailabilityCondition {
        let word = maybe { $0.integer(0...1) == 0 ? "flight" : "Zahnärztin 🦷" }
        return switch integer(0...3) {
        case 0: try AvailabilityCondition(.free(.seconds(integer(600...604_800))))
        case 1: try AvailabilityCondition(.inEvent, word: word)
        case 2: try AvailabilityCondition(.begins(within: .seconds(integer(60...604_800))), word: word)
        default: try AvailabilityCondition(.ends(within: .seconds(integer(60...604_800))), word: word)
        }
    }

    private mutating func thingCondition() throws -> ThingCondition {
        let thing = try name()
        return switch integer(0...4) {
        case 0: try ThingCondition(thing, .withOwner)
        case 1: try ThingCondition(thing, .away)
        case 2: try ThingCondition(thing, .leftBehind)
        case 3: try ThingCondition(thing, .at(try target(canBeNearest: false)))
        default: try ThingCondition(thing, .battery(below: integer(1...100)))
        }
    }

    private mutating func target(canBeNearest: Bool) throws -> PlaceTarget {
        switch integer(0...(canBeNearest ? 3 : 2)) {
        case 0: return .named(try title())
        case 1:
            let area = try Area.circle(around: coordinate(), radius: number(1...10_000, decimals: 10))
            return .area(area, name: try maybe { try $0.title() })
        case 2:
            let middle = try Coordinate(
                latitude: number(1...60, decimals: 1e5), longitude: number(1...100, decimals: 1e5))
            let corners = (0..<integer(3...8)).map { _ in
                middle.offset(north: number(-5000...5000, decimals: 10), east: number(-5000...5000, decimals: 10))
            }
            return .area(try .polygon(through: corners), name: try maybe { try $0.title() })
        default: return .nearest(one(of: SpotKind.self), radius: number(20...1000, decimals: 10))
        }
    }
}
