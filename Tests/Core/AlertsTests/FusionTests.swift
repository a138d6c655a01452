import Alerts
import Ranging
import TestSupport
import Testing
import Tracking

@Suite struct PositionEvidenceTests {
    private func evidence(_ distance: Double, accuracy: Double) throws -> PositionEvidence {
        var bench = try AlertBench()
        bench.locate(0, apart: distance, accuracy: accuracy)
        return try #require(bench.watch.positions)
    }

    @Test(arguments: [0.0, 3, 10, 40, 200, 499, 512, 700, 5000, 5_000_000], [0.1, 2, 4, 15, 60])
    func `any distance and any doubt make a distribution that knows them`(distance: Double, accuracy: Double) throws {
        let evidence = try evidence(distance, accuracy: accuracy)
        let distribution = DistanceDistribution(evidence.likelihood())
        #expect((distribution.weights.sum() - 1).magnitude < 1e-3)
        let doubt = 4 * evidence.sigma + 0.15 * evidence.distance + 8
        #expect((distribution.median - min(512, evidence.distance)).magnitude < doubt)
    }

    @Test(arguments: [0.0, 3, 10, 40, 499, 700, 5000, 5_000_000], [0.0, 4, 60])
    func `the ranges for the eye hold all of the probability, in order`(distance: Double, accuracy: Double) throws {
        var bench = try AlertBench()
        bench.locate(0, apart: distance, accuracy: accuracy)
        let posterior = try #require(bench.watch.posterior)
        let bins = posterior.bins
        #expect((bins.map(\.probability).reduce(0, +) - 1).magnitude < 0.02)
        #expect(zip(bins, bins.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
        #expect(bins.contains { $0.range.contains(posterior.distance) })
    }

    @Test func `two in one place that seem two standard deviations apart are near rather than far`() throws {
        let distribution = DistanceDistribution(try evidence(7.5, accuracy: 4).likelihood())
        #expect(distribution.probability(beyond: 15) < 0.01)
        #expect(distribution.probability(beyond: 3.75) < 0.9)
    }

    @Test(arguments: [0.1, 2.7, 5]) func `the farther apart they seem, the surer it is that they are`(
        accuracy: Double
    ) throws {
        var before = 0.0
        for distance in stride(from: 0.0, through: 200, by: 2) {
            var bench = try AlertBench()
            bench.locate(0, apart: distance, accuracy: accuracy)
            let probability = try #require(bench.watch.posterior).probability(beyond: 10)
            #expect(probability >= before - 0.002, "\(distance)")
            before = probability
        }
        #expect(before > 0.99)
    }

    @Test func `an accuracy of centimetres is not believed, and one of exactly 0 is`() throws {
        var bench = try AlertBench()
        bench.locate(0, apart: 5.1, accuracy: 0.01)
        #expect(bench.changes.isEmpty)
        bench.locate(1, apart: 5.1, accuracy: 0)
        #expect(bench.changes.map(\.level) == [.warning])
    }

    @Test func `a measurement fades while the two may have gone on`() throws {
        let evidence = try evidence(50, accuracy: 2.7)
        let fresh = DistanceDistribution(evidence.likelihood())
        let old = DistanceDistribution(evidence.likelihood(after: 60))
        #expect(fresh.probability(beyond: 10) > 0.999)
        #expect(old.probability(beyond: 10) < 0.95)
    }

    @Test func `where positions stray, an item far away is told once several of them agree`() throws {
        var bench = try AlertBench()
        for minute in 0..<60 { bench.locate(Double(minute) * 60, apart: 3, accuracy: 12) }
        #expect(bench.level(3600) == .near)
        bench.locate(3600, apart: 60, accuracy: 12)
        #expect(bench.changes.isEmpty)
        for minute in 61..<91 { bench.locate(Double(minute) * 60, apart: 60, accuracy: 12) }
        #expect(bench.changes.map(\.level).contains(.critical))
    }

    @Test func `an item farther away than all ranges is as far as its position says`() throws {
        var bench = try AlertBench()
        bench.locate(0, apart: 40_000)
        let change = try #require(bench.changes.first)
        #expect(change.level == .critical)
        #expect((change.distance - 40_000).magnitude < 100)
    }
}

@Suite struct FusionTests {
    @Test func `a position 25 m off raises nothing while the owner's own gateway hears the item close by`() throws {
        var bench = try AlertBench()
        bench.locate(0, apart: 0)
        bench.hear(0..<60, -55)
        bench.locate(60, apart: 25, accuracy: 12)
        #expect(bench.changes.isEmpty)
        #expect(bench.level(60) == .near)
    }

    @Test func `an item without any position is near, is left behind and comes back by its signal`() throws {
        var bench = try AlertBench()
        bench.hear(0..<60, -58)
        #expect(bench.level(60) == .near)
        bench.hear(60..<180, -95)
        #expect(bench.changes.last?.level == .critical)
        bench.hear(180..<300, -58)
        #expect(bench.changes.last?.level == AlertLevel.none)
        #expect(Set(bench.changes.map(\.episode)).count == 1)
        #expect(bench.watch.lastFix == nil)
    }

    @Test func `a gateway of nobody knows where says nothing of the distance`() throws {
        var bench = try AlertBench()
        bench.hear(0..<60, -58, at: .unknown)
        #expect(bench.level(60) == .unknown)
        bench.hear(60..<300, -95, at: .unknown)
        #expect(bench.changes.isEmpty)
        #expect(bench.watch.gateways.count == 1)
    }

    @Test func `a gateway at home that hears the item while the owner is in town tells that it was left`() throws {
        var bench = try AlertBench()
        let home = bench.origin.offset(north: 400, east: 0)
        for seconds in stride(from: 0.0, to: 120, by: 5) {
            if seconds.truncatingRemainder(dividingBy: 30) == 0 {
                bench.track.insert(bench.fix(seconds, north: 0, accuracy: 5))
                _ = bench.watch.ownerMoved(bench.track, now: Timestamp(seconds: seconds))
            }
            bench.hear(seconds, -60, at: .placed(home))
            // One report of the phone is not enough: who has just set out is heard at home for a while.
            #expect(seconds >= 20 || bench.changes.isEmpty)
        }
        let change = try #require(bench.changes.last)
        #expect(change.level == .critical)
        #expect((change.distance - 400).magnitude < 40)
    }

    @Test func `a gateway at home says nothing while nobody knows where the owner is`() throws {
        var bench = try AlertBench()
        bench.hear(0..<60, -60, at: .placed(bench.origin))
        #expect(bench.level(60) == .unknown)
    }

    @Test func `a gateway at home that hears the item while the owner is there too raises nothing`() throws {
        var bench = try AlertBench()
        for seconds in stride(from: 0.0, to: 120, by: 5) {
            bench.track.insert(bench.fix(seconds, north: 0, accuracy: 5))
            bench.hear(seconds, -60, at: .placed(bench.origin))
        }
        #expect(bench.changes.isEmpty)
    }

    @Test func `a reception of an hour ago raises nothing`() throws {
        var bench = try AlertBench()
        bench.hear(0..<60, -58)
        for seconds in 60..<120 {
            let change = bench.watch.heard(
                Reception(time: Timestamp(seconds: Double(seconds)), strength: -98, samples: 5, expected: 5),
                by: bench.phone,
                model: ReceptionModel(biasSigma: 2),
                at: .carried,
                owner: bench.track,
                now: Timestamp(seconds: 3700)
            )
            #expect(change == nil)
        }
    }

    @Test func `while positions are exact a radio changes nothing`() throws {
        var bench = try AlertBench()
        for second in 0..<120 {
            bench.locate(Double(second), apart: 1, accuracy: 0)
            bench.hear(Double(second), -99)
        }
        #expect(bench.changes.isEmpty)
        #expect(bench.level(120) == .near)
    }

    @Test func `the same evidence gives the same levels again`() throws {
        func run() throws -> [AlertChange] {
            var (bench, chance) = (try AlertBench(), SeededGenerator(seed: 5))
            for second in stride(from: 0.0, to: 600, by: 5) {
                bench.locate(second, apart: second < 200 ? 2 : second / 4, accuracy: .random(in: 2...9, using: &chance))
                bench.hear(second, second < 200 ? -60 : -80 + .random(in: -9...9, using: &chance))
            }
            return bench.changes
        }
        let (first, second) = (try run(), try run())
        #expect(first == second)
        #expect(first.map(\.level).contains(.critical))
    }
}

@Suite struct SilenceTests {
    @Test func `silence of a gateway that listens, after the signal had faded, tells that the item was left`() throws {
        var bench = try AlertBench()
        bench.hear(0..<60, -58)
        for (step, strength) in stride(from: -70.0, through: -90, by: -4).enumerated() {
            bench.hear(60 + 2 * Double(step), strength)
        }
        bench.hear(75..<200, nil)
        #expect(bench.changes.last?.level == .critical)
    }

    @Test func `silence never tells that an item is near, neither again nor for the first time`() throws {
        var bench = try AlertBench()
        bench.hear(0..<60, nil)
        #expect(bench.level(60) == .unknown)
        bench.hear(60..<120, -58)
        bench.hear(120..<180, -92)
        #expect(bench.changes.last?.level == .critical)
        bench.hear(180..<3600, nil)
        #expect(bench.changes.allSatisfy { [.raised, .escalated].contains($0.event) })
        #expect(bench.level(3600) == .critical)
    }

    @Test func `a few reports that are missed raise nothing`() throws {
        var bench = try AlertBench()
        bench.hear(0..<600, -58)
        bench.hear(600, nil)
        bench.hear(605..<1200, -58)
        #expect(bench.changes.isEmpty)
    }
}

@Suite struct BlindnessTests {
    @Test func `a gateway that hears nothing any more makes the level unknown and raises nothing`() throws {
        var bench = try AlertBench()
        bench.hear(0..<60, -58)
        let wasHeard = bench.watch.gatewayBlind(bench.phone)
        #expect(wasHeard)
        #expect(bench.level(60) == .unknown)
        #expect(bench.changes.isEmpty)
        bench.hear(3600..<3660, -58)
        #expect(bench.level(3660) == .near)
        #expect(bench.changes.isEmpty)
    }

    @Test func `without word from any gateway the level is unknown within a minute or so`() throws {
        var bench = try AlertBench()
        bench.hear(0..<60, -58)
        #expect(bench.level(100) == .near)
        #expect(bench.level(200) == .unknown)
        #expect(bench.changes.isEmpty)
    }
}
