import Foundation
import MQTT
import Messages
import ServerSupport
import TestSupport
import Testing
import Tracking

@Suite(.timeLimit(.minutes(30)))
struct CommandsGuardTests {
    private static let epoch = Timestamp(milliseconds: 1_767_571_200_000)
    private static let topics = Topics()

    /// Minutes of a day on which anna goes to work and back, with an AirTag in her bag that her gateway hears.
    private static func play(_ minutes: Range<Int>, over client: MQTTClient) async throws {
        let anna = try Name("anna"), pocket = try Name("pocket")
        let home = try Coordinate(latitude: 51, longitude: 0)
        let work = home.offset(north: 9000, east: 4000)
        let status = GatewayStatus(state: .online, carrier: anna).encoded()
        try await client.publish(Message(topic: topics.gatewayStatus(pocket), payload: status, retained: true))
        for minute in minutes {
            let time = epoch.advanced(by: .seconds(minute * 60))
            let share = minute < 750 ? Double(minute - 480) / 30 : 1 - Double(minute - 1020) / 30
            if minute % 5 == 0 {
                let place = home.interpolated(to: work, fraction: min(1, max(0, share)))
                let location = LocationMessage(fix: Fix(coordinate: place, time: time, accuracy: 10))
                let topic = topics.location(DeviceID(owner: anna, device: try Name("phone")))
                try await client.publish(Message(topic: topic, payload: location.encoded(), retained: true))
            }
            guard minute >= 240 else { continue }
            let address = minute < 1200 ? "C0:FF:EE:00:12:34" : "D1:FF:EE:00:12:34"
            var seen = SeenMessage(time: time, address: address, adapter: "00:1A:7D:DA:71:13")
            (seen.profile, seen.kind, seen.isSeparated, seen.rssi) = ("find-my", "airtag", true, -70)
            try await client.publish(Message(topic: topics.gatewaySeen(pocket), payload: seen.encoded()))
        }
        try await client.drained()
    }

    @Test func `a guard that is killed on a played day tells of a tag that follows all the same`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                try await withClient(of: broker.configuration, subscribing: "tagalong/guard/anna") { client, heard in
                    let call = ["guard", "--owner", "anna", "--replay", "--broker", broker.url]
                    var guarding = try sandbox.start(call)
                    try await guarding.wait(for: "connected")
                    try await Self.play(0..<700, over: client)
                    #expect(await guarding.terminate(SIGKILL).status == -SIGKILL)
                    guarding = try sandbox.start(call)
                    try await guarding.wait(for: "connected")
                    try await Self.play(700..<1441, over: client)
                    let lists = { await heard.messages.compactMap { try? GuardMessage(decoding: $0.payload) } }
                    try await eventually { await lists().last?.tags.first?.rotations == 1 }
                    let outcome = await guarding.terminate()
                    #expect(outcome.status == 0)
                    #expect(outcome.output.split(separator: "\n").count == 1)
                    #expect(
                        outcome.output.contains("  notice  AirTag C0:FF:EE:00:12:34 (1) has moved along on 2 legs."))
                    let tag = try #require(await lists().last?.tags.first)
                    #expect(tag.stage == .notice && tag.number == 1 && tag.address == "D1:FF:EE:00:12:34")
                    #expect(tag.first == Self.epoch.advanced(by: .seconds(240 * 60)))
                }
            }
        }
    }

    @Test func `guard list refuses what is no list of the owner's, and shows a hostile name as harmless`()
        async throws
    {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let (anna, pocket) = (try Name("anna"), try Name("pocket"))
                var tag = GuardMessage.Tag(
                    number: 1, stage: .notice, network: "find-my", identity: "a", address: "a\u{1B}[2J\n",
                    gateway: pocket, first: Self.epoch, last: Self.epoch
                )
                tag.model = "Evil\u{202E}gnp\u{2028}.exe"
                let list = GuardMessage(time: Self.epoch, owner: anna, tags: [tag]).encoded()
                try await withClient(of: broker.configuration, subscribing: "none") { client, _ in
                    for (topic, payload) in [("anna", list), ("ben", list), ("carl", Array("no list".utf8))] {
                        try await client.publish(
                            Message(topic: "tagalong/guard/\(topic)", payload: payload, retained: true))
                    }
                    try await client.drained()
                }
                let shown = try await sandbox.run("guard", "list", "--owner", "anna", "--broker", broker.url)
                #expect(shown.status == 0 && shown.output.contains("Evil?gnp?.exe") && shown.output.contains("a?[2J?"))
                let other = try await sandbox.run("guard", "list", "--owner", "ben", "--broker", broker.url)
                #expect(other.status == 1)
                #expect(other.errors.contains("tagalong/guard/ben: the list of ben is expected, found that of anna"))
                let none = try await sandbox.run("guard", "list", "--owner", "carl", "--broker", broker.url)
                #expect(none.status == 1 && none.errors.contains("tagalong/guard/carl: payload: a JSON object"))
            }
        }
    }

    @Test func `a guard is ready once it is connected, alive while it works, and ends with status 0`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let manager = try DatagramReceiver()
                let environment = ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "4000000"]
                let call = ["guard", "--owner", "anna", "--broker", broker.url]
                let guarding = try sandbox.start(call, environment: environment)
                try await eventually { manager.lines.contains("READY=1") }
                #expect(guarding.errors.contains("connected to the broker, guards anna"))
                try await eventually { manager.lines.filter { $0 == "WATCHDOG=1" }.count > 2 }
                try await eventually {
                    manager.lines.contains("STATUS=the guard of anna is connected to the broker")
                }
                await broker.stop()
                try await eventually { manager.lines.contains("STATUS=the guard of anna waits for the broker") }
                #expect(await guarding.terminate().status == 0)
                #expect(manager.lines.filter { $0 == "READY=1" }.count == 1)
                #expect(manager.lines.contains("STOPPING=1"))
            }
        }
    }

    @Test func `a guard without its broker is ready to wait for it, as other services are`() async throws {
        try await withSandbox { sandbox in
            let manager = try DatagramReceiver()
            let call = ["guard", "--owner", "anna", "--broker", "mqtt://127.0.0.1:1"]
            let guarding = try sandbox.start(call, environment: ["NOTIFY_SOCKET": manager.path])
            try await eventually { manager.lines.contains("READY=1") }
            #expect(await guarding.terminate().status == 0)
        }
    }

    @Test func `up guards whom its settings name, over the private broker, with the credential of a guard`()
        async throws
    {
        try await withSandbox { sandbox in
            let config = try sandbox.write("guards: [anna, ben]\nhttp: off\n", to: "config.yaml")
            let data = "\(sandbox.directory)/data"
            let flags = ["--config", config, "--data-dir", data]
            // What is no guard's keeps ben's from its work, and nobody else.
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
            _ = try sandbox.write("{}", to: "data/guard-ben.json")
            let manager = try DatagramReceiver()
            let environment = ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "4000000"]
            let up = try sandbox.start(["up"] + flags, environment: environment)
            try await eventually { manager.lines.contains("READY=1") }
            try await up.wait(for: "connected to the broker, guards anna")
            try await up.wait(for: "the guard of ben is tried again each minute")
            #expect(up.output.contains("Guards    anna, ben\n"))
            try await eventually {
                manager.lines.contains {
                    $0.contains("the guard of anna is connected to the broker; the guard of ben does not run: ")
                }
            }
            let listed = try await sandbox.start(["broker", "list"] + flags).ended()
            #expect(listed.output.contains("guard.anna") && !listed.output.contains("guard.ben"))
            let list = try await sandbox.start(["guard", "list", "--owner", "anna"] + flags).ended()
            #expect(list.status == 0 && list.output == "No unknown tag has moved with anna.\n")
            let second = try await sandbox.start(["guard", "--owner", "anna"] + flags).ended()
            #expect(second.status == 1 && second.errors.contains("another guard of anna runs already"))
            #expect(await up.terminate().status == 0)
        }
    }
}
