import Alerts
import Ranging
import TestSupport
import Testing
import Tracking

/// What ways tell of two that went them, where single positions tell little.
@Suite struct SharedWayTests {
    /// A position among houses: off by some metres, by the same for a while.
    private func fix(
        _ second: Int,
        _ way: Double,
        _ bench: AlertBench,
        _ errors: [SIMD2<Double>],
        off: Double = 0
    ) -> Fix {
        let error = errors[second / 20 % errors.count]
        return Fix(
            coordinate: bench.origin.offset(north: way + error.x, east: off + error.y),
            time: Timestamp(seconds: Double(second)),
            accuracy: 14
        )
    }

    private func errors(_ random: inout SeededGenerator) -> [SIMD2<Double>] {
        (0..<60).map { _ in SIMD2(Double.random(in: -12...12, using: &random), .random(in: -12...12, using: &random)) }
    }

    /// An item that was lost for a while; from the tenth minute on it is at its owner's place, who rests or rides.
    private func found(pace: Double, seed: UInt64) throws -> AlertBench {
        var random = SeededGenerator(seed: seed)
        var bench = try AlertBench()
        let (own, others) = (errors(&random), errors(&random))
        for second in stride(from: 0, to: 1500, by: 5) {
            let now = Timestamp(seconds: Double(second))
            let way = max(0, Double(second - 660)) * pace
            bench.track.insert(fix(second, way, bench, others))
            bench.changes += [bench.watch.ownerMoved(bench.track, now: now)].compactMap(\.self)
            let item = fix(second, way, bench, own, off: second < 600 ? 300 : 0)
            bench.changes += [bench.watch.located(item, owner: bench.track, now: now)].compactMap(\.self)
        }
        return bench
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `an alert ends on a ride with the item, though no position is good enough to say so`(_ seed: UInt64) throws {
        let bench = try found(pace: 8, seed: seed)
        #expect(bench.changes.first?.level == .critical)
        #expect(bench.watch.engine.level == AlertLevel.none)
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `whoever goes another way has nothing to do with the item`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bench = try AlertBench()
        let (own, others) = (errors(&random), errors(&random))
        for second in stride(from: 0, to: 900, by: 5) {
            let now = Timestamp(seconds: Double(second))
            let way = max(0, Double(second - 300)) * 8
            bench.track.insert(fix(second, way, bench, others))
            bench.changes += [bench.watch.ownerMoved(bench.track, now: now)].compactMap(\.self)
            let item = fix(second, -way, bench, own)
            bench.changes += [bench.watch.located(item, owner: bench.track, now: now)].compactMap(\.self)
            if second < 300 { #expect(bench.changes.isEmpty) }
        }
        #expect(bench.watch.engine.level == .critical)
    }

    @Test(arguments: [1.4, 9, 35], [1, 8, 30])
    func `a tracker's first fix on a ride tells no loss`(_ pace: Double, _ late: Int) throws {
        var bench = try AlertBench()
        for second in 0..<600 {
            let now = Timestamp(seconds: Double(second))
            let here = bench.fix(Double(second), north: pace * Double(second), accuracy: 6)
            if second % 60 == 0 {
                bench.track.insert(here)
                bench.changes += [bench.watch.ownerMoved(bench.track, now: now)].compactMap(\.self)
            }
            // Out of the tunnel.
            if second >= 300 + late, second % 60 < late + 2 {
                bench.changes += [bench.watch.located(here, owner: bench.track, now: now)].compactMap(\.self)
            }
        }
        #expect(bench.changes.isEmpty)
    }

    @Test(arguments: [-30.0, -45, -60], [0.0, 10, 20])
    func `a gateway at home that loses an item on the stairs raises nothing`(
        _ strength: Double,
        _ away: Double
    ) throws {
        var bench = try AlertBench()
        bench.track.insert(bench.fix(0, north: away, accuracy: 20))
        for second in 0..<180 {
            // By a phone that tells where it is each 20 s, and is as wrong as indoors.
            if second % 20 == 0 { bench.track.insert(bench.fix(Double(second), north: away, accuracy: 20)) }
            let falling = second < 60 ? strength : strength - 9 * Double(second - 60)
            bench.hear(Double(second), falling < -97 ? nil : falling, at: .placed(bench.origin))
        }
        #expect(bench.changes.isEmpty)
    }
}
