import Messages
import Store
import Tracking

/// Counts in the database what has become of what a fleet sent.
struct Count {
    let fleet: Fleet
    let store: String

    private func reader() throws -> Store { try Store(path: store, mode: .readOnly) }

    /// Fixes stored.
    var stored: Int {
        get throws {
            let store = try reader()
            return try (fleet.trackers + fleet.phones).reduce(0) { try $0 + store.fixCount(of: $1) }
        }
    }

    /// Fixes of trackers that are not stored.
    var missing: Int {
        get throws {
            let store = try reader()
            return try fleet.trackers.reduce(0) { try $0 + max(0, fleet.steps - store.fixCount(of: $1)) }
        }
    }

    var waitingAlerts: Int { get throws { try reader().pendingOutbox().count } }

    func unheardAlerts(_ ear: Ear) throws -> Int {
        try Set(reader().alerts(of: nil, limit: .max).map(\.id)).subtracting(ear.alerts.map(\.id)).count
    }

    /// Writes the numbers down, and what is wrong with them.
    func take(into outcome: inout Outcome, _ ear: Ear, _ fault: any Fault, isInTime: Bool) throws {
        let store = try reader()
        for tracker in fleet.trackers {
            let count = try store.fixCount(of: tracker)
            outcome.stored += count
            outcome.lost += max(0, fleet.steps - count)
            outcome.doubled += max(0, count - fleet.steps)
            if try store.received(of: tracker, boot: Fleet.boot).ranges != [1...UInt32(fleet.steps)] {
                outcome.troubles.append("the sequence numbers of \(tracker) are not whole")
            }
        }
        for phone in fleet.phones {
            let count = try store.fixCount(of: phone)
            outcome.stored += count
            outcome.lostOfPhones += max(0, fleet.phoneFixes - count)
            outcome.doubled += max(0, count - fleet.phoneFixes)
        }
        if outcome.lostOfPhones > 0 {
            outcome.notes.append("\(outcome.lostOfPhones) fixes of phones were acknowledged and are lost")
            if fault.keepsAlerts { outcome.troubles.append("\(outcome.lostOfPhones) fixes of phones are lost") }
        }
        try takeAlerts(into: &outcome, store, ear, fault, isInTime)
        outcome.troubles += try store.findings()
        if outcome.lost > 0 { outcome.troubles.append("\(outcome.lost) fixes are lost") }
        if outcome.doubled > 0 { outcome.troubles.append("\(outcome.doubled) fixes are doubled") }
    }

    private func takeAlerts(
        into outcome: inout Outcome, _ store: Store, _ ear: Ear, _ fault: any Fault, _ isInTime: Bool
    ) throws {
        let (written, heard) = (try store.alerts(of: nil, limit: .max), ear.alerts)
        (outcome.alerts, outcome.seen) = (written.count, Set(heard.map(\.id)).count)
        outcome.repeated = heard.count - outcome.seen
        outcome.twice = written.count - Set(written.map { "\($0.device) \($0.episode) \($0.event) \($0.time)" }).count
        if outcome.seen != outcome.alerts { outcome.troubles.append("alerts written and seen differ") }
        if outcome.twice > 0 { outcome.troubles.append("\(outcome.twice) alerts were told under two ids") }
        if outcome.repeated > 0, !fault.mayRepeat {
            outcome.troubles.append("\(outcome.repeated) alerts came twice")
        }
        guard fault.keepsAlerts, isInTime else { return }
        var known: Set<String> = []
        let once = heard.filter { known.insert($0.id).inserted }
        for roamer in fleet.roamers {
            let events = once.filter { $0.owner == roamer.owner && $0.tracker == roamer.device }.map(\.event.rawValue)
            if events != ["raised", "escalated", "eased", "cleared"] {
                outcome.troubles.append("\(roamer) was told as \(events.joined(separator: ", "))")
                break
            }
        }
    }
}
