public import CivilTime
import HeapModule
public import Tracking

/// Decides which reminders are told when: a value that is told what happens, and has no clock of its own.
///
/// Nothing is polled. Each reminder is looked at when something happens that it is about, found by its owner, its
/// thing or what it needs from elsewhere, and at the next moment at which time alone can change how it stands.
public struct ReminderEngine: Sendable {
    /// The zone for conditions without one of their own.
    public let zone: Zone
    let zones: @Sendable (String) -> Zone?
    var entries: [Entry?] = []
    private var free: [Int] = []
    private var numbers: [ReminderID: Int] = [:]
    var owners: [Name: Surroundings] = [:]
    private var ofThing: [DeviceID: [Int]] = [:]
    /// Who needs what, and what is known of it.
    var facts = FactShelf()
    /// How much of that is whose.
    var shares = NeedShares()
    private var alarms = Heap<Alarm>()
    var changes = ReminderChanges()
    /// Whether nothing is told or decided: not all is known yet that has happened.
    ///
    /// See ``release(at:)``.
    public private(set) var isHeld = false
    /// The time of the latest event.
    private var latest = Timestamp(milliseconds: .min)

    /// - Parameters:
    ///   - zone: The zone of conditions that name none.
    ///   - zones: A time zone by its name.
    public init(zone: Zone = .utc, zones: @escaping @Sendable (String) -> Zone? = { _ in nil }) {
        self.zone = zone
        self.zones = zones
    }

    public var isEmpty: Bool { numbers.isEmpty }
    public var count: Int { numbers.count }
    /// All of them, in no order.
    public var ids: some Sequence<ReminderID> & Sendable { Array(numbers.keys) }

    /// Whether anybody's reminders are about an owner.
    public func concerns(_ owner: Name) -> Bool { owners[owner]?.entries.isEmpty == false }

    /// Whether a reminder is about a thing.
    public func concerns(_ thing: DeviceID) -> Bool { ofThing[thing] != nil }

    /// An owner's reminders, in no order.
    public func reminders(of owner: Name) -> [Reminder] {
        (owners[owner]?.entries ?? []).compactMap { entries[$0]?.reminder }
    }

    /// Whether anything has come of what it was told, since that was asked last.
    public var hasChanges: Bool { !changes.isEmpty }

    /// What has come of everything since it was last asked.
    public mutating func takeChanges() -> ReminderChanges {
        defer { changes = ReminderChanges() }
        return changes
    }

    /// Tells and decides nothing, until everything is known that has happened meanwhile.
    public mutating func hold() { isHeld = true }

    /// Everything is known: goes on, with how it stands now.
    public mutating func release(at now: Timestamp) {
        guard isHeld else { return }
        isHeld = false
        let now = begin(now)
        for number in entries.indices where entries[number] != nil { look(number, .all, at: now) }
    }

    /// When time alone may change something next; nil for never.
    public mutating func next() -> Timestamp? {
        while let first = alarms.min, entries[first.entry]?.wake != first.time { alarms.removeMin() }
        return [alarms.min?.time, facts.guestsEnd].compactMap(\.self).min()
    }

    /// Takes in a reminder, or what has become of one.
    ///
    /// The occasion of one whose conditions have become others is over. `state` is what was kept of it, where it is
    /// not known here yet.
    public mutating func put(_ reminder: Reminder, of owner: Name, state: ReminderState? = nil, at now: Timestamp) {
        let id = ReminderID(owner: owner, id: reminder.id)
        var kept = state
        var needs: [Need] = []
        var held: [NeedShares.Share] = []
        if let number = numbers[id], let old = entries[number] {
            let isSame = old.reminder.conditions == reminder.conditions && old.reminder.isEnabled == reminder.isEnabled
            kept = isSame ? old.state : ReminderState(fired: old.state.fired)
            if !isSame { changes.firings.removeAll { $0.id == id } }
            // What it needs still is known: the number is the same.
            (needs, held) = (old.needs, old.shares)
            drop(number, keepsNeeds: true)
        }
        let number = free.popLast() ?? entries.count
        if number == entries.count { entries.append(nil) }
        var entry = Entry(id: id, reminder: reminder, state: kept ?? ReminderState())
        entry.zone = reminder.conditions.time?.zone.map(zones) ?? zone
        (entry.needs, entry.shares) = (needs, held)
        entries[number] = entry
        numbers[id] = number
        owners[owner, default: Surroundings()].entries.append(number)
        owners[owner]?.calm = nil
        if let thing = reminder.conditions.thing {
            ofThing[DeviceID(owner: owner, device: thing.thing), default: []].append(number)
        }
        changes.touched.insert(id)
        changes.standings.insert(id)
        stand(number, at: now)
        look(number, .all, at: begin(now))
    }

    /// Forgets a reminder.
    public mutating func remove(_ id: ReminderID) {
        guard let number = numbers[id] else { return }
        drop(number)
        numbers[id] = nil
        changes.touched.remove(id)
        changes.standings.remove(id)
        changes.firings.removeAll { $0.id == id }
    }

    private mutating func drop(_ number: Int, keepsNeeds: Bool = false) {
        guard let entry = entries[number] else { return }
        entries[number] = nil
        free.append(number)
        let owner = entry.id.owner
        owners[owner]?.entries.removeAll { $0 == number }
        owners[owner]?.calm = nil
        if !keepsNeeds {
            release(entry.needs, of: number)
            _ = shares.take([], for: owner, insteadOf: entry.shares)
        }
        guard let thing = entry.conditions.thing else { return }
        let device = DeviceID(owner: owner, device: thing.thing)
        ofThing[device]?.removeAll { $0 == number }
        if ofThing[device]?.isEmpty == true { ofThing[device] = nil }
    }

    /// Forgets everything of an owner.
    public mutating func remove(_ owner: Name) {
        for number in owners[owner]?.entries ?? [] { if let id = entries[number]?.id { remove(id) } }
        owners[owner] = nil
    }

    public func reminder(_ id: ReminderID) -> Reminder? { entry(id)?.reminder }
    public func state(of id: ReminderID) -> ReminderState? { entry(id)?.state }
    public func status(of id: ReminderID) -> ReminderStatus? { entry(id)?.status }

    private func entry(_ id: ReminderID) -> Entry? { numbers[id].flatMap { entries[$0] } }

    func number(of id: ReminderID) -> Int? { numbers[id] }

    func entries(about thing: DeviceID) -> [Int] { ofThing[thing] ?? [] }

    /// Lets time pass.
    public mutating func tick(at now: Timestamp) {
        let now = begin(now)
        while let first = alarms.min, first.time <= now {
            alarms.removeMin()
            if entries[first.entry]?.wake == first.time { look(first.entry, [], at: now) }
        }
        endTrials(at: now)
    }

    /// Sees to a clock that was set back: what was to be so until later may not be.
    mutating func begin(_ now: Timestamp) -> Timestamp {
        if now < latest {
            latest = now
            for number in entries.indices where entries[number] != nil { look(number, .all, at: now) }
        }
        latest = now
        passOn(at: now)
        return now
    }

    mutating func setAlarm(_ time: Timestamp?, for number: Int) {
        guard entries[number]?.wake != time else { return }
        entries[number]?.wake = time
        guard let time else { return }
        // One that is put off again and again leaves its former alarms behind.
        if alarms.count > 1000, alarms.count > 4 * numbers.count { rebuildAlarms() }
        alarms.insert(Alarm(time: time, entry: number))
    }

    private mutating func rebuildAlarms() {
        alarms = Heap(
            entries.indices.compactMap { number in
                entries[number]?.wake.map { Alarm(time: $0, entry: number) }
            }
        )
    }

    private struct Alarm: Comparable, Sendable {
        let time: Timestamp
        let entry: Int

        static func < (left: Self, right: Self) -> Bool { (left.time, left.entry) < (right.time, right.entry) }
    }
}
