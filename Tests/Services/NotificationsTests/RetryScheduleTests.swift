import Messages
import TestSupport
import Testing
import Tracking

@testable import Notifications

struct RetryScheduleTests {
    @Test(arguments: [(1, 1.0), (2, 2), (3, 4), (9, 256), (10, 300), (1000, 300)])
    func `the shortest wait doubles up to a bound`(_ failures: Int, _ seconds: Double) {
        var chance = FixedChance()
        #expect(RetrySchedule().delay(after: failures, using: &chance).inSeconds == seconds)
    }

    @Test(arguments: 1...12)
    func `chance adds at most as much again`(_ failures: Int) {
        var chance = SeededGenerator(seed: UInt64(failures))
        var none = FixedChance()
        let least = RetrySchedule().delay(after: failures, using: &none)
        for _ in 0..<100 {
            let delay = RetrySchedule().delay(after: failures, using: &chance)
            #expect(delay >= least && delay < least * 2)
        }
    }
}
