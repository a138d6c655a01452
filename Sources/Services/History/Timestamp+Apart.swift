package import Tracking

extension Timestamp {
    /// Whether so many milliseconds lie between a moment and this one, as clocks tell.
    ///
    /// A clock may have been set back since that moment, which then lies ahead: what was to wait for a few seconds must
    /// not wait for hours. So it waits for no longer than twice its time, whatever is done to the clock.
    package func isApart(_ milliseconds: Int64, from start: Timestamp) -> Bool {
        (self.milliseconds &- start.milliseconds).magnitude >= milliseconds.magnitude
    }
}
