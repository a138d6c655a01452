import Tracking

/// The clock of a tag that is right at its start and then runs some times as fast as time, so that a test need not take
/// a day.
struct PacedClock: Sendable {
    let start: Timestamp
    /// Seconds of the clock in one second.
    let pace: Double

    /// What the clock shows at a moment.
    func time(at moment: Timestamp) -> Timestamp {
        let passed = Double(start.duration(to: moment).milliseconds)
        return start.advanced(by: .milliseconds(Int64(passed * pace)))
    }

    /// The first moment, in whole milliseconds, at which the clock shows a time, or more.
    func moment(at time: Timestamp) -> Timestamp {
        let shown = Double(start.duration(to: time).milliseconds)
        let moment = start.advanced(by: .milliseconds(Int64((shown / pace).rounded(.up))))
        return self.time(at: moment) < time ? moment.advanced(by: .milliseconds(1)) : moment
    }
}
