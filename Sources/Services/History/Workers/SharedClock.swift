import Synchronization
import Tracking

/// The time of day by the database that workers share, so that all of them judge by the same, whatever the clocks of
/// their machines say: what one has stored another would else take for something else.
final class SharedClock: UTCClock {
    private let own: any UTCClock
    /// How far the database is ahead, in milliseconds.
    private let offset = Mutex<Int64>(0)

    /// Below that it is how long the answer took.
    private static let least: Int64 = 500

    init(_ own: any UTCClock) { self.own = own }

    /// Goes by what the database said between two moments of the own clock; answers with how far that is ahead now, when
    /// it is another distance than before.
    func follow(_ told: Timestamp, asked: Timestamp, answered: Timestamp) -> Int64? {
        let middle = (asked.milliseconds + answered.milliseconds) / 2
        return offset.withLock { offset in
            let found = told.milliseconds - middle
            let uncertain = max(Self.least, (answered.milliseconds - asked.milliseconds) / 2)
            guard abs(found - offset) > uncertain else { return nil }
            offset = found
            return found
        }
    }

    var minimumResolution: Duration { own.minimumResolution }

    var now: Timestamp { Timestamp(milliseconds: own.now.milliseconds + offset.withLock { $0 }) }

    func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
        let own = own
        try await own.sleep(
            until: Timestamp(milliseconds: deadline.milliseconds - offset.withLock { $0 }), tolerance: tolerance
        )
    }
}
