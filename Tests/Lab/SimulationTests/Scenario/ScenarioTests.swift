import Foundation
import Settings
import Testing
import Tracking

@testable import Simulation

/// A directory with paths for the scenarios below, gone when the test is.
final class PathDirectory {
    /// The first three lines of a scenario: Sam walks for a minute, with the keys.
    static let walk = """
        name: Walk
        owners: [{id: sam, path: paths/walk.csv}]
        trackers: [{id: keys, owner: sam, with: sam}]

        """

    let url = FileManager.default.temporaryDirectory.appending(path: "scenario-\(UUID().uuidString)")

    init() throws {
        let paths = url.appending(path: "paths")
        try FileManager.default.createDirectory(at: paths, withIntermediateDirectories: true)
        try Data("time,lat,lon\n0,46,14\n60,46.001,14\n".utf8).write(to: paths.appending(path: "walk.csv"))
        try Data("lat,lon\n46,14\n46.001,14\n".utf8).write(to: paths.appending(path: "plain.csv"))
        try Data("lat,lon\n96,14\n".utf8).write(to: paths.appending(path: "bad.csv"))
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Reads a scenario that lies in the directory.
    func scenario(_ text: String) throws -> Scenario {
        try Scenario.parse(SettingsFile(name: url.appending(path: "x.yaml").path, text: text), devices: DeviceLibrary())
    }

    /// What is wrong with a scenario, with the directory's name left out.
    func fault(_ text: String) -> String {
        errorText { _ = try scenario(text) }.replacingOccurrences(of: url.path + "/", with: "")
    }
}

struct ScenarioTests {
    private let directory: PathDirectory

    init() throws { directory = try PathDirectory() }

    @Test func `a scenario with every key is read`() throws {
        let scenario = try directory.scenario(
            """
            name: Keys left at the café
            about: Sam walks on; the keys stay on the table.
            seed: 42
            start: 2026-05-01T09:00:00Z
            duration: 15m
            step: 500ms
            noise: none
            owners:
              - id: sam
                path: paths/plain.csv
                speed: 2
                report-every: 5s
              - {id: ana, position: [46.0569, 14.5058]}
            gateways:
              - {id: pocket, carried-by: sam}
              - {id: hall, position: [46.0569, 14.5058]}
            trackers:
              - id: keys
                owner: sam
                item: Keys
                device: tagalong-t1
                with: ana
                report-every: 1s
                state: factory-new
              - {id: bag, owner: ana, points: [{at: 0s, lat: 46, lon: 14}, {at: 1m, lat: 46.1, lon: 14}]}
            """
        )
        #expect(scenario.name == "Keys left at the café" && scenario.about?.hasPrefix("Sam walks on") == true)
        #expect(scenario.seed == 42 && scenario.start == Timestamp("2026-05-01T09:00:00Z"))
        #expect(scenario.duration == .seconds(900) && scenario.step == .milliseconds(500) && scenario.noise == .none)
        #expect(scenario.owners.map(\.id.text) == ["sam", "ana"])
        #expect(scenario.owners.map(\.reportEvery) == [.seconds(5), .seconds(30)])
        #expect((scenario.owners[0].movement.duration.inSeconds - 55.57).magnitude < 0.1)
        let hall = try Coordinate(latitude: 46.0569, longitude: 14.5058)
        let (sam, ana) = (try Name("sam"), try Name("ana"))
        #expect(scenario.gateways.map(\.position) == [.carried(by: sam), .fixed(hall)])
        let (keys, bag) = (scenario.trackers[0], scenario.trackers[1])
        #expect(keys.owner.text == "sam" && keys.item.text == "Keys" && keys.movement == .with(ana))
        #expect(keys.reportEvery == .seconds(1) && keys.state == .factoryNew && keys.device == DeviceProfile())
        #expect(bag.item.text == "bag" && bag.reportEvery == nil && bag.state == .active && bag.place.line == 25)
    }

    private static let short = """
        name: Walk
        owners:
          - {id: sam, path: paths/walk.csv}
          - {id: ana, path: paths/walk.csv}
        trackers:
          - {id: keys, owner: sam, with: sam}
        """

    @Test func `what is left out has its usual value`() throws {
        let scenario = try directory.scenario(Self.short)
        #expect(scenario.duration == .seconds(60) && scenario.step == .seconds(1) && scenario.seed == 1)
        #expect(scenario.gateways.map(\.id.text) == ["gateway-sam", "gateway-ana"])
        let (sam, ana) = (try Name("sam"), try Name("ana"))
        #expect(scenario.gateways.map(\.position) == [.carried(by: sam), .carried(by: ana)])
        #expect(scenario.owners[0].reportEvery == .seconds(30) && scenario.events.isEmpty)
        #expect(try directory.scenario(Self.short + "\ngateways: []").gateways.isEmpty)
    }

    @Test func `events are read in all their forms and sorted by time`() throws {
        let scenario = try directory.scenario(
            Self.short + """

                events:
                  - {at: 5m, tracker: keys, do: reboot}
                  - {at: 1m, tracker: keys, do: drop}
                  - {at: 2m, tracker: keys, do: pick-up}
                  - {at: 2m, tracker: keys, do: pick-up, by: ana}
                  - {at: 3m, tracker: keys, battery: 4}
                  - {at: 3m, tracker: keys, do: battery, battery: 4}
                  - {at: 3m, tracker: keys, do: {battery: 4}}
                  - {at: 3m, tracker: keys, skew-clock: -1h}
                  - {at: 4m, tracker: keys, do: follow, path: paths/walk.csv, speed: 5}
                  - {at: 4m, do: broker-down}
                  - {at: 4m, do: gateway-down, gateway: gateway-sam}
                  - {at: 4m, do: gateway-up}
                  - {at: 4m, messages: {drop: 5%, duplicate: 2.5%, reorder: 3s}}
                """
        )
        let keys = try Name("keys")
        let away = scenario.owners[0].movement
        let expected: [Scenario.Action] = [
            .tracker(keys, .drop), .tracker(keys, .pickUp(by: try Name("sam"))),
            .tracker(keys, .pickUp(by: try Name("ana"))), .tracker(keys, .battery(4)), .tracker(keys, .battery(4)),
            .tracker(keys, .battery(4)), .tracker(keys, .skewClock(.seconds(-3600))), .tracker(keys, .follow(away)),
            .world(.brokerDown), .world(.gatewayDown(try Name("gateway-sam"))), .world(.gatewayUp(nil)),
            .world(.messages(Scenario.MessageFaults(drop: 0.05, duplicate: 0.025, reorder: .seconds(3)))),
            .tracker(keys, .reboot),
        ]
        #expect(scenario.events.map(\.action) == expected)
        #expect(scenario.events.map(\.place.line).first == 9)
        #expect(scenario.duration == .seconds(300), "the stolen tracker's path ends last")
    }

    @Test(arguments: [
        ("power-off", Scenario.TrackerAction.powerOff), ("power-on", .powerOn), ("ring", .ring), ("locate", .locate),
        ("gnss-lost", .gnssLost), ("gnss-back", .gnssBack), ("coverage-lost", .coverageLost),
        ("coverage-back", .coverageBack), ("reboot", .reboot), ("drop", .drop),
    ])
    func `a tracker's deed has a word`(word: String, action: Scenario.TrackerAction) throws {
        let scenario = try directory.scenario(Self.short + "\nevents: [{at: 5s, tracker: keys, do: \(word)}]")
        let keys = try Name("keys")
        #expect(scenario.events.map(\.action) == [.tracker(keys, action)])
    }

    @Test func `an expectation reckons from the event whose label it names`() throws {
        let scenario = try directory.scenario(
            Self.short + """

                events: [{at: 20s, tracker: keys, do: drop, label: left}]
                expect:
                  - {tracker: keys, alert: critical, within: 30s, of: left}
                  - {tracker: keys, no-alert: true, within: 5s, of: left}
                """
        )
        #expect(scenario.events.map(\.label) == [try Name("left")])
        let texts = scenario.expectations.map(\.text)
        #expect(texts == ["keys: critical within 30s of left", "keys: no alert within 5s of left"])
        #expect(scenario.expectations.map(\.after) == [.seconds(20), .seconds(20)])
        #expect(scenario.expectations.map(\.until) == [.seconds(50), .seconds(25)])
    }

    @Test(arguments: [
        ("do: phone-off", Scenario.OwnerAction.phoneOff), ("do: phone-on", .phoneOn), ("do: gnss-lost", .gnssLost),
        ("do: gnss-back", .gnssBack), ("do: coverage-lost", .coverageLost), ("do: coverage-back", .coverageBack),
        ("report-every: 3m", .reportEvery(.seconds(180))), ("do: {report-every: 3m}", .reportEvery(.seconds(180))),
    ])
    func `what happens to a phone has a word`(words: String, action: Scenario.OwnerAction) throws {
        let scenario = try directory.scenario(Self.short + "\nevents: [{at: 5s, owner: ana, \(words)}]")
        let ana = try Name("ana")
        #expect(scenario.events.map(\.action) == [.owner(ana, action)])
    }

    @Test(arguments: [
        ("alert: warning, by: 5m10s", "keys: warning by 5m10s"),
        ("alert: critical, after: 5m, by: 5m15s", "keys: critical after 5m and by 5m15s"),
        ("alert: none, by: 13m", "keys: alert cleared by 13m"),
        ("mode: cellular, by: 5m30s", "keys: cellular by 5m30s"),
        ("mode: off", "keys: off"),
        ("no-alert: true, until: 5m", "keys: no alert until 5m"),
        ("no-alert: true, after: 1m", "keys: no alert after 1m"),
        ("level: unknown, by: 20m", "keys: level unknown by 20m"),
        ("fixes: {at-least: 800}", "keys: at least 800 fixes"),
        ("fixes: {at-least: 800, at-most: 900}", "keys: at least 800 and at most 900 fixes"),
        ("battery: {below: 99.5}, by: 1h", "keys: battery below 99.5 % by 1h"),
        ("alerts: {level: critical, at-least: 1, at-most: 2}", "keys: at least 1 and at most 2 critical alerts"),
        ("alerts: {at-most: 0}, by: 5m", "keys: at most 0 alerts by 5m"),
        ("distance: {at-least: 3, at-most: 12.5}", "keys: distance at least 3 m and at most 12.5 m"),
        ("position: {within-m: 30, of: truth}, after: 1m", "keys: position within 30 m of the true one after 1m"),
        ("level: near, throughout: true, after: 1m", "keys: level near throughout after 1m"),
    ])
    func `an expectation is read and told in words`(claim: String, text: String) throws {
        let scenario = try directory.scenario(Self.short + "\nduration: 1h\nexpect:\n  - {tracker: keys, \(claim)}")
        #expect(scenario.expectations.map(\.text) == [text])
        #expect(scenario.expectations.map(\.place.line) == [9])
    }
}
