import Messages
import Rehearsal
import Simulation
import Testing
import Tracking

/// What is told of an item that a member of its owner's household takes along.
@Suite struct HandingOverTests {
    /// Without noise nothing is drawn by chance: every seed gives the same.
    private static func seeds(_ noise: String) -> [UInt64] { noise == "none" ? [1] : [1, 2, 3] }

    @Test(arguments: ["none", "urban"], [5, 30, 60, 180])
    func `handing over alarms nobody, and what is lost then is told`(noise: String, phones: Int) throws {
        for seed in Self.seeds(noise) {
            for apart in [1.0, 300] {
                var handing = HandingOver(phones: phones, seed: seed, noise: noise)
                handing.apart = apart
                let outcome = try handing.played()
                #expect(outcome.wrong.isEmpty, "seed \(seed), \(apart) m")
                let delay = try #require(outcome.delay, "seed \(seed), \(apart) m")
                #expect(delay <= Double(180 + 2 * phones), "seed \(seed), \(apart) m")
            }
        }
    }

    @Test(arguments: ["none", "urban"], [5, 30, 60, 180])
    func `the same raises where the two are no household`(noise: String, phones: Int) throws {
        for seed in Self.seeds(noise) {
            let outcome = try HandingOver(phones: phones, seed: seed, noise: noise, isHousehold: false).played()
            #expect(outcome.wrong.contains { $0.level == .critical }, "seed \(seed)")
        }
    }

    @Test func `each copy of a fleet is a household of its own`() throws {
        let scenario = try HandingOver(phones: 30, seed: 1).scenario()
        let names = try scenario.households(inFleetOf: 2).all.map { $0.map(\.text) }
        #expect(names == [["sam-1", "ben-1"], ["sam-2", "ben-2"]])
        #expect(try scenario.households().all.map { $0.map(\.text) } == [["sam", "ben"]])
        let run = try ScenarioRun(scenario, fleet: 2)
        let left = Int64(60_000 * HandingOver.left)
        #expect(run.records.count == 2)
        for record in run.records {
            #expect(!record.alerts.isEmpty && record.alerts.allSatisfy { $0.at >= left })
        }
    }
}
