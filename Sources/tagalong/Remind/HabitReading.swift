import CivilTime
import Habits
import Messages
import Reminders
import Settings
import Store
import Tracking

/// Reads from a database what suggestions are looked for in.
struct HabitReading {
    let store: Store
    let phones: PhoneChoice
    let weeks: Int
    let now: Timestamp

    /// Of two positions that are closer together in time the later one tells nothing more, and would only take memory.
    private static let leastGap = Duration.seconds(60)

    /// The owners who have things, or the one that is asked for.
    ///
    /// - Throws: ``StoreError``, and ``CommandFailure`` where there is no such owner.
    func owners(_ wanted: Name?, in path: String) throws -> [Name] {
        let all = Set(try store.devices().map(\.id.owner)).sorted()
        guard let wanted else { return all }
        guard all.contains(wanted) else {
            let hint = WordList.nearest(to: wanted.text, among: all.map(\.text)).map { ", did you mean '\($0)'?" } ?? ""
            throw CommandFailure(.failure, "\(path): nothing is stored of an owner '\(wanted)'\(hint)")
        }
        return [wanted]
    }

    /// What is suggested to an owner; nothing where no phone tells where they are.
    func suggestions(of owner: Name, in zone: Zone) async throws -> [Suggestion] {
        let devices = try store.devices().filter { $0.id.owner == owner }
        guard let phone = phone(of: owner, among: devices), let last = try newest(of: phone) else { return [] }
        let things = devices.filter { $0.kind == .tracker && $0.id != phone }
        let places = try places(of: things)
        guard !places.isEmpty else { return [] }
        let end = min(now, last)
        var history = HabitHistory(fixes: try await fixes(of: phone, until: end), things: [], places: places)
        for thing in things {
            let title = thing.item ?? (try? ItemName(kept: thing.id.device.text))
            guard let title else { continue }
            let fixes = try await fixes(of: thing.id, until: end)
            history.things.append(Belonging(thing: thing.id.device, title: title, fixes: fixes))
        }
        let known = try store.reminders(of: owner).compactMap { try? ReminderMessage(decoding: $0.payload).conditions }
        return HabitFinder(zone: zone).suggestions(in: history, beside: known, until: end)
    }

    private func phone(of owner: Name, among devices: [DeviceRow]) -> DeviceID? {
        if let name = phones.phone(of: owner) { return DeviceID(owner: owner, device: name) }
        let known = devices.filter { $0.kind == .phone }.map(\.id)
        return known.first { $0.device.text == PhoneChoice.customary } ?? known.first
    }

    private func newest(of device: DeviceID) throws -> Timestamp? {
        try store.latest(of: device, limit: 1, isPlausible: true, reach: .store).first?.fix.time
    }

    /// The trusted places of an owner's things, by name.
    private func places(of things: [DeviceRow]) throws -> [HabitPlace] {
        let rules = try things.compactMap { try store.document(.rules, of: $0.id) }
        return HabitPlace.all(of: rules.flatMap { (try? ItemRules(decoding: $0.payload))?.places ?? [] })
    }

    private func fixes(of device: DeviceID, until end: Timestamp) async throws -> [Fix] {
        let start = end.advanced(by: .seconds(-7 * 86_400 * weeks))
        return try await store.fetching {
            var fixes: [Fix] = []
            try store.scan(device, matching: FixSearch(from: start, to: end)) { stored in
                guard !stored.isImplausible, stored.source == nil || stored.source == .gnss else { return }
                if let last = fixes.last, last.time.duration(to: stored.fix.time) < Self.leastGap { return }
                fixes.append(stored.fix)
            }
            return fixes
        }
    }
}
