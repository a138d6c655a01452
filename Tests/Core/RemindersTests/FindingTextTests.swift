import Calendars
import CivilTime
import TestSupport
import Testing
import Tracking

@testable import Reminders

/// What was found, in English, of each value that there is.
struct FindingTextTests {
    /// 10:00 on Wednesday, 2 September 2026, in Berlin.
    private static let now = Scene.at(10)

    private static func event(_ title: String) -> Finding.Value {
        .event(
            Occurrence(
                uid: "1", title: title, location: nil, start: Scene.at(9, 30), end: Scene.at(1, day: 1),
                isAllDay: false,
                isBusy: true
            )
        )
    }

    private static func weather(_ weather: Weather, from hour: Int = 9) -> Finding.Value {
        .weather(weather, from: Scene.at(hour), to: Scene.at(hour + 1), source: "Open-Meteo.com")
    }

    private static let everything = Weather(
        sky: .thunderstorm, temperature: -0.04, precipitation: 12.25, chance: 0.875, wind: 17, snowDepth: 0.305
    )

    private static let values: [(Finding.Value, String)] = [
        (.span(Scene.at(7)..<Scene.at(12, 5)), "from 07:00 to 12:05"),
        (.span(Scene.at(22)..<Scene.at(6, day: 1)), "from 22:00 to 06:00 on thu 2026-09-03"),
        (.span(Scene.at(22, day: -1)..<Scene.at(11)), "from 22:00 on tue 2026-09-01 to 11:00"),
        (.span(nil), "at no time within eight days"),
        (weather(Weather(sky: .rain)), "rain"),
        (weather(Weather(sky: .clear, temperature: 21.26), from: 15), "clear, 21.3 °C from 15:00"),
        (
            weather(everything),
            "thunderstorm, 0 °C, 12.3 mm/h, 87.5 % chance of precipitation, wind 17 m/s, snow 30.5 cm deep"
        ),
        (weather(Weather()), "nothing is told of it"),
        (event("Dentist"), "'Dentist' from 09:30 to 01:00 on thu 2026-09-03"),
        (event(""), "an event without a title from 09:30 to 01:00 on thu 2026-09-03"),
        (
            event(String(repeating: "x", count: 90)),
            "'\(String(repeating: "x", count: 60))' from 09:30 to 01:00 on thu 2026-09-03"
        ),
        (.event(nil), "no such event"),
        (.free(until: Scene.at(14)), "free until 14:00"), (.free(until: nil), "nothing is on"),
        (.distance(-42.4, sigma: 0.4, crossed: nil), "42 m inside"),
        (.distance(0, sigma: 20, crossed: nil), "0 m inside, give or take 20 m"),
        (.distance(12_345, sigma: 65, crossed: Scene.at(9, 59)), "12.3 km outside, give or take 65 m, since 09:59"),
        (.distance(.infinity, sigma: 65, crossed: nil), "there is none around"),
        (.isWithOwner(true), "with its owner"), (.isWithOwner(false), "not with its owner"),
        (.isLeftBehind(true), "left behind"), (.isLeftBehind(false), "not left behind"),
        (.battery(19), "its battery has 19 %"),
        (.missing(.noPosition), "no position is known: a phone has to tell where its owner is"),
        (
            .missing(.oldPosition(Scene.at(8, day: -1))),
            "the last position is of 08:00 on tue 2026-09-01, which is too old"
        ),
        (.missing(.unsure), "the position is too doubtful to say"),
        (.missing(.noPlace(title("Cabin"))), "there is no place 'Cabin'"),
        (.missing(.noThing(sample("umbrella"))), "there is no item 'umbrella'"),
        (.missing(.noLevel), "it is not known where it is"), (.missing(.noBattery), "its battery is not known"),
        (
            .missing(.off),
            "no source is configured for it: name one in facts.yaml, or connect a calendar"
        ),
        (.missing(.waiting), "it is being asked for"),
        (.missing(.failing("api.example does not answer")), "api.example does not answer"),
        (.missing(.lacks("snow_depth")), "the source does not tell the snow depth"),
        (.missing(.horizon), "the source does not look so far ahead"),
        (.missing(.noZone("Europe/Atlantis")), "there is no time zone 'Europe/Atlantis'"),
    ]

    @Test func `every value has its words`() {
        for (value, text) in Self.values {
            #expect(Finding(.fails, value).text(at: Self.now, zone: Scene.berlin) == text)
        }
    }

    @Test func `times are those of the zone that is asked for`() {
        let finding = Finding(.holds, .free(until: Scene.at(1)))
        #expect(finding.text(at: Self.now, zone: .utc) == "free until 23:00 on tue 2026-09-01")
    }

    @Test func `why nothing is known has a word of its own for programs`() {
        let words = Self.values.compactMap { value, _ in
            if case .missing(let missing) = value { missing.word } else { nil }
        }
        #expect(words.count == 13 && Set(words).count == 13)
        #expect(words.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "_" } })
    }
}
