import Foundation
import History
import Messages
import Store
import Testing
import Tracking

/// What Home Assistant is told, held against what its documentation demands of each kind of component.
@Suite struct HomeAssistantTests {
    private let keys: DeviceID
    private let purse: DeviceID
    private let topics = Topics()

    init() throws {
        keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        purse = DeviceID(owner: try Name("eve"), device: try Name("keys"))
    }

    private func core() throws -> HistoryCore {
        try HistoryCore(
            store: Store.inMemory(),
            configuration: HistoryConfiguration(
                consoleURL: "https://tagalong.example",
                homeAssistant: true,
                version: "1.2"
            )
        )
    }

    private func fix(_ device: DeviceID, _ sequence: UInt32 = 1) throws -> Message {
        let fix = Fix(
            coordinate: try Coordinate(latitude: 46, longitude: 14),
            time: Timestamp(seconds: Double(sequence)),
            accuracy: 5
        )
        let location = LocationMessage(
            fix: fix,
            battery: 80,
            mark: FixMark(boot: 1, sequence: sequence),
            mode: .cellular
        )
        return Message(topic: topics.location(device), payload: location.encoded())
    }

    private func reported(_ device: DeviceID, firmware: String = "1") -> Message {
        let state = ReportedState(
            version: 3,
            power: .on,
            reportEvery: 600,
            mode: .auto,
            firmware: firmware,
            model: "T1",
            boot: 1,
            battery: 80,
            activeMode: .cellular
        )
        return Message(topic: topics.reported(device), payload: state.encoded())
    }

    private func text(_ topic: String, _ payload: String, retained: Bool = false) -> Message {
        Message(topic: topic, payload: Array(payload.utf8), retained: retained)
    }

    private func configurations(_ messages: [Message]) -> [String: [UInt8]] {
        let ours = messages.filter { $0.topic.hasPrefix("homeassistant/device/") }
        #expect(ours.allSatisfy { $0.retained })
        return Dictionary(ours.map { ($0.topic, $0.payload) }) { $1 }
    }

    private func now(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

    @Test func `every component has what its platform needs`() throws {
        var core = try core()
        let told = configurations(try core.ingest([reported(keys), fix(keys)], at: now(1)))
        #expect(Array(told.keys) == ["homeassistant/device/tagalong_keys/config"])
        let payload = try #require(told.values.first)
        #expect(DiscoveryCheck.complaints(payload) == [])
        let document = try #require(JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any])
        let components = try #require(document["components"] as? [String: [String: Any]])
        let platforms = components.compactMapValues { $0["platform"] as? String }
        #expect(
            platforms == [
                "position": "device_tracker", "lost": "binary_sensor", "distance": "sensor", "battery": "sensor",
                "mode": "sensor", "last_seen": "sensor", "ring": "button", "locate": "button", "power": "switch",
            ]
        )
        let device = try #require(document["device"] as? [String: Any])
        #expect(device["model"] as? String == "T1")
        #expect(device["sw_version"] as? String == "1")
        #expect(device["configuration_url"] as? String == "https://tagalong.example/items/sam/keys")
    }

    @Test func `an item is told again when it is renamed or its firmware is another, and not otherwise`() throws {
        var core = try core()
        let first = try core.ingest([fix(keys), reported(keys)], at: now(1))
        #expect(configurations(first).count == 1)
        let second = try core.ingest([fix(keys, 2)], at: now(9))
        #expect(configurations(second).isEmpty)
        let wish = DesiredState(version: 4, item: try ItemName("Sam's \"keys\""))
        let renamed = Message(topic: topics.desired(keys), payload: wish.encoded())
        let told = configurations(try core.ingest([renamed], at: now(10)))
        #expect(DiscoveryCheck.complaints(told.values.first ?? []) == [])
        #expect(String(decoding: told.values.first ?? [], as: UTF8.self).contains(#""name":"Sam's \"keys\"""#))
        #expect(configurations(try core.ingest([reported(keys, firmware: "2")], at: now(11))).count == 1)
    }

    @Test func `all is told at the start, and again when Home Assistant says that it is there`() throws {
        var core = try core()
        _ = try core.ingest([fix(keys)], at: now(1))
        #expect(configurations(core.connected(at: now(2))).count == 1)
        #expect(configurations(try core.ingest([text("homeassistant/status", "online")], at: now(3))).count == 1)
        #expect(configurations(try core.ingest([text("homeassistant/status", "offline")], at: now(4))).isEmpty)
    }

    @Test func `it hears whether the service is there`() throws {
        var core = try core()
        let status = core.connected(at: now(1)).first { $0.topic == topics.historyStatus }
        #expect(status == Message(topic: "tagalong/history/status", payload: Array("online".utf8), retained: true))
        let will = core.configuration.session.will
        #expect(will == Message(topic: "tagalong/history/status", payload: Array("offline".utf8), retained: true))
    }

    @Test func `nothing is told to a Home Assistant that nobody has`() throws {
        var core = try HistoryCore(store: Store.inMemory())
        let told = try core.ingest([fix(keys)], at: now(1))
        #expect(configurations(told + core.connected(at: now(2))).isEmpty)
    }

    @Test func `two owners' trackers of one name are two devices, and one again when the other is deleted`() throws {
        var core = try core()
        _ = try core.ingest([fix(keys)], at: now(1))
        let both = configurations(try core.ingest([fix(purse)], at: now(2)))
        #expect(both["homeassistant/device/tagalong_keys/config"] == [])
        let texts = both.filter { !$0.value.isEmpty }
        #expect(
            Set(texts.keys) == [
                "homeassistant/device/tagalong_sam_keys/config", "homeassistant/device/tagalong_eve_keys/config",
            ]
        )
        let identifiers = Set(texts.values.flatMap(DiscoveryCheck.uniqueIDs))
        #expect(identifiers.count == 18)
        let left = configurations(try core.delete(purse, at: now(3)))
        #expect(left["homeassistant/device/tagalong_eve_keys/config"] == [])
        #expect(left["homeassistant/device/tagalong_sam_keys/config"] == [])
        let again = try #require(left["homeassistant/device/tagalong_keys/config"])
        #expect(Set(DiscoveryCheck.uniqueIDs(again)).isSubset(of: identifiers))
    }

    @Test func `a deleted item is taken off`() throws {
        var core = try core()
        _ = try core.ingest([fix(keys)], at: now(1))
        let left = configurations(try core.delete(keys, at: now(2)))
        #expect(left == ["homeassistant/device/tagalong_keys/config": []])
    }

    @Test func `a switch changes what is wanted and leaves the rest of it as it was`() throws {
        var core = try core()
        let wish = #"{"_type":"desired","version":7,"power":"on","report_every_s":60,"mode":"cellular","led":[1]}"#
        _ = try core.ingest([fix(keys), text(topics.desired(keys), wish, retained: true)], at: now(1))
        let told = try core.ingest([text(topics.set(keys, "power"), "off")], at: now(2))
        let wanted = try #require(told.first { $0.topic == topics.desired(keys) })
        #expect(wanted.retained)
        let expected = #"{"_type":"desired","version":8,"power":"off","report_every_s":60,"mode":"cellular","led":[1]}"#
        #expect(String(decoding: wanted.payload, as: UTF8.self) == expected)
        _ = try core.ingest([wanted], at: now(3))
        #expect(try core.ingest([text(topics.set(keys, "power"), "off")], at: now(4)).isEmpty)
    }

    @Test func `each press of a button is a command with an id of its own`() throws {
        var core = try core()
        _ = try core.ingest([fix(keys)], at: now(1))
        let press = text(topics.set(keys, "command"), "ring")
        let told = try core.ingest([press, press], at: now(2)).filter { $0.topic == topics.command(keys) }
        let commands = try told.map { try Command(decoding: $0.payload) }
        #expect(commands.map(\.verb) == [.ring, .ring])
        #expect(Set(commands.map(\.id)).count == 2)
        #expect(told.allSatisfy { !$0.retained })
    }

    @Test(arguments: ["unregister", "explode", "ON", ""])
    func `nothing else can be set so`(payload: String) throws {
        var core = try core()
        _ = try core.ingest([fix(keys)], at: now(1))
        for what in ["power", "command", "colour"] {
            #expect(try core.ingest([text(topics.set(keys, what), payload)], at: now(2)).isEmpty)
        }
        // What is kept would be done again after each restart, and a tracker that is not there cannot be told.
        #expect(try core.ingest([text(topics.set(keys, "command"), "ring", retained: true)], at: now(2)).isEmpty)
        #expect(try core.ingest([text(topics.set(purse, "command"), "ring")], at: now(2)).isEmpty)
    }
}
