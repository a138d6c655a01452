import Foundation
import Messages
import Settings
import Simulation
import TestSupport
import Testing
import Tracking

/// Tags of other makes in a scenario.
struct TagScenarioTests {
    private static let library = DeviceLibrary(directories: [packageRoot.appending(path: "devices").path])

    private static func scenario(_ tracker: String, _ rest: String = "") throws -> Scenario {
        let text = """
            name: Tags
            duration: 10m
            owners: [{id: sam, position: [46, 14]}]
            trackers:
              - {id: keys, owner: sam, position: [46, 14.0001], \(tracker)}
            \(rest)
            """
        return try Scenario.parse(SettingsFile(name: "x.yaml", text: text), devices: library)
    }

    @Test(arguments: TagKind.allCases)
    func `every kind of tag can be a scenario's tracker`(kind: TagKind) throws {
        let tracker = try #require(try Self.scenario("device: \(kind.rawValue)").trackers.first)
        #expect(tracker.kind == kind)
        // What Bluetooth allows, and DULT recommends.
        #expect((.milliseconds(20) ... .seconds(2)).contains(tracker.device.bluetooth.advertiseEvery))
    }

    @Test func `a tracker of ours is of no other make`() throws {
        #expect(try Self.scenario("device: tagalong-t1").trackers.first?.kind == nil)
    }

    @Test(arguments: [
        (
            "device: tile",
            "x.yaml:5: device 'tile' is a tag of another make, which is not simulated: "
                + "itag, ibeacon, eddystone, find-my, fmdn or dult is"
        ),
        ("device: itag, state: off", "x.yaml:5: 'state' does not go with 'device: itag', which is only a tag"),
        (
            "device: fmdn, report-every: 5s",
            "x.yaml:5: 'report-every' does not go with 'device: fmdn', which is only a tag"
        ),
    ])
    func `what a tag cannot be is refused with its place`(tracker: String, sentence: String) {
        #expect(errorText { _ = try Self.scenario(tracker) } == sentence)
    }

    @Test(arguments: [
        ("ibeacon", "do: press", "'press' does not happen to 'keys': this ibeacon has no button"),
        ("dult", "do: ring", "'ring' does not happen to 'keys': this dult does not ring for its owner"),
        (
            "itag", "do: power-off",
            "'power-off' does not happen to 'keys': this itag is only a tag, without modes and positions"
        ),
        (
            "find-my", "skew-clock: 1h",
            "'skew-clock' does not happen to 'keys': this find-my is only a tag, without modes and positions"
        ),
    ])
    func `what cannot happen to a tag is refused with its place`(device: String, event: String, sentence: String) {
        let events = "events:\n  - {at: 5s, tracker: keys, \(event)}"
        #expect(errorText { _ = try Self.scenario("device: \(device)", events) } == "x.yaml:7: \(sentence)")
    }

    @Test(arguments: ["mode: bluetooth", "fixes: {at-least: 1}", "alert: warning", "battery: {above: 1}"])
    func `nothing is expected of a tag`(claim: String) {
        let key = claim.prefix { $0 != ":" }
        let sentence =
            "x.yaml:7: '\(key)' cannot be expected of 'keys': this itag is only a tag, which tells no positions"
        let expectations = "expect:\n  - {tracker: keys, \(claim)}"
        #expect(errorText { _ = try Self.scenario("device: itag", expectations) } == sentence)
    }

    @Test func `a tag's intervals come from its profile`() throws {
        let text = "model: x\nbluetooth: {advertise-every: 100ms, rotate-every: 10s, separated-after: 20s}"
        let bluetooth = try DeviceProfile(SettingsFile(name: "a.yaml", text: text)).bluetooth
        #expect(bluetooth.advertiseEvery == .milliseconds(100))
        #expect((bluetooth.rotateEvery, bluetooth.separatedAfter) == (.seconds(10), .seconds(20)))
    }
}

/// Tags of other makes on the simulator's air.
@Suite struct TagWorldTests {
    private static func world(_ device: String) throws -> World {
        let text = """
            name: Tags
            duration: 10m
            owners: [{id: sam, points: [{at: 0s, lat: 46, lon: 14}, {at: 100s, lat: 46.001, lon: 14}]}]
            trackers:
              - {id: keys, owner: sam, position: [46, 14], device: \(device)}
            """
        let devices = DeviceLibrary(directories: [packageRoot.appending(path: "devices").path])
        return try World(Scenario.parse(SettingsFile(name: "x.yaml", text: text), devices: devices))
    }

    private static func step(_ world: inout World, _ seconds: Int64) -> [WorldOutput] {
        world.begin(at: seconds * 1000)
        world.moveOwners()
        if seconds == 0 { world.switchOn() }
        world.runTrackers()
        return outputs(&world)
    }

    private static func outputs(_ world: inout World) -> [WorldOutput] {
        var outputs: [WorldOutput] = []
        while let output = world.next() { outputs.append(output) }
        return outputs
    }

    private static func strengths(_ outputs: [WorldOutput]) -> [Int] {
        outputs.compactMap { if case .heard(_, _, let rssi) = $0 { rssi } else { nil } }
    }

    @Test(arguments: TagKind.allCases)
    func `a gateway hears a tag, weaker and weaker, and then no more`(kind: TagKind) throws {
        var world = try Self.world(kind.rawValue)
        let heard = (0...80).flatMap { Self.strengths(Self.step(&world, $0)) }
        #expect((50...60).contains(heard.count))
        #expect(heard == heard.sorted(by: >))
        #expect(!world.isNearOwner(0))
    }

    @Test func `a tag says nothing but that it is there`() throws {
        var world = try Self.world("eddystone")
        let outputs = (0...10).flatMap { Self.step(&world, $0) }
        let others = outputs.filter { output in
            switch output {
            case .heard, .publish(_, by: .phone): false
            default: true
            }
        }
        #expect(others.isEmpty)
    }

    @Test func `an iTag rings for its owner`() throws {
        var world = try Self.world("itag")
        _ = Self.step(&world, 0)
        world.deliver(0, .command(Command(id: "a", verb: .ring)))
        #expect(world.truth(ofTracker: 0).isRinging)
        let results = Self.outputs(&world).compactMap { output -> String? in
            if case .uplink(.result(let result), 0, 0) = output { result.id } else { nil }
        }
        #expect(results == ["a"])
        world.deliver(0, .command(Command(id: "b", verb: .stopRing)))
        #expect(!world.truth(ofTracker: 0).isRinging)
    }

    @Test func `a press of its button is told, and an empty battery is silence`() throws {
        var world = try Self.world("itag")
        _ = Self.step(&world, 0)
        world.apply(.press, to: 0) { _ in nil }
        let presses = Self.outputs(&world).count { if case .pressed(0) = $0 { true } else { false } }
        #expect(presses == 1)
        world.apply(.battery(0), to: 0) { _ in nil }
        #expect(Self.strengths(Self.step(&world, 1)).isEmpty && world.reception(ofTracker: 0, atGateway: 0) == nil)
        world.apply(.battery(50), to: 0) { _ in nil }
        #expect(Self.strengths(Self.step(&world, 2)).count == 1)
    }
}
