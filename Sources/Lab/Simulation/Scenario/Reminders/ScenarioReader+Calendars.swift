import Calendars
import Settings
import Tracking

// What owners have in their calendars.

extension ScenarioReader {
    private enum CalendarKey: String, SettingsKey {
        case owner, file, title, from, to
        case length = "for"
        case busy, fails
    }

    mutating func readCalendar(_ value: SettingsValue) throws(SettingsError) {
        for entry in try value.list() {
            let section = try entry.section(CalendarKey.self)
            let owner = try theOwner(section[.owner], of: "an entry of a calendar", section.place)
            var calendar = facts.calendars[owner] ?? Scenario.Calendar()
            switch (section[.file], section[.title], section[.fails]) {
            case (let file?, nil, nil):
                try section.allow([.owner, .file], with: "'file'")
                calendar.files.append(try calendarFile(file))
            case (nil, let title?, nil): calendar.events.append(try Self.appointment(title, section))
            case (nil, nil, let fails?):
                try section.allow([.owner, .from, .to, .length, .fails], with: "'fails'")
                calendar.outages.append(try Self.outage(fails, Self.span(section, .from, .to, .length)))
            default:
                let message = "one of file, title and fails is expected in a calendar's entry"
                throw SettingsError(section.place, message)
            }
            facts.calendars[owner] = calendar
        }
    }

    private static func appointment(
        _ title: SettingsValue, _ section: SettingsSection<CalendarKey>
    ) throws(SettingsError) -> Scenario.Appointment {
        let span = try span(section, .from, .to, .length)
        guard let to = span.to else { throw SettingsError(section.place, "an event needs 'to' or 'for': it ends") }
        return Scenario.Appointment(
            title: try title.string(),
            from: span.from ?? .zero,
            to: to,
            isBusy: try section[.busy]?.flag() ?? true
        )
    }

    /// A calendar whose name is relative to the scenario.
    private func calendarFile(_ value: SettingsValue) throws(SettingsError) -> CalendarFile {
        let bytes = try movements.bytes(ofCalendar: value)
        let calendar: CalendarFile
        do { calendar = try CalendarFile(bytes) } catch {
            throw SettingsError(value.place, "the calendar cannot be read: \(error)")
        }
        // Who writes a scenario means each event that is in it.
        if let problem = calendar.problems.first {
            throw SettingsError(value.place, "the calendar cannot be read as a whole: \(problem)")
        }
        return calendar
    }

    /// Whom an entry is about; nobody has to be named where there is one only.
    func theOwner(_ value: SettingsValue?, of what: String, _ place: Place) throws(SettingsError) -> Name {
        if let value { return try owner(value) }
        guard owners.count == 1 else {
            let message = "'owner' is missing: \(what) is somebody's, and there are \(owners.count) owners"
            throw SettingsError(place, message)
        }
        return owners[0].id
    }
}
