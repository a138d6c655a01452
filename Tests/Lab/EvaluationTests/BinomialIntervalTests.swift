import Evaluation
import Testing

@Suite struct BinomialIntervalTests {
    /// The bounds are those of R's `binom.test`.
    @Test(arguments: [
        (0, 100, 0, 0.036217), (5, 100, 0.016432, 0.112835), (1, 10, 0.002529, 0.445016),
        (50, 100, 0.398321, 0.601679), (100, 100, 0.963783, 1), (1, 1, 0.025, 1),
    ])
    func `an interval is the exact one of Clopper and Pearson`(
        _ count: Int,
        _ total: Int,
        _ low: Double,
        _ high: Double
    ) {
        let interval = BinomialInterval(count, of: total)
        #expect(abs(interval.low - low) < 1e-6)
        #expect(abs(interval.high - high) < 1e-6)
        #expect(interval.share == Double(count) / Double(total))
    }

    @Test func `the interval of many cases is narrow, and holds their share`() {
        let interval = BinomialInterval(300, of: 100_000)
        #expect((0.0026...0.003).contains(interval.low))
        #expect((0.003...0.0034).contains(interval.high))
    }

    @Test func `nothing is known of the share of no cases`() {
        let interval = BinomialInterval(0, of: 0)
        #expect(interval.share.isNaN)
        #expect(interval.low == 0 && interval.high == 1)
    }

    @Test func `more confidence makes an interval wider`() {
        let usual = BinomialInterval(5, of: 100), wide = BinomialInterval(5, of: 100, confidence: 0.99)
        #expect(wide.low < usual.low && wide.high > usual.high)
    }
}
