import Foundation
import Testing

/// Silence of a scan that has died is not taken for that of a tag, and a tag that is lost is missed all the same.
@Suite struct DeadScanTests {
    typealias Situation = DeadScanBench.Situation

    private static let isMeasured = ProcessInfo.processInfo.environment["TAGALONG_DEAD_SCAN"] != nil
    private static let seeds: ClosedRange<UInt64> = 1...(isMeasured ? 20 : 4)

    private struct Score {
        var alerts: [Double] = []
        var probes = 0
        var powerCycles = 0

        init(_ situation: Situation, until end: Double, isCredulous: Bool = false) throws {
            for seed in DeadScanTests.seeds {
                var bench = try DeadScanBench(situation, seed: seed, isCredulous: isCredulous)
                bench.play(until: end)
                if let alert = bench.alert { alerts.append(alert) }
                probes += bench.probes
                powerCycles += bench.powerCycles
            }
            alerts.sort()
        }
    }

    /// Where and when a scan dies, with a tag that is carried along all the time.
    private static let deaths: [Situation] =
        [0, 2, 8].flatMap { others in
            [DeadScanBench.Fault.ended, .hung].flatMap { fault in
                [60.0, 97.3].map { second in
                    Situation(others: others, walks: true, fault: fault, faultAt: second)
                }
            }
        } + [8, 30].map { Situation(others: $0, walks: true, fault: .deaf) }
        + [0, 8].flatMap { others in
            DeadScanBench.Fault.allCases.filter { others > 0 || $0 != .deaf }.map { fault in
                Situation(others: others, walks: true, fault: fault, faultAt: 120.1, sleep: 120..<160)
            }
        }
        + [0, 8].map { Situation(others: $0, every: 2, walks: true, fault: .ended, isFiltered: true) }

    @Test(arguments: deaths)
    func `a scan that dies raises no alert`(situation: Situation) throws {
        #expect(try Score(situation, until: (situation.sleep?.upperBound ?? situation.faultAt) + 250).alerts.isEmpty)
    }

    /// Where the tag is left behind, and within how many seconds after that every alert comes.
    private static let losses: [(Situation, within: Double)] = [
        (Situation(leaves: 120), 60),
        (Situation(every: 2, leaves: 120), 70),
        (Situation(others: 2, leaves: 120), 60),
        (Situation(others: 8, leaves: 120), 60),
        (Situation(leaves: 120, isAbrupt: true), 60),
        (Situation(others: 2, leaves: 120, isAbrupt: true), 60),
        (Situation(others: 30, leaves: 120, isAbrupt: true), 60),
        (Situation(every: 2, leaves: 120, isAbrupt: true), 70),
        (Situation(leaves: 120, isAbrupt: true, isFiltered: true), 200),
        (Situation(others: 3, othersEnd: 120, leaves: 120, isAbrupt: true), 70),
        (Situation(others: 8, othersEnd: 120, leaves: 120, isAbrupt: true), 90),
        (Situation(leaves: 120, isFiltered: true), 200),
        (Situation(others: 8, leaves: 120, isFiltered: true), 200),
    ]

    @Test(arguments: losses)
    func `a tag that is left behind is told of within a time`(situation: Situation, within limit: Double) throws {
        let score = try Score(situation, until: 120 + limit)
        #expect(score.alerts.count == Self.seeds.count)
        #expect(try #require(score.alerts.first) > 120)
    }

    @Test(arguments: [0, 1, 3, 8, 30], [false, true])
    func `a scan that goes on is seldom begun anew, and never switched off`(others: Int, isFiltered: Bool) throws {
        let score = try Score(Situation(others: others, walks: true, isFiltered: isFiltered), until: 600)
        #expect(score.alerts.isEmpty)
        #expect(score.powerCycles == 0)
        // In ten minutes.
        #expect(score.probes <= Self.seeds.count * 2)
    }

    /// Prints what was measured, for docs/bluetooth.md.
    @Test(.enabled(if: isMeasured))
    func `the table is printed`() throws {
        for situation in Self.deaths + [
            Situation(walks: true, fault: .deaf), Situation(others: 2, walks: true, fault: .deaf),
        ] {
            let end = (situation.sleep?.upperBound ?? situation.faultAt) + 250
            let before = try Score(situation, until: end, isCredulous: true)
            let after = try Score(situation, until: end)
            print("DEATH \(situation) false: \(before.alerts.count) -> \(after.alerts.count)")
        }
        for (situation, _) in Self.losses {
            let before = try Score(situation, until: 600, isCredulous: true).alerts.map { $0 - 120 }
            let after = try Score(situation, until: 600).alerts.map { $0 - 120 }
            func text(_ delays: [Double]) -> String {
                guard let worst = delays.last else { return "none" }
                return "\(delays.count): \(delays[delays.count / 2].rounded()) / \(worst.rounded())"
            }
            print("LOSS \(situation) \(text(before)) -> \(text(after))")
        }
        for others in [0, 1, 3, 8, 30] {
            for isFiltered in [false, true] {
                let score = try Score(Situation(others: others, walks: true, isFiltered: isFiltered), until: 600)
                print("PROBES \(others) \(isFiltered): \(score.probes) in \(Self.seeds.count * 10) min")
            }
        }
    }
}
