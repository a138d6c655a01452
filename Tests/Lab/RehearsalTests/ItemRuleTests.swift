import Foundation
import Messages
import Rehearsal
import Simulation
import Testing
import Tracking

/// What comes of the rules of an item.
@Suite struct ItemRuleTests {
    /// Sam walks north at 1 m/s; the keys stay where Sam set out, at ten in the evening.
    private static func play(_ rules: String, fleet: Int = 1) throws -> ScenarioRun {
        try ScenarioRun(
            Scenario.written(
                """
                name: Rules
                start: 2026-05-01T22:00:00Z
                duration: 60s
                owners:
                  - {id: sam, points: [{at: 0s, lat: 46, lon: 14}, {at: 1000s, lat: 46.00899, lon: 14}], report-every: 1s}
                trackers:
                  - {id: keys, owner: sam, position: [46, 14], report-every: 1s, rules: {\(rules)}}
                """
            ),
            fleet: fleet,
            traced: true
        )
    }

    private static func levels(_ run: ScenarioRun, _ index: Int = 0) -> [(Int64, AlertLevel)] {
        run.records[index].alerts.map { ($0.at / 1000, $0.message.level) }
    }

    @Test func `thresholds: the alerts come at the owner's distances`() throws {
        let levels = Self.levels(try Self.play("warning-m: 20, critical-m: 40"))
        #expect(levels.map(\.1) == [.warning, .critical])
        #expect((20...22).contains(levels[0].0) && (40...42).contains(levels[1].0))
    }

    @Test(arguments: [
        "places: [{name: Home, at: [46, 14], radius-m: 5}]",
        "places: [{name: Home, points: [[45.9999, 13.9999], [45.9999, 14.0001], [46.0001, 14]]}]",
    ])
    func `places: where the item may stay behind, nothing is raised, in any copy of a fleet`(rules: String) throws {
        let unruled = try Self.play("")
        #expect(unruled.records[0].alerts.count == 2)
        let run = try Self.play(rules, fleet: 2)
        #expect(run.records.allSatisfy { $0.alerts.isEmpty })
    }

    @Test(arguments: ["{from: '21:00', to: '06:00'}", "21:00-06:00"])
    func `quiet: only what is critical is told`(hours: String) throws {
        let (within, outside) = (try Self.play("quiet: \(hours)"), try Self.play("quiet: 23:00-06:00"))
        #expect(Self.levels(within).map(\.1) == [.critical])
        #expect(Self.levels(outside).map(\.1) == [.warning, .critical])
    }

    @Test func `snooze-until: what is still so then is told then`() throws {
        let levels = Self.levels(try Self.play("snooze-until: 30s"))
        #expect(levels.map(\.1) == [.critical] && (30...32).contains(levels[0].0))
    }

    @Test func `the console publishes them once, retained, before the tracker says anything`() throws {
        let run = EventRun(try Self.play("warning-m: 20, critical-m: 40, snooze-until: 30s"))
        let payloads = run.payloads("tagalong/sam/keys/rules")
        let rules = try payloads.map { try ItemRules(decoding: Array($0.utf8)) }
        let wanted = ItemRules(
            thresholds: try Thresholds(warning: 20, critical: 40),
            snoozedUntil: Timestamp("2026-05-01T22:00:30Z")
        )
        #expect(rules == [wanted])
        #expect(run.times("tagalong/sam/keys/rules") == [0])
        let plain = try WorldEventTests.play("at: 1s, tracker: keys, do: drop")
        #expect(plain.times("tagalong/sam/keys/rules").isEmpty)
    }
}
