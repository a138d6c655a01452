import Reminders
import Store
import Tracking

/// The changes in their order, without those that a newer one of the same kind and subject has replaced.
///
/// So a reader who is behind finds the newest state of everything and each alert, and the log is never longer than what
/// there is to know. Numbers count up from 1 and name the events of this log.
struct LiveLog: Sendable {
    /// How many events that happen once, or take something away, are remembered at least.
    private let memory: Int
    /// In the order of their numbers; nil for one that was replaced.
    private var entries: [Entry] = []
    private var alive = 0
    /// The number of the newest of each kind and subject.
    private var newest: [Key: UInt64] = [:]
    /// The numbers of the events that happen once.
    private var passing: [UInt64] = []
    private(set) var head: UInt64 = 0
    /// The number of the last event that happened once and is forgotten.
    private(set) var forgotten: UInt64 = 0

    private struct Entry {
        let number: UInt64
        var event: LiveEvent?
    }

    private struct Key: Hashable {
        let kind: LiveKind
        let subject: LiveSubject
    }

    init(memory: Int) { self.memory = memory }

    /// Events of which a newer one took the place, and events that happen once and are forgotten, so far.
    private(set) var replaced = 0
    private(set) var dropped = 0

    var waiting: Int { alive }

    /// Entries, with those that were replaced and not yet removed.
    var length: Int { entries.count }

    /// Adds an event, which gets the next number.
    mutating func append(_ event: LiveEvent) {
        head += 1
        entries.append(Entry(number: head, event: event))
        alive += 1
        if event.kind.isKept {
            let key = Key(kind: event.kind, subject: event.subject)
            let old = event.isKept ? newest.updateValue(head, forKey: key) : newest.removeValue(forKey: key)
            if let old {
                erase(old)
                replaced += 1
            }
        }
        if !event.isKept { pass(head) }
        if entries.count > 2 * alive + 64 { entries.removeAll { $0.event == nil } }
    }

    private mutating func pass(_ number: UInt64) {
        passing.append(number)
        // By halves, so that it costs nothing.
        guard passing.count > 2 * memory else { return }
        let old = passing.prefix(passing.count - memory)
        for number in old { erase(number) }
        dropped += old.count
        forgotten = old.last ?? forgotten
        passing.removeFirst(old.count)
    }

    private mutating func erase(_ number: UInt64) {
        let index = index(after: number - 1)
        guard index < entries.count, entries[index].number == number, entries[index].event != nil else { return }
        entries[index].event = nil
        alive -= 1
    }

    /// Has nobody go on behind what was read before.
    mutating func forgetAll() {
        // One number more: who has read all until now is behind, too.
        head += 1
        entries.append(Entry(number: head, event: nil))
        forgotten = head
    }

    /// Forgets events as if they had been replaced by something that nobody is told.
    mutating func purge(_ isForgotten: (LiveEvent) -> Bool) {
        for index in entries.indices {
            guard let event = entries[index].event, isForgotten(event) else { continue }
            entries[index].event = nil
            alive -= 1
            let key = Key(kind: event.kind, subject: event.subject)
            if newest[key] == entries[index].number { newest[key] = nil }
        }
    }

    /// The last fix of a device that is known.
    func fix(of device: DeviceID) -> StoredFix? {
        guard let number = newest[Key(kind: .fix, subject: .device(device))] else { return nil }
        let index = index(after: number - 1)
        guard index < entries.count, entries[index].number == number else { return nil }
        return if case .fix(let fix)? = entries[index].event?.content { fix } else { nil }
    }

    /// The place of the first entry with a greater number.
    private func index(after number: UInt64) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].number > number { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The next events for a reader, with their numbers, in order; the cursor goes on behind the last event that was
    /// looked at.
    func next(_ cursor: inout LiveCursor, limit: Int) -> [(number: UInt64, event: LiveEvent)] {
        var found: [(UInt64, LiveEvent)] = []
        for entry in entries[index(after: cursor.position)...] {
            if found.count >= limit { return found }
            cursor.position = entry.number
            guard let event = entry.event, cursor.wants(event, entry.number) else { continue }
            found.append((entry.number, event))
        }
        cursor.position = head
        return found
    }

    /// Whether a reader who has come so far has missed nothing but what was replaced.
    func remembers(_ position: UInt64) -> Bool { (forgotten...head).contains(position) }
}

/// How far a reader has come.
struct LiveCursor: Sendable {
    let filter: LiveFilter
    /// The number of the last event that was read.
    var position: UInt64
    /// Up to here only what is kept is told: what was there before the reader came.
    let snapshot: UInt64

    func wants(_ event: LiveEvent, _ number: UInt64) -> Bool {
        filter.matches(event) && (number > snapshot || event.isKept)
    }
}

extension LiveHub {
    func purge(_ isForgotten: (DeviceID) -> Bool) {
        func isTheirs(_ subject: LiveSubject) -> Bool {
            if case .device(let device) = subject { isForgotten(device) } else { false }
        }
        change { log in log.purge { isTheirs($0.subject) } }
        untell(isTheirs)
    }

    /// Forgets some reminders, and what was told of them.
    func purge(_ isForgotten: (ReminderID) -> Bool) {
        change { log in
            log.purge { event in if case .reminder(let id) = event.subject { isForgotten(id) } else { false } }
        }
    }

    /// Forgets the fixes of some devices.
    func purgeFixes(_ isForgotten: (DeviceID) -> Bool) {
        change { log in
            log.purge { event in
                guard event.kind == .fix, case .device(let device) = event.subject else { return false }
                return isForgotten(device)
            }
        }
    }
}

extension ConsoleFeed {
    /// Forgets all that is known of some devices; what the broker still keeps of them comes again.
    func purge(_ isForgotten: @Sendable (DeviceID) -> Bool) {
        live.purge(isForgotten)
        forgetKept(of: isForgotten)
    }

    /// Forgets all that is known of some reminders.
    func purge(_ isForgotten: @Sendable (ReminderID) -> Bool) {
        live.purge(isForgotten)
        forgetKept(of: isForgotten)
    }
}
