import Foundation
import Ranging
import TestSupport
import Testing
import Tracking

/// A tag's signal as the model has it: bias, shadowing, fading, lost reports.
struct SignalSource {
    var generator: SeededGenerator
    let model: ReceptionModel
    let bias: Double
    private var shadow: Double

    init(seed: UInt64, model: ReceptionModel = ReceptionModel(), loss: Double = 4) {
        generator = SeededGenerator(seed: seed)
        self.model = model
        bias = model.biasSigma * Self.normal(&generator) - loss
        shadow = model.shadowSigma * Self.normal(&generator)
    }

    mutating func reception(at distance: Double, _ time: Timestamp, after seconds: Double = 1) -> Reception {
        let kept = exp(-seconds / model.shadowTime)
        shadow = kept * shadow + (1 - kept * kept).squareRoot() * model.shadowSigma * Self.normal(&generator)
        let strength = model.strength(at: distance) + bias + shadow + model.fadeSigma * Self.normal(&generator)
        let isHeard = Double.random(in: 0..<1, using: &generator) < 1 / (1 + exp((model.sensitivity - strength) / 1.5))
        return Reception(
            time: time,
            strength: isHeard ? strength.rounded() : nil,
            samples: isHeard ? 1 : 0,
            expected: 1
        )
    }

    static func normal(_ generator: inout SeededGenerator) -> Double {
        let (radius, angle) = (
            Double.random(in: Double.leastNonzeroMagnitude..<1, using: &generator),
            Double.random(in: 0..<(2 * .pi), using: &generator)
        )
        return (-2 * log(radius)).squareRoot() * cos(angle)
    }
}

@Suite struct RangeFilterTests {
    private func time(_ seconds: Int) -> Timestamp { Timestamp(milliseconds: Int64(seconds) * 1000) }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `what is carried in the pocket is not taken to be lost`(_ seed: UInt64) {
        var source = SignalSource(seed: seed)
        var filter = RangeFilter(model: source.model, motion: .carried)
        var alarms = 0
        for second in 1...1800 {
            filter.observe(source.reception(at: 0.6, time(second)))
            if filter.distribution.probability(beyond: 10) >= 0.95 { alarms += 1 }
        }
        #expect(alarms == 0)
        #expect(filter.probabilityTogether > 0.9)
    }

    @Test func `who walks off is missed within some tens of metres`() {
        var distances: [Double] = []
        for seed in 1...15 as ClosedRange<UInt64> {
            var source = SignalSource(seed: seed)
            var filter = RangeFilter(model: source.model, motion: .carried)
            for second in 1...300 { filter.observe(source.reception(at: 0.6, time(second))) }
            var distance = 0.6
            for second in 301...420 {
                distance += 1.4
                filter.observe(source.reception(at: distance, time(second)))
                if filter.distribution.probability(beyond: 10) >= 0.95 { break }
            }
            distances.append(distance)
        }
        distances.sort()
        #expect(distances[0] > 5 && distances[7] < 25 && distances[14] < 80)
    }

    @Test func `the interval of 90 per cent holds the truth about as often`() {
        var (inside, count) = (0, 0)
        for seed in 1...40 as ClosedRange<UInt64> {
            var source = SignalSource(seed: seed, loss: 0)
            var filter = RangeFilter(model: source.model)
            var distance = exp(Double.random(in: log(1)...log(40), using: &source.generator))
            for second in 1...40 {
                if second % 20 == 0 { distance = max(0.5, distance + .random(in: -2...2, using: &source.generator)) }
                filter.observe(source.reception(at: distance, time(second)))
            }
            count += 1
            if filter.distribution.interval.contains(distance) { inside += 1 }
        }
        #expect((0.75...1).contains(Double(inside) / Double(count)))
    }

    @Test func `many reports of a moment are no proof, for the bias never averages out`() {
        var filter = RangeFilter(model: ReceptionModel())
        for second in 1...600 {
            filter.observe(Reception(time: time(second), strength: -79, samples: 10, expected: 10))
        }
        let interval = filter.distribution.interval
        // A bias of 5 dB is a factor of 1.78 in distance at the exponent 2; 90 % are 1.64 of them to each side.
        #expect(interval.upperBound / interval.lowerBound > 4)
        #expect(interval.contains(10))
    }

    @Test func `what a receiver hears beside it for minutes is beside it`() {
        var filter = RangeFilter(model: ReceptionModel())
        var chance = SeededGenerator(seed: 3)
        for second in 1...300 {
            let strength = Double.random(in: -58...(-42), using: &chance)
            filter.observe(Reception(time: time(second), strength: strength, samples: 1, expected: 0))
            // Nobody knows after how long, but not for ever.
            if second > 120 { #expect(filter.distribution.quantile(0.95) < 5) }
        }
    }

    @Test func `a calibrated tag is known better`() {
        func width(_ sigma: Double) -> Double {
            var filter = RangeFilter(model: ReceptionModel(biasSigma: sigma))
            for second in 1...60 {
                filter.observe(Reception(time: time(second), strength: -70, samples: 1, expected: 1))
            }
            let interval = filter.distribution.interval
            return interval.upperBound / interval.lowerBound
        }
        #expect(width(2) < 0.8 * width(5))
    }

    @Test func `silence after a weakening signal is evidence of distance`() {
        var filter = RangeFilter(model: ReceptionModel())
        for second in 1...10 { filter.observe(Reception(time: time(second), strength: -88, samples: 1, expected: 1)) }
        let before = filter.distribution.median
        for second in 11...40 { filter.observe(Reception(time: time(second), strength: nil, samples: 0, expected: 1)) }
        #expect(filter.distribution.median > 1.25 * before)
    }

    @Test func `that nobody listened is no evidence, and doubt grows`() {
        var filter = RangeFilter(model: ReceptionModel(), motion: .carried)
        for second in 1...300 { filter.observe(Reception(time: time(second), strength: -60, samples: 1, expected: 1)) }
        let before = filter.distribution
        let later = filter.distribution(at: time(900))
        #expect(later.probability(beyond: 10) < 0.2)
        #expect(later.interval.upperBound >= before.interval.upperBound)
        filter.observe(Reception(time: time(901), strength: nil, samples: 0, expected: 0))
        #expect(filter.distribution.probability(beyond: 10) < 0.2)
    }

    @Test func `a short silence of a tag close by is no loss`() {
        var filter = RangeFilter(model: ReceptionModel(), motion: .carried)
        for second in 1...300 { filter.observe(Reception(time: time(second), strength: -60, samples: 1, expected: 1)) }
        for second in 301...320 {
            filter.observe(Reception(time: time(second), strength: nil, samples: 0, expected: 1))
        }
        #expect(filter.distribution.probability(beyond: 10) < 0.5)
    }

    @Test func `an older reception is no news`() {
        var filter = RangeFilter(model: ReceptionModel())
        filter.observe(Reception(time: time(10), strength: -70, samples: 1, expected: 1))
        let known = filter
        filter.observe(Reception(time: time(9), strength: -40, samples: 1, expected: 1))
        filter.observe(Reception(time: time(10), strength: -40, samples: 1, expected: 1))
        #expect(filter == known)
    }

    @Test(arguments: [-127.0, 20, -59, 0])
    func `no strength makes numbers that are none`(_ strength: Double) {
        for motion in [Motion.carried, .fixed] {
            var filter = RangeFilter(model: ReceptionModel(biasSigma: 0, shadowSigma: 0, fadeSigma: 1), motion: motion)
            for second in stride(from: 1, to: 5000, by: 97) {
                filter.observe(Reception(time: time(second), strength: strength, samples: 3, expected: 9))
                filter.observe(Reception(time: time(second + 1), strength: nil, samples: 0, expected: 400))
            }
            let sum = Double(filter.distribution.weights.sum())
            #expect((sum - 1).magnitude < 1e-3)
            #expect(filter.distribution.median.isFinite)
        }
    }
}

@Suite struct DistanceDistributionTests {
    @Test(arguments: [(0.1, 1.0), (600, 0)])
    func `beyond what is kept nothing is left`(_ threshold: Double, _ probability: Double) {
        #expect(DistanceDistribution().probability(beyond: threshold) == probability)
    }

    @Test(arguments: [0.3, 1, 5, 10, 99.5, 400])
    func `quantile and probability are each other's inverse`(_ threshold: Double) {
        var generator = SeededGenerator(seed: 3)
        let distribution = DistanceDistribution(Cells { _ in .random(in: 0.01...1, using: &generator) })
        let probability = distribution.probability(beyond: threshold)
        #expect((distribution.quantile(1 - probability) - threshold).magnitude < 0.01 * threshold)
    }
}
