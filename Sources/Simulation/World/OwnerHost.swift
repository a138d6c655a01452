import Messages
import Tracking

/// A simulated owner with a phone that tells where it is, as OwnTracks does.
struct OwnerHost: Sendable {
    let phone: DeviceID
    /// Milliseconds between two positions of the phone.
    let reportEvery: Int64
    /// The moments at which it tells one instead, in milliseconds and in order; nil for a steady rhythm.
    var reportsAt: ArraySlice<Int64>?
    let initials: String
    var movement: Movement
    var lastReport: Int64?
    /// What the phone has told last.
    var told: Fix?

    /// Whether the phone is to tell where it is.
    mutating func isDue(at elapsed: Int64) -> Bool {
        if let first = reportsAt?.first {
            guard first <= elapsed else { return false }
            // What fell between two steps is one report.
            while let next = reportsAt?.first, next <= elapsed { reportsAt?.removeFirst() }
            return true
        }
        if reportsAt != nil { return false }
        return lastReport.map { elapsed - $0 >= reportEvery } ?? true
    }

    /// The phone's message.
    mutating func report(_ fix: Fix, at elapsed: Int64, topics: Topics) -> Message {
        (lastReport, told) = (elapsed, fix)
        let location = LocationMessage(
            fix: fix,
            createdAt: fix.time.wholeSecond,
            trackerInitials: initials,
            trigger: "p"
        )
        return Message(topic: topics.location(phone), payload: location.encoded(), retained: true)
    }
}

extension Timestamp {
    /// The second that it falls into, as OwnTracks' `created_at` counts.
    fileprivate var wholeSecond: Timestamp { Timestamp(milliseconds: wholeSeconds * 1000) }
}
