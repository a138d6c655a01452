import Foundation
import Ranging
import TestSupport
import Testing
import Tracking

@Suite struct RoomFilterTests {
    private let model = RoomModel(
        reception: ReceptionModel(powerAtOneMetre: -45, exponent: 2.5, biasSigma: 2, shadowSigma: 5),
        prior: DistanceDistribution(
            from: FloorPoint(x: 0, y: 0, z: 2),
            among: [FloorPoint(x: 8, y: 6, z: 2)],
            tagHeight: 1
        )
    )

    private func reception(_ second: Double, _ strength: Double?, samples: Int = 1) -> Reception {
        Reception(time: Timestamp(seconds: second), strength: strength, samples: strength == nil ? 0 : samples)
    }

    private func known(_ strength: Double, seconds: Int) -> DistanceDistribution {
        var filter = RoomFilter(model: model)
        for second in 1...seconds { filter.observe(reception(Double(second), strength)) }
        return filter.distribution
    }

    @Test func `before anything is heard a tag is where tags are`() {
        #expect(RoomFilter(model: model).distribution == model.prior)
        #expect(RoomFilter(model: model).time == nil)
    }

    @Test(arguments: [(-45.0, 2.5), (-75, 7)])
    func `strong is near and weak is far, within the place`(_ strength: Double, _ metres: Double) {
        let distribution = known(strength, seconds: 60)
        #expect(strength > -60 ? distribution.median < metres : distribution.median > metres)
        #expect(distribution.interval.upperBound < 11)
    }

    @Test func `ten minutes of reports from one place are as one look`() {
        let (minute, hour) = (known(-65, seconds: 30).interval, known(-65, seconds: 600).interval)
        #expect(hour.upperBound - hour.lowerBound > 0.9 * (minute.upperBound - minute.lowerBound))
    }

    @Test func `a tag that is always strong is a strong tag rather than always near`() {
        #expect(known(-47, seconds: 7200).median > 1.05 * known(-47, seconds: 30).median)
    }

    @Test func `a moment's fade hardly moves what half a minute has told`() {
        var filter = RoomFilter(model: model)
        for second in 1...30 { filter.observe(reception(Double(second), -60)) }
        let before = filter.distribution.median
        filter.observe(reception(31, -80))
        #expect(filter.distribution.median < 1.25 * before)
        #expect(filter.distribution.median > before)
    }

    @Test func `after a minute's silence the new counts and not the old`() {
        var filter = RoomFilter(model: model)
        for second in 1...30 { filter.observe(reception(Double(second), -50)) }
        filter.observe(reception(200, -72))
        #expect((filter.distribution.median - known(-72, seconds: 1).median).magnitude < 0.3)
    }

    @Test func `what is older, or has no strength, is no news`() {
        var filter = RoomFilter(model: model)
        filter.observe(reception(10, -60))
        let known = filter
        filter.observe(reception(9, -40))
        filter.observe(reception(10, -40))
        filter.observe(reception(11, nil))
        #expect(filter == known)
    }

    @Test(arguments: [-150.0, -59, 20])
    func `no strength makes numbers that are none`(_ strength: Double) {
        var filter = RoomFilter(model: model)
        for second in stride(from: 1.0, to: 50_000, by: 997) { filter.observe(reception(second, strength)) }
        #expect((filter.distribution.weights.sum() - 1).magnitude < 1e-3)
        #expect(filter.distribution.median.isFinite)
    }

    @Test func `the interval of 90 per cent holds the truth about as often`() {
        var generator = SeededGenerator(seed: 11)
        var (inside, count) = (0, 0)
        for _ in 0..<300 {
            let distance = model.prior.quantile(.random(in: 0..<1, using: &generator))
            let level = model.reception.strength(at: distance) + 5 * SignalSource.normal(&generator)
            var filter = RoomFilter(model: model)
            for second in 1...20 {
                filter.observe(reception(Double(second), level + 3 * SignalSource.normal(&generator)))
            }
            count += 1
            if filter.distribution.interval.contains(distance) { inside += 1 }
        }
        #expect((0.86...0.97).contains(Double(inside) / Double(count)))
    }
}
