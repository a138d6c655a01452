import Ranging
import Tracking

/// A rise that rests on gateways which stand somewhere, until something later says the same.
///
/// What sets out with its owner is heard near such a gateway for a while, for a filter needs time to believe it. So one
/// report of the owner's phone is not enough: the next one confirms it, or the gateway itself, when it hears the item
/// beside it still, which then was there at the time of the report as well.
struct Confirmation: Hashable, Sendable {
    /// The report by which a level would have risen first.
    private struct Report: Hashable {
        var time: Timestamp
        /// Where the owner was.
        var place: TrackPosition
    }
    private var first: Report?

    /// Seconds after the first report from which something confirms it; our choice.
    static let delay = 20.0
    /// After so many seconds, or three of the phone's usual intervals, nothing confirms it any more; our choice.
    static let longest = 180.0
    /// Seconds after a report for which the owner is where that has it, and nowhere else; our choice.
    private static let direct = 1.0

    /// The owner's place of the first report, to be compared with what is heard at a moment; nil before it could be
    /// confirmed, and once there is a newer report.
    func place(at time: Timestamp, told: Timestamp?) -> TrackPosition? {
        guard let first, first.time == told, Self.span(first.time, time) >= Self.delay else { return nil }
        return first.place
    }

    /// Takes in that a level does not rise: only what a later report says so itself takes the first one back, for
    /// between two reports the owner may be anywhere.
    mutating func deny(owner: TrackPosition?, told: Timestamp?) {
        guard let first, let told, told > first.time, let owner, owner.gap <= Self.direct else { return }
        self.first = nil
    }

    /// Whether what says at a moment that a level rises confirms an earlier report; the first one itself waits.
    mutating func confirms(at time: Timestamp, owner: TrackPosition, told: Timestamp, usual: Double?) -> Bool {
        if let first, Self.span(first.time, told) <= max(Self.longest, 3 * (usual ?? 0)), told >= first.time {
            return Self.span(first.time, max(told, time)) >= Self.delay
        }
        first = Report(time: told, place: owner)
        return false
    }

    private static func span(_ from: Timestamp, _ to: Timestamp) -> Double { to.seconds - from.seconds }
}
