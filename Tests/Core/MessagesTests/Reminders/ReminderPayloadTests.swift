import CivilTime
import Messages
import Reminders
import TestSupport
import Testing
import Tracking

/// Every payload about reminders, byte for byte; each is written so, and reads back as it was.
struct ReminderPayloadTests {
    private func expect<Value: Payload & Equatable>(_ value: Value, _ literal: String) throws {
        #expect(text(value.encoded()) == literal)
        #expect(try Value(decoding: bytes(literal)) == value)
    }

    /// A reminder of one condition.
    private func expect(_ conditions: Conditions, _ condition: String) throws {
        try expect(
            ReminderMessage(title: ItemName("Umbrella"), conditions: conditions),
            #"{"_type":"reminder","name":"Umbrella","colour":"blue","enabled":true,\#(condition)}"#
        )
    }

    private static func clock(_ hour: Int, _ minute: Int) throws -> DayEnd {
        .clock(try #require(ClockTime(hour: hour, minute: minute)))
    }

    @Test func `a reminder of all kinds`() throws {
        let conditions = try Conditions(
            time: TimeCondition(from: Self.clock(7, 0), to: Self.clock(9, 30), days: [.monday, .friday]),
            weather: WeatherCondition(within: .seconds(28_800), sky: .rain),
            availability: AvailabilityCondition(.free(.seconds(7200))),
            place: PlaceCondition(.leaves, .named(ItemName("Home"))),
            thing: ThingCondition(Name("umbrella"), .away)
        )
        try expect(
            ReminderMessage(
                title: ItemName("Schirm ☂"), colour: .violet, isEnabled: false, made: Sample.time,
                conditions: conditions
            ),
            """
            {"_type":"reminder","name":"Schirm ☂","colour":"violet","enabled":false,"made":"2026-05-01T09:00:00.250Z",\
            "time":{"from":"07:00","to":"09:30","days":["mon","fri"]},"weather":{"within_s":28800,"sky":"rain"},\
            "availability":{"free_s":7200},"place":{"event":"leaves","place":"Home"},\
            "thing":{"thing":"umbrella","is":"away"}}
            """
        )
    }

    @Test func `times of day`() throws {
        try expect(
            Conditions(time: TimeCondition(from: Self.clock(22, 0), to: Self.clock(6, 5), zone: "Europe/Ljubljana")),
            #""time":{"from":"22:00","to":"06:05","zone":"Europe/Ljubljana"}"#
        )
        try expect(
            Conditions(time: TimeCondition(from: .sunset(minutes: -30), to: .sunrise(minutes: 75), days: [.sunday])),
            #""time":{"from":"sunset-30m","to":"sunrise+1h15m","days":["sun"]}"#
        )
        try expect(
            Conditions(time: TimeCondition(from: .sunrise(minutes: 0), to: Self.clock(12, 0))),
            #""time":{"from":"sunrise","to":"12:00"}"#
        )
    }

    @Test func `the weather`() throws {
        let limits = try WeatherCondition.Measure.allCases.flatMap { measure in
            try [
                WeatherCondition.Limit(measure, .above, measure.range.lowerBound),
                WeatherCondition.Limit(measure, .below, measure.range.upperBound),
            ]
        }
        try expect(
            Conditions(weather: WeatherCondition(place: .named(ItemName("Cabin")), sky: .fog, limits: limits)),
            #""weather":{"place":{"place":"Cabin"},"sky":"fog","temperature_above":-90,"temperature_below":60,"#
                + #""precipitation_above":0,"precipitation_below":300,"chance_above":0,"chance_below":100,"#
                + #""wind_above":0,"wind_below":120,"snow_depth_above":0,"snow_depth_below":20}"#
        )
        let below = try WeatherCondition.Limit(.temperature, .below, -2.5)
        try expect(
            Conditions(
                weather: WeatherCondition(
                    place: .area(.circle(around: Sample.place, radius: 50), name: ItemName("Garden")),
                    limits: [below]
                )
            ),
            #""weather":{"place":{"name":"Garden","lat":52.5200066,"lon":13.4049541,"radius_m":50},"#
                + #""temperature_below":-2.5}"#
        )
    }

    @Test func `what the calendar says`() throws {
        let word = "flight \u{2708}"
        for (state, key) in [
            (.free(.seconds(600)), #""free_s":600"#), (.inEvent, #""in_event":true"#),
            (.begins(within: .seconds(86_400)), #""begins_within_s":86400"#),
            (.ends(within: .seconds(60)), #""ends_within_s":60"#),
        ] as [(AvailabilityCondition.State, String)] {
            try expect(Conditions(availability: AvailabilityCondition(state)), #""availability":{\#(key)}"#)
            if case .free = state { continue }
            try expect(
                Conditions(availability: AvailabilityCondition(state, word: word)),
                #""availability":{\#(key),"word":"\#(word)"}"#
            )
        }
    }

    @Test func `places`() throws {
        let corners = try [(60.1, 5.1), (60.11, 5.1), (60.1, 5.11)].map {
            try Coordinate(latitude: $0.0, longitude: $0.1)
        }
        let circle = try Area.circle(around: Sample.place, radius: 200)
        for (place, keys) in [
            (.named(try ItemName("Home")), #""place":"Home""#),
            (.area(circle, name: nil), #""lat":52.5200066,"lon":13.4049541,"radius_m":200"#),
            (
                .area(circle, name: try ItemName("Nice Street 1")),
                #""name":"Nice Street 1","lat":52.5200066,"lon":13.4049541,"radius_m":200"#
            ),
            (
                .area(try .polygon(through: corners), name: nil),
                #""points":[{"lat":60.1,"lon":5.1},{"lat":60.11,"lon":5.1},{"lat":60.1,"lon":5.11}]"#
            ),
            (.nearest(.cashMachine, radius: 150), #""kind":"cash-machine","radius_m":150"#),
        ] as [(PlaceTarget, String)] {
            for event in PlaceCondition.Event.allCases {
                try expect(
                    Conditions(place: PlaceCondition(event, place)), #""place":{"event":"\#(event.rawValue)",\#(keys)}"#
                )
            }
        }
    }

    @Test func `things`() throws {
        for (state, keys) in [
            (.withOwner, #""is":"with_owner""#), (.away, #""is":"away""#), (.leftBehind, #""is":"left_behind""#),
            (.at(.named(try ItemName("Home"))), #""is":"at","place":{"place":"Home"}"#),
            (.battery(below: 20), #""battery_below":20"#),
        ] as [(ThingCondition.State, String)] {
            try expect(
                Conditions(thing: ThingCondition(Name("umbrella"), state)), #""thing":{"thing":"umbrella",\#(keys)}"#
            )
        }
    }

    @Test func `what may be left out has a meaning of its own`() throws {
        let least = #"{"name":"Umbrella","weather":{"sky":"rain","place":null},"thing":null,"made":null}"#
        let read = try ReminderMessage(decoding: bytes(least))
        #expect(read.colour == .blue && read.isEnabled && read.made == nil)
        #expect(read.conditions.kinds == [.weather] && read.conditions.weather?.within == .zero)
        #expect(read.reminder(try Name("umbrella"), at: Sample.time).made == Sample.time)
        let hidden = #"{"name":"a\u202eb","weather":{"sky":"rain"}}"#
        #expect(try ReminderMessage(decoding: bytes(hidden)).title.text == "ab", "what cannot be seen is left out")
        let days = #"{"name":"x","time":{"from":"7:00","to":"09:00","days":["SUN","monday","sun"]}}"#
        #expect(try ReminderMessage(decoding: bytes(days)).conditions.time?.days == [.monday, .sunday])
        let two = #"{"name":"x","thing":{"thing":"a","is":"away"},"thing":{"thing":"b","is":"away"}}"#
        #expect(try ReminderMessage(decoding: bytes(two)).conditions.thing?.thing == Name("b"), "the last one counts")
    }

    @Test(arguments: ReminderEventMessage.Event.allCases)
    func `what is told`(event: ReminderEventMessage.Event) throws {
        var message = ReminderEventMessage(
            id: "01JT5N", event: event, owner: try Name("sam"), reminder: try Name("umbrella"),
            title: try ItemName("Umbrella"), colour: .red, time: Sample.time
        )
        let start =
            #"{"_type":"reminder-event","id":"01JT5N","event":"\#(event.rawValue)","owner":"sam","#
            + #""reminder":"umbrella","name":"Umbrella","colour":"red","time":"2026-05-01T09:00:00.250Z""#
        try expect(message, start + "}")
        message.until = Sample.time
        message.why = [FindingMessage(kind: .thing, verdict: .holds, text: "not with its owner")]
        message.link = "http://localhost:8467/reminders/sam/umbrella"
        try expect(
            message,
            start + #","until":"2026-05-01T09:00:00.250Z","why":[{"kind":"thing","verdict":"holds","#
                + #""text":"not with its owner"}],"link":"http://localhost:8467/reminders/sam/umbrella"}"#
        )
    }

    @Test func `how it stands`() throws {
        try expect(
            ReminderStateMessage(.waiting, ReminderState()), #"{"_type":"reminder-state","status":"waiting"}"#
        )
        let time = #""2026-05-01T09:00:00.250Z""#
        var state = ReminderState(
            told: Sample.time, subjects: [-1, 255, .min], fired: Sample.time, snoozedUntil: Sample.time,
            owner: Standing(side: .inside, crossed: Sample.time), thing: Standing(side: .outside, crossed: Sample.time)
        )
        (state.dismissed, state.putOff) = (Sample.time, Sample.time)
        for status in ReminderStatus.allCases {
            try expect(
                ReminderStateMessage(
                    status, state, why: [FindingMessage(kind: .time, verdict: .fails, text: "from 07:00 to 09:30")]
                ),
                #"{"_type":"reminder-state","status":"\#(status.rawValue)","last_fired":\#(time),"told":\#(time),"#
                    + #""subjects":["-1","ff","-8000000000000000"],"dismissed":\#(time),"put_off":\#(time),"#
                    + #""snoozed_until":\#(time),"side":"inside","#
                    + #""crossed":\#(time),"thing_side":"outside","thing_crossed":\#(time),"#
                    + #""why":[{"kind":"time","verdict":"fails","text":"from 07:00 to 09:30"}]}"#
            )
        }
    }

    @Test func `everything that is found of a condition`() throws {
        var finding = FindingMessage(kind: .weather, verdict: .unknown, text: "rain")
        finding.missing = "lacks"
        (finding.from, finding.to) = (Sample.time, Sample.time)
        finding.weather = Weather(
            sky: .rain, temperature: 12.5, precipitation: 0.25, chance: 0.07, wind: 3, snowDepth: 0.125
        )
        (finding.source, finding.event, finding.distance) = ("Open-Meteo.com", "Flight", -12.5)
        (finding.doubt, finding.battery) = (65, 20)
        let message = ReminderStateMessage(.unknown, ReminderState(), why: [finding])
        try expect(
            message,
            #"{"_type":"reminder-state","status":"unknown","why":[{"kind":"weather","verdict":"unknown","text":"rain","#
                + #""missing":"lacks","from":"2026-05-01T09:00:00.250Z","to":"2026-05-01T09:00:00.250Z","sky":"rain","#
                + #""temperature_c":12.5,"precipitation_mm":0.25,"chance_percent":7,"wind_m_s":3,"snow_depth_m":0.125,"#
                + #""source":"Open-Meteo.com","event":"Flight","distance_m":-12.5,"sigma_m":65,"battery_percent":20}]}"#
        )
    }
}
