import CivilTime
import Reminders
import Settings
import Tracking

extension Conditions {
    /// What is to be the case, for each kind that there is.
    var sentences: [(kind: Kind, sentence: String)] {
        let all = [
            time.map { (Kind.time, $0.sentence) }, weather.map { (.weather, $0.sentence) },
            availability.map { (.availability, $0.sentence) }, place.map { (.place, $0.sentence) },
            thing.map { (.thing, $0.sentence) },
        ]
        return all.compactMap(\.self)
    }
}

extension TimeCondition {
    /// `07:00 to 09:30 on mon-fri (Europe/Ljubljana)`.
    var sentence: String {
        let on = days == Self.everyDay ? "" : " on \(Self.text(of: days))"
        return "\(from) to \(to)\(on)" + (zone.map { " (\($0.printable))" } ?? "")
    }

    /// Runs of three days or more by their ends.
    private static func text(of days: Set<Weekday>) -> String {
        var runs: [[Weekday]] = []
        for day in days.sorted() {
            if let last = runs.last?.last, day.rawValue == last.rawValue + 1 {
                runs[runs.count - 1].append(day)
            } else {
                runs.append([day])
            }
        }
        return runs.flatMap { run in
            run.count > 2 ? ["\(run[0])-\(run[run.count - 1])"] : run.map { "\($0)" }
        }.joined(separator: ", ")
    }
}

extension WeatherCondition {
    /// `rain and temperature below 3 °C within 8h at Home`.
    var sentence: String {
        let bounds = limits.map { limit in
            "\(limit.measure.words) \(limit.side.rawValue) \(limit.bound.short) \(limit.measure.unit)"
        }
        let what = ([sky?.rawValue].compactMap(\.self) + bounds).joined(separator: " and ")
        return what + (within > .zero ? " within \(within.compact)" : "") + (place.map { " at \($0.sentence)" } ?? "")
    }
}

extension WeatherCondition.Measure {
    fileprivate var words: String {
        switch self {
        case .temperature: "temperature"
        case .precipitation: "precipitation"
        case .chance: "chance of precipitation"
        case .wind: "wind"
        case .snowDepth: "snow depth"
        }
    }

    fileprivate var unit: String {
        switch self {
        case .temperature: "°C"
        case .precipitation: "mm/h"
        case .chance: "%"
        case .wind: "m/s"
        case .snowDepth: "m"
        }
    }
}

extension AvailabilityCondition {
    /// `free for 2h`, `an event with 'flight' begins within 1d`.
    var sentence: String {
        let event = "an event" + (word.map { " with '\($0.printable)'" } ?? "")
        return switch state {
        case .free(let time): "free for \(time.compact)"
        case .inEvent: "\(event) is on"
        case .begins(let time): "\(event) begins within \(time.compact)"
        case .ends(let time): "\(event) ends within \(time.compact)"
        }
    }
}

extension PlaceCondition {
    /// `leaves Home`, `is within 150 m of the nearest bakery`.
    var sentence: String {
        switch event {
        case .enters: "enters \(target.sentence)"
        case .leaves: "leaves \(target.sentence)"
        case .within: "is at \(target.sentence)"
        }
    }
}

extension PlaceTarget {
    fileprivate var sentence: String {
        switch self {
        case .named(let name): name.text.printable
        case .area(let area, let name): name.map { "\($0.text.printable), \(area.sentence)" } ?? area.sentence
        case .nearest(let kind, let radius): "the nearest \(kind.rawValue), \(radius.short) m around it"
        }
    }
}

extension ThingCondition {
    /// `umbrella is away`.
    var sentence: String {
        switch state {
        case .withOwner: "\(thing) is with its owner"
        case .away: "\(thing) is not with its owner"
        case .leftBehind: "\(thing) is left behind"
        case .at(let place): "\(thing) is at \(place.sentence)"
        case .battery(let below): "the battery of \(thing) is below \(below) %"
        }
    }
}
