import Calendars
import CivilTime
import Reminders
import Tracking

/// An owner whose reminders are tried: at home, with an umbrella, on a day in a zone with daylight saving.
final class Scene {
    static let home = place(46.0569, 14.5058)
    static let sam = sample("sam")
    static let umbrella = DeviceID(owner: sam, device: sample("umbrella"))
    static let berlin = sampleZone("CET-1CEST,M3.5.0,M10.5.0/3")

    var engine = ReminderEngine(zone: berlin)
    /// Wednesday, 2 September 2026, midnight in Berlin.
    static let midnight = berlin.moment(
        of: CivilDateTime(date: CivilDate(year: 2026, month: 9, day: 2) ?? .first, time: .midnight)
    )

    /// A time of that day.
    static func at(_ hour: Int, _ minute: Int = 0, day: Int = 0) -> Timestamp {
        midnight.advanced(by: .seconds(day * 86_400 + hour * 3600 + minute * 60))
    }

    func put(_ name: String, _ conditions: Conditions, at now: Timestamp, isEnabled: Bool = true) {
        let reminder = Reminder(
            id: sample(name), title: title(name), isEnabled: isEnabled, made: now, conditions: conditions
        )
        engine.put(reminder, of: Self.sam, at: now)
    }

    /// Is so many metres to the north of home.
    func walk(north metres: Double, sigma: Double = 3, at time: Timestamp, told now: Timestamp? = nil) {
        engine.moved(
            Self.sam, to: Whereabouts(Self.home.offset(north: metres, east: 0), sigma: sigma, time: time),
            at: now ?? time
        )
    }

    /// Lets time pass, looking at each moment at which something may change by itself, and answers with what was told.
    func pass(until end: Timestamp) -> [Told] {
        while let next = engine.next(), next <= end { engine.tick(at: next) }
        engine.tick(at: end)
        return told()
    }

    func snooze(_ name: String, until time: Timestamp?, at now: Timestamp) -> Bool {
        engine.snooze(ReminderID(owner: Self.sam, id: sample(name)), until: time, at: now)
    }

    func dismiss(_ name: String, at now: Timestamp) -> Bool {
        engine.dismiss(ReminderID(owner: Self.sam, id: sample(name)), at: now)
    }

    /// When it was put off until the next time.
    func putOff(_ name: String, at now: Timestamp) -> Timestamp? {
        engine.report(of: ReminderID(owner: Self.sam, id: sample(name)), at: now)?.state.putOff
    }

    /// What was told since it was last asked.
    func told() -> [Told] {
        engine.takeChanges().firings.map { Told(name: $0.reminder.id.text, time: $0.time) }
    }

    struct Told: Hashable, CustomStringConvertible {
        let name: String
        let time: Timestamp

        var description: String {
            let local = Scene.berlin.civil(at: time)
            return "\(name) \(local.date) \(local.time)"
        }
    }

    /// The weather of hours from a moment on, one sky each.
    static func forecast(from start: Timestamp, _ skies: [Sky], temperature: Double? = nil) -> Forecast {
        let slots = skies.enumerated().map { hour, sky in
            Forecast.Slot(
                from: start.advanced(by: .seconds(hour * 3600)), to: start.advanced(by: .seconds(hour * 3600 + 3600)),
                weather: Weather(sky: sky, temperature: temperature)
            )
        }
        let end = start.advanced(by: .seconds(skies.count * 3600))
        return Forecast(slots: slots, issued: start, expires: end, source: "the test")
    }

    func learn(_ forecast: Known<Forecast>, at now: Timestamp) {
        engine.learn(forecast, of: Cell.weather(of: Self.home), at: now)
    }
}

func sample(_ text: String) -> Name { (try? Name(text)) ?? fallback() }
func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    (try? Coordinate(latitude: latitude, longitude: longitude)) ?? fallback()
}
func title(_ text: String) -> ItemName { (try? ItemName(text)) ?? fallback() }
func sampleZone(_ rule: String) -> Zone { (try? Zone(name: rule, posix: rule)) ?? fallback() }

private func fallback<Value>() -> Value { preconditionFailure("a sample of the tests is wrong") }

extension TimeCondition {
    static func between(_ from: String, _ to: String, _ days: [Weekday] = Weekday.allCases) throws -> TimeCondition {
        try TimeCondition(from: DayEnd(from), to: DayEnd(to), days: Set(days))
    }
}
