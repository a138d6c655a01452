import Foundation
import Rehearsal
import Simulation
import TestSupport
import Testing

/// The energy model against what makers publish.
@Suite struct BatteryLifeTests {
    @Test func `a Thingy:91 lasts as long as its makers forecast, within a factor of 1.5`() throws {
        let file = packageRoot.appending(path: "scenarios/thingy91-all-day.yaml").path
        let run = try ScenarioRun(Scenario.load(file: file, devices: DeviceLibrary()))
        let lives = Dictionary(uniqueKeysWithValues: run.report.trackers.map { ($0.id, $0.batteryLife) })
        // A report each hour, and one a day.
        for (id, published) in [("hourly", 250.0), ("daily", 390)] {
            let life = try #require(lives[id] ?? nil)
            #expect((published / 1.5...published * 1.5).contains(life), "\(id): \(life) days")
        }
    }

    @Test func `in a noisy world the T1 rests, and lasts more than twice as long as without`() throws {
        let life = { (noise: String) in
            let text = """
                name: Beside its owner
                duration: 30m
                noise: \(noise)
                owners: [{id: sam, position: [46, 14], report-every: 10s}]
                trackers: [{id: keys, owner: sam, position: [46, 14.000005]}]
                """
            let tracker = try ScenarioRun(Scenario.written(text)).report.trackers[0]
            #expect(tracker.modes.last?.mode == "bluetooth" && tracker.fixes >= 175)
            return try #require(tracker.batteryLife)
        }
        let (always, saving) = (try life("none"), try life("open-sky"))
        #expect(abs(always - 5.9) < 0.2)
        #expect(saving > 2 * always)
    }
}
