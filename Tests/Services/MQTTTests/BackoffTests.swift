import MQTT
import Testing

struct BackoffTests {
    /// Always draws the greatest number.
    private struct Highest: RandomNumberGenerator {
        func next() -> UInt64 { .max }
    }

    /// Always draws the least number.
    private struct Lowest: RandomNumberGenerator {
        func next() -> UInt64 { 0 }
    }

    @Test func `the longest wait doubles from half a second to a minute`() {
        var backoff = Backoff()
        var lowest = Lowest()
        let ceilings = (0..<9).map { _ in
            defer { _ = backoff.next(using: &lowest) }
            return backoff.ceiling
        }
        #expect(ceilings == [0.5, 1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    }

    @Test func `a wait lies between nothing and the ceiling`() {
        var backoff = Backoff()
        var (low, high) = (Lowest(), Highest())
        #expect(backoff.next(using: &low) == .zero)
        let ceiling = backoff.ceiling
        let wait = backoff.next(using: &high)
        #expect(wait > ceiling * 0.999 && wait <= ceiling)
    }

    @Test func `a reset begins anew`() {
        var backoff = Backoff(.init(first: .seconds(1), most: .seconds(8)))
        var low = Lowest()
        for _ in 0..<3 { _ = backoff.next(using: &low) }
        #expect(backoff.ceiling == .seconds(8))
        backoff.reset()
        #expect(backoff.ceiling == .seconds(1))
    }
}
