import Tracking

/// A clock that runs faster or slower than another one.
struct ScaledClock: UTCClock {
    private let clock: any UTCClock
    private let scale: TimeScale

    init(_ clock: any UTCClock, scale: TimeScale) { (self.clock, self.scale) = (clock, scale) }
    var now: Timestamp { scale.virtual(clock.now) }
    var minimumResolution: Duration { clock.minimumResolution }

    func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
        try await clock.sleep(until: scale.stamp(deadline), tolerance: tolerance)
    }
}
