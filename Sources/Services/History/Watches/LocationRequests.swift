import Tracking

/// What the service has asked of a silent tracker, and whether that answered.
struct LocationRequests: Hashable, Sendable {
    /// When something of the tracker's own came last; nil before it ever did.
    var heard: Timestamp?
    /// The requests since; nil for none.
    var unanswered: Unanswered?

    struct Unanswered: Hashable, Sendable {
        var count: Int
        var last: Timestamp
        /// Since when the tracker counts as unreachable; nil for not yet.
        var unreachableSince: Timestamp?
    }

    /// After so many without an answer a tracker counts as unreachable, and is asked no more.
    static let most = 3
    /// The shortest interval, in seconds: a tracker that reports each second may miss a few.
    static let shortestInterval = 60
    /// Seconds beyond the interval: for a report that is on its way, or waits for satellites.
    static let grace = 30
    /// Milliseconds on the wall that a report may be on its way however fast a rehearsed life runs: broker and services
    /// run no faster with it.
    static let shortestGrace: Int64 = 3000

    /// Words of a tracker are counted out of order by so many milliseconds at most.
    private static let slack: Int64 = 60_000

    var unreachableSince: Timestamp? { unanswered?.unreachableSince }

    /// Whether it is time for a request, or to give up; the interval is in seconds between two reports, which pass by
    /// the scale.
    func isDue(at now: Timestamp, interval: Int, scale: TimeScale) -> Bool {
        guard let heard, unreachableSince == nil else { return false }
        let last = max(heard, unanswered?.last ?? heard)
        let interval = scale.wall(milliseconds: Int64(max(interval, Self.shortestInterval)) * 1000)
        let grace = max(Self.shortestGrace, scale.wall(milliseconds: Int64(Self.grace) * 1000))
        return now.milliseconds - last.milliseconds >= interval + grace
    }

    /// Counts a request, or gives up; false when it gives up.
    mutating func ask(at now: Timestamp) -> Bool {
        guard var unanswered else {
            unanswered = Unanswered(count: 1, last: now)
            return true
        }
        let isLast = unanswered.count >= Self.most
        if isLast {
            unanswered.unreachableSince = now
        } else {
            (unanswered.count, unanswered.last) = (unanswered.count + 1, now)
        }
        self.unanswered = unanswered
        return !isLast
    }

    /// Notes a word of the tracker's own; true when it had been asked.
    mutating func answered(at time: Timestamp) -> Bool {
        // One that lies far ahead is of a time when the clock was ahead.
        if let heard, heard > time, !heard.isApart(Self.slack, from: time) {} else { heard = time }
        defer { unanswered = nil }
        return unanswered != nil
    }
}

extension LocationRequests.Unanswered {
    /// What is kept of it: the count, the last request, and since when it is unreachable, in milliseconds.
    var record: String { "\(count) \(last.milliseconds)" + (unreachableSince.map { " \($0.milliseconds)" } ?? "") }

    /// One that was kept; nil for an empty or foreign record.
    init?(record: String) {
        let numbers = record.split(separator: " ").compactMap { Int64($0) }
        guard numbers.count == 2 || numbers.count == 3, let count = Int(exactly: numbers[0]) else { return nil }
        self.init(count: count, last: Timestamp(milliseconds: numbers[1]))
        if numbers.count == 3 { unreachableSince = Timestamp(milliseconds: numbers[2]) }
    }
}
