import Alerts
import Glibc
import Ranging
import TestSupport
import Testing
import Tracking

@Suite struct PolicyTests {
    @Test func `the odds asked for are the mean time between false alarms over how long things stay`() {
        let policy = AlertPolicy(falseWarningEvery: 7200, falseCriticalEvery: 72_000, stay: 7200)
        #expect(policy.odds(for: .none) == 0)
        #expect(policy.odds(for: .warning) == 1)
        #expect(policy.odds(for: .critical) == 10)
    }

    @Test func `who wants fewer false alarms waits longer`() throws {
        var distances: [Double] = []
        for days in [0.1, 3, 30, 300] {
            var bench = try AlertBench(AlertPolicy(falseCriticalEvery: days * 86_400))
            var distance = 0.0
            while bench.changes.last?.level != .critical, distance < 200 {
                bench.locate(distance, apart: distance, accuracy: 2.7)
                distance += 0.5
            }
            distances.append(distance)
        }
        #expect(distances == distances.sorted())
        #expect(distances[0] < distances[3])
        #expect(distances[3] < 60)
    }

    /// Errors of a phone and a tracker in the open that both last a minute, as seeds give them.
    @Test(arguments: 1...8) func `a day with the owner in the open raises no critical alert`(seed: Int) throws {
        var (bench, chance) = (try AlertBench(), SeededGenerator(seed: UInt64(seed)))
        var errors = [0.0, 0, 0, 0]
        for step in 0..<8640 {
            let kept = 0.846
            for index in errors.indices {
                errors[index] = kept * errors[index] + (1 - kept * kept).squareRoot() * 1.8 * chance.normal()
            }
            let seconds = Double(step) * 10
            let now = Timestamp(seconds: seconds)
            func fix(_ north: Double, _ east: Double) -> Fix {
                Fix(coordinate: bench.origin.offset(north: north, east: east), time: now, accuracy: 2.7)
            }
            bench.track.insert(fix(errors[0], errors[1]))
            let own = fix(errors[2], errors[3])
            bench.changes += [bench.watch.located(own, owner: bench.track, now: now)].compactMap(\.self)
        }
        #expect(!bench.changes.contains { $0.level == .critical })
    }

    @Test func `an owner who walks away is told before 20 m, with positions each second in the open`() throws {
        var bench = try AlertBench()
        for second in 0..<60 { bench.locate(Double(second), apart: 0, accuracy: 2.7) }
        var distance = 0.0
        while bench.changes.last?.level != .critical, distance < 100 {
            distance += 1.4
            bench.locate(60 + distance / 1.4, apart: distance, accuracy: 2.7)
        }
        #expect(distance < 20)
    }
}

extension SeededGenerator {
    /// A normal number of variance 1 (Box and Muller).
    fileprivate mutating func normal() -> Double {
        let radius = (-2 * log(Double.random(in: 1e-12..<1, using: &self))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
    }
}
