import Air
import Foundation
import Logging
import Messages
import Rehearsal
import Settings
import Simulation
import Synchronization
import TestSupport
import Testing
import Tracking

/// Tags of other makes in a scenario that is played.
@Suite struct TagTests {
    private static func scenario(_ device: String, _ events: String) throws -> Scenario {
        let text = """
            name: A tag
            duration: 60s
            owners:
              - id: sam
                points: [{at: 0s, lat: 46, lon: 14}, {at: 100s, lat: 46.001, lon: 14}]
                report-every: 1s
            trackers: [{id: keys, owner: sam, position: [46, 14], device: \(device)}]
            events:
              - {at: 58s, tracker: keys, battery: 40}
            \(events.split(separator: "\n").map { "  - {\($0)}" }.joined(separator: "\n"))
            """
        let devices = DeviceLibrary(directories: [packageRoot.appending(path: "devices").path])
        return try Scenario.parse(SettingsFile(name: "x.yaml", text: text), devices: devices)
    }

    /// What is published on a topic in a rehearsal.
    private static func payloads(_ topic: String, _ scenario: Scenario) throws -> [String] {
        let trace = String(decoding: try ScenarioRun(scenario, traced: true).trace, as: UTF8.self)
        return trace.split(separator: "\n").filter { $0.contains("\"\(topic)\"") }.map(String.init)
    }

    @Test(arguments: TagKind.allCases)
    func `a gateway tells how near a tag is`(kind: TagKind) throws {
        let scenario = try Self.scenario(kind.rawValue, "")
        #expect(try Self.payloads("tagalong/sam/keys/proximity", scenario).count >= 5)
        #expect(try Self.payloads("owntracks/sam/keys", scenario).isEmpty)
        #expect(try Self.payloads("tagalong/sam/keys/desired", scenario).isEmpty)
    }

    @Test func `without radio no gateway is there, whatever events switch it on`() throws {
        let text = """
            name: No radio
            duration: 60s
            owners: [{id: sam, position: [46, 14], report-every: 1s}]
            trackers: [{id: keys, owner: sam, with: sam}]
            events:
              - {at: 20s, do: broker-down}
              - {at: 25s, do: broker-up}
              - {at: 30s, do: gateway-up}
            """
        let run = try ScenarioRun(Scenario.written(text), hasRadio: false, traced: true)
        #expect(run.records.first?.modes.first?.mode == .cellular)
        #expect(!String(decoding: run.trace, as: UTF8.self).contains("tagalong/gateway/"))
    }

    @Test func `an iTag answers when its owner lets it ring`() throws {
        let events = "at: 5s, tracker: keys, do: ring\nat: 6s, tracker: keys, do: press"
        let results = try Self.payloads("tagalong/sam/keys/result", Self.scenario("itag", events))
        #expect(results.count == 1 && results.first?.contains("error") == false)
    }

    @Test func `the report of a tag has its battery and no modes`() throws {
        let run = try ScenarioRun(Self.scenario("itag", ""))
        let record = try #require(run.records.first)
        #expect(record.modes.isEmpty && record.batteryStart == 100)
        #expect(run.report.trackers.first?.modes.isEmpty == true)
    }

    /// A clock that goes on by being waited for.
    private final class BriskClock: UTCClock {
        private let time = Mutex(Timestamp(seconds: 1_777_626_000))

        var now: Timestamp { time.withLock(\.self) }
        var minimumResolution: Duration { .milliseconds(1) }

        func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
            time.withLock { $0 = max($0, deadline) }
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a tag outside is told of its button, its owner and its battery`() async throws {
        let scenario = try Self.scenario("itag", "at: 5s, tracker: keys, do: press")
        let configuration = LiveRehearsal.Configuration(scenario: scenario, hasRadio: false, hasBroker: false)
        let rehearsal = try LiveRehearsal(configuration, clock: BriskClock(), logger: .silent)
        let news = Mutex<[TagNews]>([])
        await rehearsal.takeTagOutside(0) { one in news.withLock { $0.append(one) } }
        _ = try await rehearsal.run { _ in }
        #expect(news.withLock(\.self) == [.pressed, .owner(isNear: false), .battery(40)])
        // Its owner has the gateway.
        #expect(await rehearsal.receptions().isEmpty)
    }
}
