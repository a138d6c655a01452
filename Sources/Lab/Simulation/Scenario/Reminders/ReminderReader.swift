import CivilTime
import Messages
import Reminders
import Settings
import Tracking

/// Reads what a reminder is, in the words of the message that tells it on the bus, with the units of scenarios.
struct ReminderReader {
    enum Key: String, SettingsKey { case id, owner, name, colour, enabled, time, weather, availability, place, thing }

    /// The owner's items that a reminder may be about.
    let things: [Name]
    /// The owner's places.
    let places: [ItemName]

    func message(_ section: SettingsSection<Key>, id: SettingsValue) throws(SettingsError) -> ReminderMessage {
        let time = try section[.time].map { value throws(SettingsError) in try timeCondition(value) }
        let weather = try section[.weather].map { value throws(SettingsError) in try weatherCondition(value) }
        let availability = try section[.availability].map { value throws(SettingsError) in
            try availabilityCondition(value)
        }
        let place = try section[.place].map { value throws(SettingsError) in try placeCondition(value) }
        let thing = try section[.thing].map { value throws(SettingsError) in try thingCondition(value) }
        let conditions: Conditions
        do {
            conditions = try Conditions(
                time: time, weather: weather, availability: availability, place: place, thing: thing
            )
        } catch { throw SettingsError(section.place, "\(error)") }
        return ReminderMessage(
            title: try (section[.name] ?? id).itemName(),
            colour: try section[.colour]?.word(Reminder.Colour.self) ?? .blue,
            isEnabled: try section[.enabled]?.flag() ?? true,
            conditions: conditions
        )
    }

    private enum TimeKey: String, SettingsKey { case from, to, days, zone }

    private func timeCondition(_ value: SettingsValue) throws(SettingsError) -> TimeCondition {
        let section = try value.section(TimeKey.self)
        let from = try dayEnd(section.required(.from))
        let to = try dayEnd(section.required(.to))
        let zone = try section[.zone].map { value throws(SettingsError) in try knownZone(value) }
        let days = try section[.days].map { value throws(SettingsError) in try weekdays(value) }
        do { return try TimeCondition(from: from, to: to, days: days ?? TimeCondition.everyDay, zone: zone) } catch {
            throw SettingsError((error == .noDay ? section[.days] : section[.to])?.place ?? section.place, "\(error)")
        }
    }

    private func dayEnd(_ value: SettingsValue) throws(SettingsError) -> DayEnd {
        let text = try value.string()
        do { return try DayEnd(text) } catch { throw SettingsError(value.place, "\(error)") }
    }

    private func knownZone(_ value: SettingsValue) throws(SettingsError) -> String {
        let name = try value.string()
        do { return try ZoneDatabase().zone(named: name).name } catch { throw SettingsError(value.place, "\(error)") }
    }

    private func weekdays(_ value: SettingsValue) throws(SettingsError) -> Set<Weekday> {
        var days: Set<Weekday> = []
        for entry in try value.list() {
            guard let day = Weekday(try entry.string()) else { throw entry.unexpected("a weekday such as mon") }
            days.insert(day)
        }
        return days
    }

    private enum AvailabilityKey: String, SettingsKey {
        case free
        case inEvent = "in-event"
        case begins = "begins-within"
        case ends = "ends-within"
        case word
    }

    private func availabilityCondition(_ value: SettingsValue) throws(SettingsError) -> AvailabilityCondition {
        let section = try value.section(AvailabilityKey.self)
        var states: [AvailabilityCondition.State] = []
        if let free = section[.free] { states.append(.free(try free.duration(in: AvailabilityCondition.freeRange))) }
        if let inEvent = section[.inEvent] {
            guard try inEvent.flag() else { throw inEvent.unexpected("true") }
            states.append(.inEvent)
        }
        let ahead = AvailabilityCondition.aheadRange
        if let begins = section[.begins] { states.append(.begins(within: try begins.duration(in: ahead))) }
        if let ends = section[.ends] { states.append(.ends(within: try ends.duration(in: ahead))) }
        guard states.count == 1 else {
            throw SettingsError(section.place, "one of free, in-event, begins-within and ends-within is expected")
        }
        let word = try section[.word]?.string()
        do { return try AvailabilityCondition(states[0], word: word) } catch {
            throw SettingsError(section[.word]?.place ?? section.place, "\(error)")
        }
    }

    private enum ThingKey: String, SettingsKey { case thing, state = "is", place, battery = "battery-below" }

    private enum ThingWord: String, CaseIterable { case withOwner = "with-owner", away, leftBehind = "left-behind", at }

    private func thingCondition(_ value: SettingsValue) throws(SettingsError) -> ThingCondition {
        let section = try value.section(ThingKey.self)
        let thing = try item(section.required(.thing))
        let state: ThingCondition.State
        switch (section[.state], section[.battery]) {
        case (let word?, nil):
            let word = try word.word(ThingWord.self)
            if word != .at { try section.allow([.thing, .state], with: "'is: \(word.rawValue)'") }
            switch word {
            case .withOwner: state = .withOwner
            case .away: state = .away
            case .leftBehind: state = .leftBehind
            case .at: state = .at(try target(section.required(.place).section(PlaceKey.self)))
            }
        case (nil, let battery?):
            try section.allow([.thing, .battery], with: "'battery-below'")
            state = .battery(below: try battery.integer(in: 1...100, unit: "%"))
        default: throw SettingsError(section.place, "one of is and battery-below is expected")
        }
        do { return try ThingCondition(thing, state) } catch {
            throw SettingsError(section[.place]?.place ?? section.place, "\(error)")
        }
    }

    private func item(_ value: SettingsValue) throws(SettingsError) -> Name {
        let name = try value.name()
        if things.contains(name) { return name }
        let sentence = "'\(name)' is not the id of a tracker of this owner"
        guard let nearest = WordList.nearest(to: name.text, among: things.map(\.text)) else {
            throw SettingsError(value.place, sentence)
        }
        throw SettingsError(value.place, "\(sentence), did you mean '\(nearest)'?")
    }
}
