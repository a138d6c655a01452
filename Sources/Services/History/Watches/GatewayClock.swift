import Tracking

/// How far a gateway's clock differs from this machine's, by when its reports arrive.
///
/// A report is neither kept nor queued by the broker, so that it arrives when it was made, or a little later where this
/// machine is busy. Only what differs by more than that, report after report, is a clock's doing.
struct GatewayClock: Sendable {
    /// Milliseconds to be added to what the gateway says to have it in our time; 0 for a clock that is right, or about
    /// which nothing is known yet.
    private(set) var correction: Int64 = 0
    /// When the first report of the running row came, and the least by which one of the row lay behind.
    private var row: (start: Timestamp, lag: Int64)?

    /// What differs by less, in milliseconds, is no matter: gateways' reports count for as long.
    static let tolerance: Int64 = 60_000
    /// For so long, in milliseconds, the reports have to differ, by our choice; a backlog is worked off faster.
    static let persistence: Int64 = 30_000

    /// Takes in when a report was made, by the gateway's clock, and came; whether the clock is known to be wrong by it,
    /// and was not before.
    mutating func heard(_ time: Timestamp, at now: Timestamp) -> Bool {
        let lag = now.milliseconds &- time.milliseconds
        guard lag.magnitude > Self.tolerance else {
            self = GatewayClock()
            return false
        }
        guard let row, (lag &- row.lag).magnitude <= Self.tolerance, row.start <= now else {
            // Nothing is known of a clock that has just been set.
            (self.row, correction) = ((now, lag), 0)
            return false
        }
        let least = min(row.lag, lag)
        self.row = (row.start, least)
        guard now.milliseconds - row.start.milliseconds >= Self.persistence else { return false }
        let isNews = correction == 0
        correction = least
        return isNews
    }

    /// What the gateway calls a moment, in our time.
    func corrected(_ time: Timestamp) -> Timestamp { Timestamp(milliseconds: time.milliseconds &+ correction) }
}
