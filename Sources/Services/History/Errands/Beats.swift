/// What is done again and again, by the clock and not by how often somebody asks.
struct Beats {
    private let period: Duration
    private var last: ContinuousClock.Instant?

    /// Beats of which the first is due at once.
    init(every period: Duration) { self.period = period }

    /// Whether one is due, which counts as done then.
    mutating func isDue(at now: ContinuousClock.Instant) -> Bool {
        if let last, last.duration(to: now) < period { return false }
        last = now
        return true
    }

    /// Has the next one due at once.
    mutating func hurry() { last = nil }
}
