import Calendars
public import CivilTime
public import Tracking

extension Finding {
    /// What was found, as the end of a sentence in English: `rain from 15:00, 12.5 °C`.
    ///
    /// Times are those of a zone, with the date where it is another day than `now`.
    public func text(at now: Timestamp, zone: Zone) -> String {
        let clock = Clock(now: now, zone: zone)
        switch value {
        case .span(let span?): return "from \(clock.text(span.lowerBound)) to \(clock.text(span.upperBound))"
        case .span(nil): return "at no time within eight days"
        case .weather(let weather, let from, _, _):
            return [weather.text, from > now ? "from \(clock.text(from))" : nil].compactMap { $0 }.joined(
                separator: " ")
        case .event(let event?):
            let title = event.title.isEmpty ? "an event without a title" : "'\(event.title.excerpt(60))'"
            return "\(title) from \(clock.text(event.start)) to \(clock.text(event.end))"
        case .event(nil): return "no such event"
        case .free(let until?): return "free until \(clock.text(until))"
        case .free(nil): return "nothing is on"
        case .distance(let metres, _, _) where !metres.isFinite: return "there is none around"
        case .distance(let metres, let sigma, let crossed):
            let side = metres > 0 ? "\(Self.metres(metres)) outside" : "\(Self.metres(-metres)) inside"
            let doubt = sigma >= 1 ? ", give or take \(Self.metres(sigma))" : ""
            return side + doubt + (crossed.map { ", since \(clock.text($0))" } ?? "")
        case .isWithOwner(let isWithOwner): return isWithOwner ? "with its owner" : "not with its owner"
        case .isLeftBehind(let isLeftBehind): return isLeftBehind ? "left behind" : "not left behind"
        case .battery(let percent): return "its battery has \(percent) %"
        case .missing(let missing): return missing.text(clock)
        }
    }

    private static func metres(_ metres: Double) -> String {
        metres < 1000 ? "\(Int(metres.rounded())) m" : "\((metres / 100).rounded() / 10) km"
    }

    /// Times as they are told at a moment.
    struct Clock {
        let now: Timestamp
        let zone: Zone

        func text(_ time: Timestamp) -> String {
            let (local, today) = (zone.civil(at: time), zone.civil(at: now).date)
            return local.date == today
                ? local.time.text : "\(local.time.text) on \(local.date.weekday.text()) \(local.date)"
        }
    }
}

extension Weather {
    /// What is known of it: `rain, 12.5 °C, 0.4 mm/h`.
    fileprivate var text: String {
        func number(_ value: Double) -> String {
            let tenths = (value * 10).rounded() / 10
            return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
        }
        let parts = [
            sky?.rawValue,
            temperature.map { "\(number($0)) °C" },
            precipitation.map { "\(number($0)) mm/h" },
            chance.map { "\(number($0 * 100)) % chance of precipitation" },
            wind.map { "wind \(number($0)) m/s" },
            snowDepth.map { "snow \(number($0 * 100)) cm deep" },
        ].compactMap { $0 }
        return parts.isEmpty ? "nothing is told of it" : parts.joined(separator: ", ")
    }
}

extension Missing {
    /// Why nothing is known, with what to do about it.
    func text(_ clock: Finding.Clock) -> String {
        switch self {
        case .noPosition: "no position is known: a phone has to tell where its owner is"
        case .oldPosition(let time): "the last position is of \(clock.text(time)), which is too old"
        case .unsure: "the position is too doubtful to say"
        case .noPlace(let name): "there is no place '\(name.text)'"
        case .noThing(let name): "there is no item '\(name)'"
        case .noLevel: "it is not known where it is"
        case .noBattery: "its battery is not known"
        case .off: "no source is configured for it: name one in facts.yaml, or connect a calendar"
        case .waiting: "it is being asked for"
        case .failing(let sentence): sentence
        case .lacks(let what): "the source does not tell the \(what.replacingUnderscores)"
        case .horizon: "the source does not look so far ahead"
        case .noZone(let name): "there is no time zone '\(name.excerpt(40))'"
        }
    }

    /// The same as a word for programs.
    public var word: String {
        switch self {
        case .noPosition: "no_position"
        case .oldPosition: "old_position"
        case .unsure: "unsure"
        case .noPlace: "no_place"
        case .noThing: "no_thing"
        case .noLevel: "no_level"
        case .noBattery: "no_battery"
        case .off: "off"
        case .waiting: "waiting"
        case .failing: "failing"
        case .lacks: "lacks"
        case .horizon: "horizon"
        case .noZone: "no_zone"
        }
    }
}

extension String {
    fileprivate var replacingUnderscores: String { String(map { $0 == "_" ? " " : $0 }) }
}
