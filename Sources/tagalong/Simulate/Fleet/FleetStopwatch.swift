/// The time of a run, which no setting of the machine's clock changes.
struct FleetStopwatch: Sendable {
    private let start = ContinuousClock.now

    /// Microseconds since the start.
    var microseconds: Int64 {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
