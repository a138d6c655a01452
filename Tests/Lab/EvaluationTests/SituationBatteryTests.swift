import Foundation
import Simulation
import Testing

@testable import Evaluation

@Suite struct SituationBatteryTests {
    @Test func `a small battery has no false critical alert in a ride, and no loss is missed`() async throws {
        let battery = SituationBattery.small
        let runs = try await battery.play(seeds: 5...5, workers: 2)
        #expect(runs.map(\.situation) == battery.situations)
        #expect(runs.allSatisfy { $0.seed == 5 && $0.results.count == SituationTrial.methods.count })
        let tables = SituationTable.all(of: runs)
        let rides = try #require(tables.first { $0.subject == .rides }?.total.first)
        #expect(rides.runs == 4 && rides.losses == 0)
        #expect(rides.falseCriticals.count == 0 && rides.stuck.count == 0)
        #expect(rides.medianDelay == nil)
        let losses = try #require(tables.first { $0.subject == .losses }?.total.first)
        #expect(losses.runs == 4 && losses.losses == 4)
        #expect(losses.missed.count == 0)
        #expect((losses.longDelay ?? .infinity) < 60)
    }

    @Test func `the runs are the same however many work`() async throws {
        let battery = SituationBattery([Situation(.walk, .every(20), .none, .urban, trackerEvery: 60, .left)])
        let alone = try await battery.play(seeds: 1...2, workers: 1)
        #expect(try await battery.play(seeds: 1...2, workers: 2) == alone)
        #expect(alone.map(\.seed) == [1, 2])
    }

    @Test func `what went wrong is kept as a scenario that can be read`() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "situations-\(UUID())/wrong")
        defer { try? FileManager.default.removeItem(at: directory.deletingLastPathComponent()) }
        var result = SituationResult()
        result.isLoss = true
        let situation = Situation(.bus, .significant, .home, .indoor, trackerEvery: 60, .leftSilent)
        let run = SituationRun(situation, seed: 12, results: [result])
        #expect(run.faults == [.missed])
        let file = try SituationFolder(directory.path).write(run)
        #expect(file.hasSuffix("left-silent_bus_phone-significant_home_indoor_tracker-60s_seed-12.yaml"))
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("# What went wrong: missed.\n"))
        let scenario = try Scenario.load(file: file, devices: DeviceLibrary())
        #expect(scenario.name == "\(situation), seed 12")
    }

    @Test func `a folder that cannot be made is refused with a sentence`() {
        #expect(throws: SituationFolder.Failure.self) { try SituationFolder("/dev/null/wrong") }
    }

    @Test func `a run is early, late, missed or false by its own measure`() {
        let situation = Situation(.walk, .every(180), .none, nil, .left)
        func faults(_ change: (inout SituationResult) -> Void) -> [SituationFault] {
            var result = SituationResult()
            result.isLoss = true
            result.delay = 5
            change(&result)
            return result.faults(in: situation)
        }
        #expect(faults { _ in }.isEmpty)
        #expect(faults { $0.delay = nil } == [.missed])
        #expect(faults { $0.delay = -3 }.isEmpty)
        #expect(faults { $0.delay = -4 } == [.early])
        #expect(faults { $0.delay = 270 }.isEmpty)
        #expect(faults { $0.delay = 271 } == [.late])
        #expect(faults { $0.falseCriticals = 1 } == [.falseCritical])
        #expect(faults { ($0.falseWarnings, $0.isStuck) = (2, true) } == [.falseWarning, .stuck])
    }

    @Test func `a score counts runs for shares, and alerts for rates`() {
        var wrong = SituationResult(), right = SituationResult()
        (wrong.falseCriticals, wrong.seconds, right.seconds) = (3, 1800, 1800)
        let situation = Situation(.walk, .every(5), .pocket, nil, .kept)
        let runs = [wrong, right].map { result in
            SituationRun(situation, seed: 1, results: SituationTrial.methods.map { _ in result })
        }
        let score = SituationScore(ofMethod: 0, in: runs)
        #expect(score.method == "tagalong")
        #expect(score.falseCriticals.count == 1 && score.falseCriticals.share == 0.5)
        #expect(score.falseCriticalsPerHour == 3)
        #expect(score.missed.total == 0 && score.longDistance == nil)
    }
}
