import Simulation
import TestSupport
import Testing

@Suite struct LatencyHistogramTests {
    @Test func `without any time there is no quantile`() {
        let histogram = LatencyHistogram()
        #expect(histogram.quantile(0.5) == nil)
        #expect(histogram.most == 0)
    }

    @Test(arguments: [0, 1, 31, 32, 33, 63, 64, 65, 1000, 12_345, 1_000_000, 59_999_999, 1 << 35])
    func `a time is told to within a thirty-second`(time: Int64) {
        var histogram = LatencyHistogram()
        histogram.record(time)
        // A longer one beside it, as the longest of all is known exactly.
        histogram.record(LatencyHistogram.longest)
        let told = histogram.quantile(0.5) ?? -1
        #expect(told >= time)
        #expect(Double(told) <= Double(time) * (1 + 1.0 / 32))
    }

    @Test func `quantiles are those of the sorted times`() {
        var generator = SeededGenerator(seed: 5)
        let times = (0..<10_000).map { _ in Int64.random(in: 0...3_000_000, using: &generator) }
        var histogram = LatencyHistogram()
        for time in times { histogram.record(time) }
        let sorted = times.sorted()
        for share in [0.5, 0.95, 0.99, 1] {
            let exact = sorted[Int((share * 10_000).rounded(.up)) - 1]
            let told = histogram.quantile(share) ?? -1
            #expect(told >= exact && Double(told) <= Double(exact) * (1 + 1.0 / 32), "\(share)")
        }
        #expect(histogram.most == sorted.last)
        #expect(histogram.count == 10_000)
    }

    @Test func `times out of range count as the nearest in it`() {
        var histogram = LatencyHistogram()
        histogram.record(-5)
        histogram.record(.max)
        #expect(histogram.quantile(0.5) == 0)
        #expect(histogram.most == .max)
        #expect(histogram.count == 2)
    }

    @Test func `two together are one of all their times`() {
        var (left, right, all) = (LatencyHistogram(), LatencyHistogram(), LatencyHistogram())
        for time in Int64(0)..<2000 {
            if time % 3 == 0 { left.record(time * 7) } else { right.record(time * 7) }
            all.record(time * 7)
        }
        left.merge(right)
        #expect(left == all)
    }
}
