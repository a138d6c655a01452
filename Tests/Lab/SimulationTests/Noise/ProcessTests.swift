import Foundation
import Simulation
import Testing

@Suite struct ProcessTests {
    @Test func `normal numbers have the moments of the standard normal distribution`() {
        var draws = SplitMix(seed: 1, stream: "normal")
        let pairs = (0..<100_000).map { _ in draws.normals() }
        let moments = Moments(pairs.flatMap { [$0.x, $0.y] })
        #expect(moments.mean.isNear(0, 0.01) && moments.deviation.isNear(1, 0.01))
        let fourth = pairs.map { pow($0.x, 4) }.reduce(0, +) / Double(pairs.count)
        #expect(fourth.isNear(3, 0.1))
        #expect(Moments.correlation(pairs.map(\.x), pairs.map(\.y)).isNear(0, 0.01))
    }

    @Test func `waiting times are exponential`() {
        var draws = SplitMix(seed: 2, stream: "exponential")
        let moments = Moments((0..<100_000).map { _ in draws.exponential(mean: 40) })
        #expect(moments.mean.isNear(40, 0.5) && moments.deviation.isNear(40, 0.7))
        #expect(moments.median.isNear(40 * log(2), 0.5))
    }

    @Test(arguments: [5.0, 20])
    func `a Gauss-Markov process has unit variance and forgets exponentially`(time: Double) {
        var draws = SplitMix(seed: 3, stream: "markov")
        var process = GaussMarkov(time: time, from: draws.normal())
        let moments = Moments(
            (0..<400_000).map { _ in
                process.pass(1, draws.normal())
                return process.value
            }
        )
        #expect(moments.mean.isNear(0, 0.04) && moments.deviation.isNear(1, 0.02))
        for lag in [1, 5, 10, 20, 40] {
            #expect(moments.correlation(atLag: lag).isNear(exp(-Double(lag) / time), 0.03))
        }
    }

    @Test func `a Gauss-Markov process does not mind how long its steps are`() {
        var draws = SplitMix(seed: 4, stream: "steps")
        var (starts, ends): ([Double], [Double]) = ([], [])
        for _ in 0..<40_000 {
            var process = PlaneGaussMarkov(time: 10, from: draws.normals())
            starts.append(process.value.x)
            for step in [0.5, 2.5, 4] { process.pass(step, draws.normals()) }
            ends.append(process.value.x)
        }
        #expect(Moments(ends).deviation.isNear(1, 0.01))
        #expect(Moments.correlation(starts, ends).isNear(exp(-0.7), 0.01))
    }

    @Test func `a telegraph is on for its share of the time, and for its mean time`() {
        var draws = SplitMix(seed: 5, stream: "telegraph")
        var telegraph = Telegraph(.init(off: 90, on: 30), at: 0, &draws)
        var (on, starts) = (0, 0)
        for second in 1...600_000 {
            if telegraph.advance(to: Double(second), &draws) { starts += 1 }
            if telegraph.isOn { on += 1 }
        }
        #expect((Double(on) / 600_000).isNear(0.25, 0.015))
        #expect((Double(on) / Double(starts)).isNear(30, 1.5))
        var never = Telegraph(.never, at: 0, &draws)
        let hasCome = never.advance(to: 1e9, &draws)
        #expect(!hasCome && !never.isOn)
    }
}
