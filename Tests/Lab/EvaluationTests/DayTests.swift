import Simulation
import Testing
import Tracking

@testable import Evaluation

@Suite struct DayTests {
    @Test(arguments: DayPlan.all)
    func `a seed makes always the same day`(plan: DayPlan) throws {
        let first = try DayStream(plan, seed: 3).prefix(1200), second = try DayStream(plan, seed: 3).prefix(1200)
        #expect(first.map(\.strength) == second.map(\.strength))
        #expect(first.map(\.item) == second.map(\.item))
        let other = try DayStream(plan, seed: 4).prefix(1200)
        #expect(first.map(\.strength) != other.map(\.strength))
    }

    @Test func `what is carried stays within a body's reach`() throws {
        let distances = try DayStream(DayPlan(.carried, .urban), seed: 1).prefix(7200).map(\.distance)
        #expect(distances.allSatisfy { $0 < 2.5 })
    }

    @Test func `an owner who walks off is as far as he has gone`() throws {
        let plan = DayPlan(.leftBluetooth, .openSky)
        let leaves = try #require(plan.leaves)
        let moments = Array(try DayStream(plan, seed: 1))
        #expect(moments.count == plan.length)
        #expect(moments[leaves + 100].distance == 140)
        #expect(moments.allSatisfy { $0.item == nil && $0.owner == nil })
        let turned = try DayStream(plan, seed: 1, turn: DayStream.Turn(distance: 28, rest: 10))
        let back = Array(turned)
        #expect(back[leaves + 25].distance == 28)
        #expect(abs(back[leaves + 40].distance - 14) < 1e-9)
        #expect(back[leaves + 60].distance < 2.5)
    }

    @Test func `an alarm while together is false, and one after leaving is a finding`() {
        let plan = DayPlan(.leftBluetooth, .openSky), leaves = plan.leaves ?? 0
        var tally = DayTally(
            ScriptedWatch(levels: [10: .warning, 20: .none, 30: .critical, 40: .none, leaves + 12: .critical])
        )
        for second in 0..<plan.length {
            let away = Double(max(0, second - leaves))
            tally.observe(DayMoment(second: second, distance: 1.4 * away), of: plan)
        }
        #expect(tally.result.falseWarnings == 2)
        #expect(tally.result.falseCriticals == 1)
        // Beyond 10 m from the eighth second on.
        #expect(tally.result.delay == 4)
        #expect(tally.result.distance == 1.4 * 12)
    }

    @Test func `a missed loss is later and farther than all`() {
        let found = DayResult(falseWarnings: 0, falseCriticals: 0, delay: 5, distance: 17)
        let score = DayScore(
            method: "x",
            plan: DayPlan(.leftBluetooth, .urban),
            results: Array(repeating: found, count: 18) + [DayResult(), DayResult()]
        )
        #expect(score.missed == 2)
        #expect(score.medianDelay == 5)
        #expect(score.medianDistance == 17)
        #expect(score.longDistance == .infinity)
        #expect(score.falseWarnings == nil)
    }

    @Test func `false alerts are told per item and day`() {
        let results = [DayResult(falseWarnings: 3, falseCriticals: 1), DayResult()]
        let score = DayScore(method: "x", plan: DayPlan(.carried, .urban), results: results)
        #expect(score.falseWarnings == 1.5)
        #expect(score.falseCriticals == 0.5)
        #expect(score.missed == nil)
        #expect(Target.day(score).map(\.holds) == [false, false])
    }

    @Test func `a peer that hears nothing for longer than it waits takes the item for lost`() {
        var watch = PeerWatch(.bermuda)
        #expect(watch.observe(DayMoment(second: 0, distance: 1, strength: -60)) == .none)
        #expect(watch.observe(DayMoment(second: 30, distance: 1)) == .none)
        #expect(watch.observe(DayMoment(second: 31, distance: 1)) == .critical)
    }

    @Test func `the outcome is the same however many work`() async throws {
        let trial = DayTrial(DayPlan(.leftBluetooth, .openSky), seeds: 1...3)
        let alone = try await trial.scores(workers: 1), together = try await trial.scores(workers: 3)
        #expect(alone == together)
        #expect(alone.map(\.method) == DayTrial.methods)
    }

    @Test func `one change of mode a crossing is calm, two are not`() {
        let score = CrossingScore(switches: [
            CrossingScore.Switches(away: 1, back: 1), CrossingScore.Switches(away: 0, back: 1),
            CrossingScore.Switches(away: 3, back: 1), CrossingScore.Switches(away: 1, back: 1),
        ])
        #expect(score.calmShare == 0.75)
        #expect(score.changedShare == 0.75)
        #expect(!Target.crossing(score).holds)
        #expect(Target.crossing(score).found == "75.0 %")
    }

    @Test func `a tracker changes its mode when its owner walks away and comes back`() async throws {
        let score = try await CrossingTrial(seeds: 1...1).score(workers: 1)
        #expect(score.switches.count == 1)
        #expect(score.changedShare == 1)
    }
}

/// A watch that is told its levels by the second from which they hold.
private struct ScriptedWatch: DayWatch {
    let levels: [Int: AlertLevel]
    var level = AlertLevel.none

    init(levels: [Int: AlertLevel]) { self.levels = levels }

    mutating func observe(_ moment: DayMoment) -> AlertLevel {
        level = levels[moment.second] ?? level
        return level
    }
}
