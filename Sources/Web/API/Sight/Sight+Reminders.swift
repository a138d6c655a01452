import Access
import Messages
import Reminders
import Store
import Tracking
import Web

/// What reminders tell of where their owners and things are: what was found of a condition says how far it is to a place, how
/// it is with a thing, and which weather there is where its owner is; that of a calendar, when the owner has time.
extension Sight {
    /// Notes that what was last found of a reminder was seen, where anything of it is told.
    ///
    /// - Throws: ``StoreError``.
    func recordAccess(to row: ReminderRow) throws {
        guard isAnothers(row.owner), Findings.areIn(row.state) else { return }
        let thing = row.message?.conditions.thing?.thing
        for device in try subjects(thing, of: row.owner) { recordAccess(.lastPosition, at: device) }
    }

    /// Notes that what was found of a reminder when it was told was seen.
    ///
    /// - Throws: ``StoreError``.
    func recordAccess(to row: ReminderEventRow) throws {
        guard Findings.areIn(row.payload) else { return }
        try recordAccess(.history, to: ReminderID(owner: row.owner, id: row.reminder))
    }

    /// Notes that what is found of a reminder was seen.
    ///
    /// - Throws: ``StoreError``.
    func recordAccess(_ kind: AccessLogEntry.Kind, to reminder: ReminderID) throws {
        guard isAnothers(reminder.owner) else { return }
        for device in try devices(of: reminder) { recordAccess(kind, at: device) }
    }

    /// Notes that what would be found of a reminder was seen that is not kept.
    ///
    /// - Throws: ``StoreError``.
    func recordAccess(_ kind: AccessLogEntry.Kind, to message: ReminderMessage, of owner: Name) throws {
        guard isAnothers(owner) else { return }
        let thing = message.conditions.thing?.thing
        for device in try subjects(thing, of: owner) { recordAccess(kind, at: device) }
    }

    /// The same of a change that comes while somebody watches, as often as it comes.
    ///
    /// - Throws: ``StoreError``.
    func recordAccess(to event: LiveEvent, of reminder: ReminderID) throws {
        guard isAnothers(reminder.owner), case .document(let json) = event.content, Findings.areIn(json) else { return }
        let now = parts.clock.now
        for device in try devices(of: reminder) {
            switch event.kind {
            case .reminderEvent: recordAccessAgain(.history, at: device, from: now, to: now)
            default: recordAccessAgain(.lastPosition, at: device)
            }
        }
    }

    /// Whether the viewer is told of a change, and does not only see it: administrators see what is told all, and a page of
    /// theirs is to tell them what a message to their browser would.
    func isTold(_ event: LiveEvent) -> Bool {
        guard event.kind == .reminderEvent, case .reminder(let id) = event.subject, viewer.isAdministrator,
            let access = parts.access
        else { return true }
        // Where it cannot be found out nobody is told another's.
        return (try? access.tells(viewer, remindersOf: id.owner)) ?? false
    }

    /// Whether it is somebody else's who looks; where nobody has to log in, nobody is to be named.
    private func isAnothers(_ owner: Name) -> Bool {
        viewer.account.map { $0 != owner || viewer.link != nil } ?? false
    }

    /// What is seen of with a reminder: the owner's phones, and the thing that it is about.
    private func devices(of reminder: ReminderID) throws -> [DeviceID] {
        let now = parts.clock.now
        if let known = memory.devices(of: reminder, at: now) { return known }
        let thing = try parts.store.reminder(reminder)?.message?.conditions.thing?.thing
        let devices = try subjects(thing, of: reminder.owner)
        memory.keep(devices, of: reminder, at: now)
        return devices
    }

    /// At what it is noted that something of a reminder was seen: the owner's phones and the thing; where there is neither,
    /// what stands for all of the owner's reminders.
    ///
    /// Not for each: as whoever may command makes as many as they like, their lines would push out those of others.
    private func subjects(_ thing: Name?, of owner: Name) throws -> [DeviceID] {
        var subjects = try belongings(of: owner).phones
        // Of a thing that there is not nothing is seen, and a line for each name would push out those of others.
        if let thing, try isThere(thing, of: owner) { subjects.append(DeviceID(owner: owner, device: thing)) }
        guard subjects.isEmpty else { return subjects }
        return [DeviceID(owner: owner, device: (try? Name("reminders")) ?? owner)]
    }

    /// Whether an owner has a thing of a name.
    private func isThere(_ thing: Name, of owner: Name) throws -> Bool {
        let id = DeviceID(owner: owner, device: thing)
        // What has come since they were read is not among those that are remembered.
        return try belongings(of: owner).all.contains(id) || parts.store.device(id) != nil
    }

    private func belongings(of owner: Name) throws -> ReminderSubjects.Belongings {
        let now = parts.clock.now
        if let known = memory.belongings(of: owner, at: now) { return known }
        let rows = try parts.store.devices(of: owner)
        let belongings = ReminderSubjects.Belongings(
            phones: rows.filter { $0.kind == .phone }.map(\.id), all: Set(rows.map(\.id)))
        memory.keep(belongings, of: owner, at: now)
        return belongings
    }
}

/// The member of a message that says what was found of a reminder's conditions.
private enum Findings {
    private static let key = Array("\"why\":[".utf8)

    /// Whether a message has it; within a text its bytes do not come together, as a quote has a backslash there.
    static func areIn(_ message: [UInt8]) -> Bool {
        message.indices.contains { message[$0] == key[0] && message[$0...].starts(with: key) }
    }
}
