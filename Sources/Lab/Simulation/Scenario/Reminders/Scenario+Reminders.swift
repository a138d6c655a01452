public import Messages
public import Reminders
public import Settings
import Tracking

extension Scenario {
    /// A reminder that its owner has when the scenario begins.
    public struct Reminder: Hashable, Sendable {
        public let id: ReminderID
        /// What it is; when it was made is the scenario's start.
        public let message: ReminderMessage
        public let place: Place
    }

    /// The same without reminders and what is expected of them, for services whose clock and sources are their own.
    public var withoutReminders: Scenario {
        var scenario = self
        scenario.reminders = []
        scenario.facts = Facts()
        scenario.expectations.removeAll { $0.reminder != nil }
        scenario.events.removeAll { event in if case .reminder = event.action { true } else { false } }
        return scenario
    }
}

extension ScenarioReader {
    mutating func readReminders(_ value: SettingsValue) throws(SettingsError) {
        for entry in try value.list() {
            let section = try entry.section(ReminderReader.Key.self)
            let owner = try theOwner(section[.owner], of: "a reminder", section.place)
            let id = try section.required(.id)
            let known = reminders.filter { $0.id.owner == owner }
            let name = try new(id, among: known.map { ($0.id.id, $0.place) })
            guard known.count < Reminder.limit else {
                throw SettingsError(section.place, "at most \(Reminder.limit) reminders of an owner are expected")
            }
            let reader = ReminderReader(
                things: trackers.filter { $0.owner == owner && $0.kind == nil }.map(\.id),
                places: trackers.filter { $0.owner == owner }.flatMap { $0.rules?.places.map(\.name) ?? [] }
            )
            reminders.append(
                Scenario.Reminder(
                    id: ReminderID(owner: owner, id: name), message: try reader.message(section, id: id),
                    place: section.place
                )
            )
        }
    }

    /// The reminder of a name; whose it is has to be said where several have one of that name.
    func reminder(_ value: SettingsValue, of owner: SettingsValue?) throws(SettingsError) -> ReminderID {
        let known = try owner.map { owner throws(SettingsError) in try self.owner(owner) }
        let own = reminders.filter { known == nil || $0.id.owner == known }
        let name = try declared(value, "a reminder", among: own, \.id.id).id.id
        let found = own.filter { $0.id.id == name }
        guard found.count == 1 else {
            let whose = WordList.alternatives(found.map(\.id.owner.text))
            throw SettingsError(value.place, "'\(name)' is the id of several reminders: 'owner' is missing, \(whose)")
        }
        return found[0].id
    }
}
