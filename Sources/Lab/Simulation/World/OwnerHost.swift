import Messages
import Tracking

/// A simulated owner with a phone that tells where it is, as OwnTracks does.
struct OwnerHost: Sendable {
    let phone: DeviceID
    /// Milliseconds between two positions of the phone.
    var reportEvery: Int64
    /// The moments at which it tells one instead, in milliseconds and in order; nil for a steady rhythm.
    var reportsAt: ArraySlice<Int64>?
    let initials: String
    /// Where its positions are told; empty before the first.
    var topic = ""
    /// The copy of the scenario to which the owner belongs, from 0.
    var copy = 0
    var movement: Movement
    var lastReport: Int64?
    /// What the phone has told last.
    var told: Fix?
    var isOn = true
    var hasSky = true
    var hasCoverage = true
    /// What the phone has measured and could not tell yet, the oldest first.
    var kept: [Report] = []

    struct Report: Sendable {
        let fix: Fix
        let message: Message
    }

    /// Whether what the phone measures reaches the broker.
    var isOnline: Bool { isOn && hasCoverage }

    mutating func isDue(at elapsed: Int64) -> Bool {
        guard let first = reportsAt?.first else {
            return isOn && reportsAt == nil && lastReport.map { elapsed - $0 >= reportEvery } ?? true
        }
        guard first <= elapsed else { return false }
        // What fell between two steps is one report.
        while let next = reportsAt?.first, next <= elapsed { reportsAt?.removeFirst() }
        return isOn
    }

    /// What it says of a position that it has measured.
    mutating func report(_ fix: Fix, at elapsed: Int64, topics: Topics, scale: TimeScale) -> Message {
        lastReport = elapsed
        if topic.isEmpty { topic = topics.location(phone) }
        let location = LocationMessage(
            fix: fix,
            // The second that it falls into, as OwnTracks counts.
            createdAt: Timestamp(milliseconds: fix.time.wholeSeconds * 1000),
            trackerInitials: initials,
            trigger: "p",
            timeScale: scale.speed == 1 ? nil : scale.speed
        )
        return Message(topic: topic, carrying: location, retained: true)
    }

    /// All that was kept is told.
    mutating func forgetKept() {
        told = kept.last?.fix ?? told
        kept.removeAll(keepingCapacity: true)
    }
}
