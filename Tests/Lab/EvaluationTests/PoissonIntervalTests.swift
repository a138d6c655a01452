import Evaluation
import Testing

@Suite struct PoissonIntervalTests {
    /// The bounds are those of R's `poisson.test`.
    @Test(arguments: [(0, 1.0, 0, 3.688879), (1, 1, 0.025318, 5.571643), (10, 2, 2.397695, 9.195178)])
    func `an interval is the exact one of Garwood`(_ count: Int, _ time: Double, _ low: Double, _ high: Double) {
        let interval = PoissonInterval(count, in: time)
        #expect(abs(interval.low - low) < 1e-5)
        #expect(abs(interval.high - high) < 1e-5)
        #expect(interval.rate == Double(count) / time)
    }
}
