import Messages
import Tracking

/// A simulated owner with a phone that tells where it is, as OwnTracks does.
struct OwnerHost: Sendable {
    let phone: DeviceID
    /// Milliseconds between two positions of the phone.
    let reportEvery: Int64
    let initials: String
    var movement: Movement
    var lastReport: Int64?

    /// The phone's message when one is due.
    mutating func report(at elapsed: Int64, now: Timestamp, topics: Topics) -> Message? {
        if let lastReport, elapsed - lastReport < reportEvery { return nil }
        lastReport = elapsed
        let location = LocationMessage(
            fix: Fix(coordinate: movement.position, time: now, accuracy: 0),
            createdAt: now.wholeSecond,
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
