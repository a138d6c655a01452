import Calendars
import CivilTime
import Reminders
import TestSupport
import Tracking

/// What happens in two days at random, to be told to the engine and to be looked at by a model of it.
///
/// Spans of time, events and slots of forecasts begin at whole quarters of an hour; what is told comes at minutes of
/// its own behind them, so that no two things happen in one minute.
struct RandomDay {
    static let days = 2
    static let minutes = days * 1440

    /// Minutes of the quarter at which something is told, and 11, at which a place was left for ten minutes.
    static let moments = [0, 1, 3, 5, 7, 11]

    /// Titles of events, and words that conditions look for in them: whole ones, parts, in letters of another case.
    static let titles = ["Flight", "Work", "Gym", "Fußball", "FUẞBALL 7", "Flug nach Zürich", "Halle ZÜRICH"]
    static let words = ["flight", "FLUG", "fußball", "ball", "ZÜRICH", "zür", "k 1", "FUSSBALL"]

    struct Place { let metres: Double, sigma: Double }
    struct Event {
        let title: String, from: Int, to: Int, isBusy: Bool
        /// What tells it from others, and which of the words of ``RandomDay/words`` are part of its title: found once, as
        /// they are asked for often.
        let id: String, words: Set<String>

        init(title: String, from: Int, to: Int, isBusy: Bool) {
            (self.title, self.from, self.to, self.isBusy) = (title, from, to, isBusy)
            id = "\(title) \(from)"
            let letters = Self.small(title)
            words = Set(RandomDay.words.filter { Self.isPart(Self.small($0), of: letters) })
        }

        /// Letter by letter, so that nothing of how the engine looks for words is asked for what it should find.
        private static func small(_ text: String) -> [String] { text.unicodeScalars.map(\.properties.lowercaseMapping) }

        private static func isPart(_ word: [String], of title: [String]) -> Bool {
            title.indices.contains { title[$0...].prefix(word.count).elementsEqual(word) }
        }
    }
    struct Hour { let sky: Sky?, temperature: Double? }

    /// By the minute at which it is told.
    var places: [Int: Place] = [:]
    var things: [Int: Thing?] = [:]
    var forecasts: [Int: [Hour]?] = [:]
    var agendas: [Int: [Event]?] = [:]
    /// The minutes at which something of these is told.
    private(set) var isTold = [Bool](repeating: false, count: Self.minutes)

    init(_ random: inout SeededGenerator) {
        for quarter in 0..<Self.minutes / 15 {
            let minute = quarter * 15
            if random.one(of: 3) {
                let metres: Double = [0, 30, 60, 99, 101, 150, 500].randomElement(using: &random) ?? 0
                places[minute + 1] = Place(metres: metres, sigma: random.one(of: 3) ? 40 : 2)
            }
            if random.one(of: 4) {
                let thing = Thing(
                    isWithOwner: [true, false, nil].randomElement(using: &random) ?? nil,
                    isLeftBehind: Bool.random(using: &random),
                    battery: random.one(of: 3) ? nil : Int.random(in: 1...100, using: &random)
                )
                things[minute + 3] = .some(random.one(of: 8) ? nil : thing)
            }
            if quarter == 2 || random.one(of: 12) { forecasts[minute + 5] = .some(Self.hours(&random)) }
            if quarter == 1 || random.one(of: 30) { agendas[minute + 7] = .some(Self.events(&random)) }
        }
        for minute in Array(places.keys) + things.keys + forecasts.keys + agendas.keys { isTold[minute] = true }
    }

    /// Hours from the beginning on, for four days; nil for a source that is down.
    private static func hours(_ random: inout SeededGenerator) -> [Hour]? {
        if random.one(of: 6) { return nil }
        var sky = Sky.clear
        return (0..<96).map { _ in
            if random.one(of: 4) { sky = [.clear, .clouds, .rain].randomElement(using: &random) ?? sky }
            return Hour(
                sky: random.one(of: 40) ? nil : sky,
                temperature: random.one(of: 40) ? nil : Double(Int.random(in: -5...25, using: &random))
            )
        }
    }

    /// For ten days; nil for a source that is down.
    private static func events(_ random: inout SeededGenerator) -> [Event]? {
        if random.one(of: 6) { return nil }
        return (0..<24).map { number in
            let from = Int.random(in: 0..<10 * 96, using: &random) * 15
            let to = from + Int.random(in: 1...16, using: &random) * 15
            let title = titles.randomElement(using: &random) ?? "Work"
            return Event(title: "\(title) \(number)", from: from, to: to, isBusy: !random.one(of: 4))
        }
    }
}

extension SeededGenerator {
    /// True once in so many times.
    mutating func one(of count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}

extension Conditions {
    /// Conditions of kinds at random.
    static func random(_ random: inout SeededGenerator) -> Conditions {
        while true {
            let kinds = Kind.allCases.filter { _ in random.one(of: 2) }
            let found = try? Conditions(
                time: kinds.contains(.time) ? .random(&random) : nil,
                weather: kinds.contains(.weather) ? .random(&random) : nil,
                availability: kinds.contains(.availability) ? .random(&random) : nil,
                place: kinds.contains(.place) ? .random(&random) : nil,
                thing: kinds.contains(.thing) ? .random(&random) : nil
            )
            if let found { return found }
        }
    }
}

extension TimeCondition {
    fileprivate static func random(_ random: inout SeededGenerator) -> TimeCondition? {
        let (from, to) = (quarter(&random), quarter(&random))
        let days = Weekday.allCases.filter { _ in !random.one(of: 4) }
        return try? TimeCondition(from: .clock(from), to: .clock(to), days: Set(days))
    }

    private static func quarter(_ random: inout SeededGenerator) -> ClockTime {
        ClockTime(secondsOfDay: Int.random(in: 0..<96, using: &random) * 900) ?? .midnight
    }
}

extension WeatherCondition {
    fileprivate static func random(_ random: inout SeededGenerator) -> WeatherCondition? {
        let within = [0, 3600, 3 * 3600, 8 * 3600].randomElement(using: &random) ?? 0
        let bound = Double(Int.random(in: 0...20, using: &random))
        let side: Side = random.one(of: 2) ? .above : .below
        let hasSky = random.one(of: 2)
        let limit = try? Limit(.temperature, side, bound)
        let limits = hasSky && random.one(of: 2) ? [] : [limit].compactMap { $0 }
        return try? WeatherCondition(within: .seconds(within), sky: hasSky ? .rain : nil, limits: limits)
    }
}

extension AvailabilityCondition {
    fileprivate static func random(_ random: inout SeededGenerator) -> AvailabilityCondition? {
        let span = Duration.seconds(([2, 4, 8, 96].randomElement(using: &random) ?? 2) * 900)
        let word = random.one(of: 2) ? RandomDay.words.randomElement(using: &random) : nil
        return switch Int.random(in: 0..<4, using: &random) {
        case 0: try? AvailabilityCondition(.free(span))
        case 1: try? AvailabilityCondition(.inEvent, word: word)
        case 2: try? AvailabilityCondition(.begins(within: span), word: word)
        default: try? AvailabilityCondition(.ends(within: span), word: word)
        }
    }
}

extension PlaceCondition {
    fileprivate static func random(_ random: inout SeededGenerator) -> PlaceCondition {
        let event = Event.allCases.randomElement(using: &random) ?? .within
        return PlaceCondition(event, .area(.circle(Scene.home, radius: 100), name: nil))
    }
}

extension ThingCondition {
    fileprivate static func random(_ random: inout SeededGenerator) -> ThingCondition? {
        let states: [State] = [
            .withOwner, .away, .leftBehind, .battery(below: Int.random(in: 1...100, using: &random)),
        ]
        return try? ThingCondition(sample("umbrella"), states.randomElement(using: &random) ?? .away)
    }
}
