import Foundation
import Synchronization
import Tracking

/// The time of this machine, put forward by hand.
final class AdjustableClock: UTCClock {
    private let ahead = Mutex<Int64>(0)

    var now: Timestamp {
        Timestamp(milliseconds: WallClock().now.milliseconds + ahead.withLock { $0 })
    }

    var minimumResolution: Duration { .milliseconds(1) }

    /// One whose time is that of the next full hour, for what is counted by the hour.
    static func atFullHour() -> AdjustableClock {
        let clock = AdjustableClock()
        clock.advance(by: .milliseconds(3_600_000 - clock.now.milliseconds % 3_600_000))
        return clock
    }

    /// Puts it forward.
    func advance(by duration: Duration) { ahead.withLock { $0 += duration.milliseconds } }

    func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
        while now < deadline { try await Task.sleep(for: .milliseconds(5)) }
    }
}
