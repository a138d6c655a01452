/// What a fleet has done so far.
public struct FleetCounts: Hashable, Sendable {
    /// Trackers that have joined, and of those the ones that have left again.
    public var joined = 0, left = 0
    /// Messages published, all of quality 1, and the bytes of their topics and payloads.
    public var published = 0, bytes = 0
    /// Messages that the broker has acknowledged, and those that it has refused.
    public var acknowledged = 0, refused = 0
    /// Messages from those in front of the trackers: commands, and what they should be.
    public var received = 0
    /// Positions that the trackers have made for a report.
    public var made = 0
    /// Positions published, acknowledged, and given up because a tracker had no more space.
    public var sent = 0, confirmed = 0, thinned = 0
    /// Reports that were not made, because this machine came to them more than an interval late.
    public var skipped = 0
    /// How late a report was made at most, in milliseconds.
    public var latest: Int64 = 0
    /// Messages that wait to be acknowledged.
    public var unacknowledged = 0
    /// Positions that wait in their trackers, for a connection or for room on it.
    public var waiting = 0

    public init() {}

    /// What is published and not acknowledged, and what waits to be published.
    public var backlog: Int { unacknowledged + waiting }
    /// What will never arrive, if all that waits still does.
    public var lost: Int { thinned + refused }
}

extension FleetCounts {
    /// The sums of both, and the greater lateness.
    static func + (left: FleetCounts, right: FleetCounts) -> FleetCounts {
        var sum = left
        sum.joined += right.joined
        sum.left += right.left
        sum.published += right.published
        sum.bytes += right.bytes
        sum.acknowledged += right.acknowledged
        sum.refused += right.refused
        sum.received += right.received
        sum.made += right.made
        sum.sent += right.sent
        sum.confirmed += right.confirmed
        sum.thinned += right.thinned
        sum.skipped += right.skipped
        sum.unacknowledged += right.unacknowledged
        sum.waiting += right.waiting
        sum.latest = max(left.latest, right.latest)
        return sum
    }
}
