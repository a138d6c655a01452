import Foundation
import Tracking

/// The clock of the operating system.
struct SystemUTCClock: UTCClock {
    var minimumResolution: Duration { .milliseconds(1) }

    var now: Timestamp { Timestamp(seconds: Date().timeIntervalSince1970) }

    /// Sleeps until the clock shows a moment, or has been set past it.
    ///
    /// - Throws: `CancellationError`.
    func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
        let rest = now.duration(to: deadline)
        guard rest > .zero else { return try Task.checkCancellation() }
        try await Task.sleep(for: rest, tolerance: tolerance)
    }
}
