import Tracking

/// A clock that runs faster than the world by a factor, so that waiting is short and still waiting.
struct SwiftClock: UTCClock {
    private let start = ContinuousClock.now
    private let factor = 5

    var minimumResolution: Duration { .milliseconds(1) }

    var now: Timestamp { Timestamp(seconds: 1_800_000_000).advanced(by: (ContinuousClock.now - start) * factor) }

    func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
        let rest = now.duration(to: deadline)
        guard rest > .zero else { return try Task.checkCancellation() }
        try await ContinuousClock().sleep(for: rest / factor)
    }
}
