import Tracking

/// The clock on the wall, which a run in front of real services goes by.
struct WallClock: UTCClock {
    private let clock = ContinuousClock()
    private let begin = ContinuousClock().now
    private let origin: Timestamp

    init(origin: Timestamp) { self.origin = origin }

    var now: Timestamp {
        let (seconds, attoseconds) = begin.duration(to: clock.now).components
        return origin.advanced(by: .milliseconds(seconds * 1000 + attoseconds / 1_000_000_000_000_000))
    }

    var minimumResolution: Duration { .milliseconds(1) }

    func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
        let wait = deadline.milliseconds - now.milliseconds
        if wait > 0 { try await clock.sleep(for: .milliseconds(wait)) }
    }
}
