import Synchronization
import Testing
import Tracking

@testable import History

/// The time of the database, which workers go by.
@Suite struct SharedClockTests {
    private final class Hand: UTCClock {
        let milliseconds = Mutex<Int64>(1_000_000)
        var now: Timestamp { Timestamp(milliseconds: milliseconds.withLock { $0 }) }
        var minimumResolution: Duration { .milliseconds(1) }
        func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
            milliseconds.withLock { $0 = deadline.milliseconds }
        }
    }

    private func at(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

    @Test func `it goes by what was told, but for what the answer may have taken`() async throws {
        let hand = Hand()
        let clock = SharedClock(hand)
        #expect(clock.follow(at(1_000_400), asked: at(1_000_000), answered: at(1_000_000)) == nil)
        #expect(clock.now == hand.now)
        #expect(clock.follow(at(820_000), asked: at(1_000_000), answered: at(1_000_100)) == -180_050)
        #expect(clock.now == at(819_950))
        #expect(clock.follow(at(819_960), asked: at(1_000_000), answered: at(1_000_000)) == nil)
        #expect(clock.follow(at(820_950), asked: at(999_000), answered: at(1_001_900)) == nil, "it took three seconds")
        try await clock.sleep(until: at(820_000), tolerance: nil)
        #expect(hand.now == at(1_000_050) && clock.now == at(820_000))
    }
}
