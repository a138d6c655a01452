import Alerts
import Ranging
import Testing
import Tracking

/// Things that stay where their owners set out, and how soon that is told.
@Suite struct LossTests {
    @Test func `a gateway beside which an item lies still confirms the only report of the owner's phone`() throws {
        var bench = try AlertBench()
        let home = bench.origin.offset(north: 80, east: 0)
        bench.track.insert(bench.fix(0, north: 0, accuracy: 5))
        for second in 0..<15 { bench.hear(Double(second), -55, at: .placed(home)) }
        #expect(bench.changes.isEmpty)
        for second in 15..<30 { bench.hear(Double(second), -55, at: .placed(home)) }
        #expect(bench.changes.last?.level == .critical)
    }

    @Test func `a gateway that hears an item no more confirms nothing`() throws {
        var bench = try AlertBench()
        let home = bench.origin.offset(north: 80, east: 0)
        bench.track.insert(bench.fix(0, north: 0, accuracy: 5))
        for second in 0..<10 { bench.hear(Double(second), -55, at: .placed(home)) }
        for second in 10..<60 { bench.hear(Double(second), nil, at: .placed(home)) }
        #expect(bench.changes.isEmpty)
    }

    @Test func `between two reports of a phone nothing takes back what the first one said`() throws {
        var bench = try AlertBench()
        let home = bench.origin
        for second in 0..<200 {
            // By car, with a phone that tells where it is each five seconds; the item lies at home.
            let way = max(0, 13 * Double(second - 100))
            if second % 5 == 0 {
                bench.track.insert(bench.fix(Double(second), north: way, accuracy: 4))
                _ = bench.watch.ownerMoved(bench.track, now: Timestamp(seconds: Double(second)))
            }
            if second % 10 == 2, second < 110 {
                let own = bench.fix(Double(second), north: 0, accuracy: 4)
                let now = Timestamp(seconds: Double(second))
                bench.changes += [bench.watch.located(own, owner: bench.track, now: now)].compactMap(\.self)
            }
            bench.hear(Double(second), -50, at: .placed(home))
            if second < 100 { #expect(bench.changes.isEmpty) }
        }
        let raised = try #require(bench.changes.first { $0.level == .critical })
        #expect(raised.time <= Timestamp(seconds: 145))
    }

    @Test func `an owner of whom nobody knows to ten metres where he is may be beside the item`() throws {
        for distance in stride(from: 0.0, through: 15, by: 1) {
            var bench = try AlertBench()
            bench.track.insert(bench.fix(0, north: distance, accuracy: 15))
            for second in 1...4 {
                bench.hear(Double(second), -40, at: .placed(bench.origin))
                let posterior = try #require(bench.watch.posterior)
                #expect(posterior.probability(beyond: 5) < 0.95, "\(distance) m, \(second) s")
            }
        }
    }

    @Test func `where an owner has driven on, where the two were before says little`() throws {
        var bench = try AlertBench()
        bench.locate(0, apart: 2)
        let evidence = try #require(bench.watch.positions)
        let stayed = DistanceDistribution(evidence.likelihood(after: 10))
        let drove = DistanceDistribution(evidence.likelihood(after: 10, way: 150))
        #expect(stayed.probability(beyond: 100) < 1e-3)
        #expect(drove.probability(beyond: 100) > 0.05)
    }

    @Test func `who walks off from an item is missed though the phone reports each minute`() throws {
        var bench = try AlertBench()
        func way(_ second: Int) -> Double { max(0, 0.7 * Double(second - 300)) }
        for second in 0..<420 {
            let now = Timestamp(seconds: Double(second))
            if second % 60 == 9 {
                bench.track.insert(bench.fix(Double(second), north: way(second), accuracy: 5))
                bench.changes += [bench.watch.ownerMoved(bench.track, now: now)].compactMap(\.self)
            }
            guard second % 10 == 5 else { continue }
            let own = bench.fix(Double(second), north: 0, accuracy: 5)
            bench.changes += [bench.watch.located(own, owner: bench.track, now: now)].compactMap(\.self)
        }
        #expect(bench.changes.last?.level == .critical)
    }

    @Test func `a silence has lasted since the item was heard, not since it is told of`() throws {
        var bench = try AlertBench()
        for second in stride(from: 0.0, through: 100, by: 10) {
            bench.hear(second, -53)
            bench.locate(second, apart: 0, accuracy: 0)
        }
        for second in stride(from: 105.0, through: 160, by: 5) {
            bench.track.insert(bench.fix(second, north: -13 * (second - 100), accuracy: 0))
            _ = bench.watch.ownerMoved(bench.track, now: Timestamp(seconds: second))
            // A gateway without noise tells of it after half a minute, and each ten seconds.
            if second >= 130, second.truncatingRemainder(dividingBy: 10) == 0 {
                bench.hear(second, nil, expected: second == 130 ? 21 : 10)
            }
        }
        #expect(bench.changes.last?.level == .critical)
    }
}
