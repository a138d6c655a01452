/// When the trackers of a fleet join, and when each reports: evenly, never all at once.
public struct FleetPace: Hashable, Sendable {
    /// Milliseconds between two reports of a tracker, from 1,000.
    public let interval: Int64
    /// Milliseconds over which the trackers join; 0 for all at once.
    public let ramp: Int64
    /// How many trackers there are.
    public let count: Int

    public init(interval: Int64, ramp: Int64, count: Int) {
        (self.interval, self.ramp, self.count) = (max(1, interval), max(0, ramp), max(1, count))
    }

    /// Milliseconds from the start after which a tracker joins.
    public func join(_ tracker: Int) -> Int64 { Int64(Double(ramp) * Double(tracker) / Double(count)) }

    /// The first moment from another one on at which it is this tracker's turn to report.
    ///
    /// The turns lie on multiples of the golden section of the interval: those of any trackers that follow one another
    /// are spread evenly over it, however many have joined and in whatever time.
    public func turn(_ tracker: Int, from moment: Int64) -> Int64 {
        let share = (Double(tracker) * 0.618_033_988_749_894_8).truncatingRemainder(dividingBy: 1)
        let phase = Int64(share * Double(interval))
        let past = moment - phase
        guard past > 0 else { return phase }
        return phase + (past + interval - 1) / interval * interval
    }
}
