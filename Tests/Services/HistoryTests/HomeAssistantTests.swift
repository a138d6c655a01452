import Foundation
import History
import Messages
import Store
import StoreSupport
import Testing
import Tracking

/// What Home Assistant is told, held against what its documentation demands of each kind of component.
@Suite(.onBothEngines) struct HomeAssistantTests {
    private let keys: DeviceID
    private let purse: DeviceID
    private let topics = Topics()

    init() throws {
        keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        purse = DeviceID(owner: try Name("eve"), device: try Name("keys"))
    }

    /// A service that has heard that the broker keeps nothing, or has not been connected yet.
    private func core(isConnected: Bool = true) throws -> HistoryCore {
        var core = try HistoryCore(
            store: Store.forTest(),
            configuration: HistoryConfiguration(
                consoleURL: "https://tagalong.example",
                homeAssistant: true,
                version: "1.2"
            )
        )
        guard isConnected else { return core }
        let fence = try #require(core.connected(at: now(0)).first { $0.topic == topics.fence })
        _ = try core.ingest([fence], at: now(0))
        return core
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

    private func reported(_ device: DeviceID, firmware: String = "1", hasButton: Bool = false) -> Message {
        let state = ReportedState(
            version: 3,
            power: .on,
            reportEvery: 600,
            mode: .auto,
            firmware: firmware,
            model: "T1",
            boot: 1,
            battery: 80,
            activeMode: .cellular,
            hasButton: hasButton
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
        #expect(Array(told.keys) == ["homeassistant/device/tagalong_sam_keys/config"])
        let payload = try #require(told.values.first)
        #expect(DiscoveryCheck.complaints(payload) == [])
        let document = try #require(JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any])
        let components = try #require(document["components"] as? [String: [String: Any]])
        let platforms = components.compactMapValues { $0["platform"] as? String }
        #expect(
            platforms == [
                "position": "device_tracker", "lost": "binary_sensor", "distance": "sensor", "battery": "sensor",
                "mode": "sensor", "last_seen": "sensor", "ring": "button", "locate": "button", "power": "switch",
                "marked_lost": "switch",
                "level": "sensor", "place": "sensor", "accuracy": "sensor", "reachable": "binary_sensor",
                "unreachable": "sensor", "warning": "number", "critical": "number", "interval": "number",
                "radio": "select", "alert": "event", "button": "event", "photo": "image", "room": "sensor",
                "press_single": "device_automation", "press_double": "device_automation",
                "press_long": "device_automation",
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

    @Test func `a button is announced for a tag that has one, and taken off with it`() throws {
        var core = try core()
        func components(_ hasButton: Bool, _ second: Double) throws -> [String: [String: Any]] {
            let told = configurations(try core.ingest([reported(keys, hasButton: hasButton)], at: now(second)))
            #expect(DiscoveryCheck.complaints(told.values.first ?? []) == [])
            let document = try JSONSerialization.jsonObject(with: Data(try #require(told.values.first)))
            return try #require((document as? [String: Any])?["components"] as? [String: [String: Any]])
        }
        let kinds = ["single": "button_short_press", "double": "button_double_press", "long": "button_long_press"]
        let there = try components(true, 1)
        #expect(there["button"]?["state_topic"] as? String == "tagalong/sam/keys/button")
        for (press, kind) in kinds {
            let trigger = there["press_\(press)"]
            #expect(trigger?["topic"] as? String == "tagalong/sam/keys/button")
            #expect(trigger?["type"] as? String == kind)
            #expect(trigger?["payload"] as? String == press)
        }
        let gone = try components(false, 2)
        #expect(gone["button"] as? [String: String] == ["platform": "event"])
        for press in kinds.keys {
            #expect(gone["press_\(press)"] as? [String: String] == ["platform": "device_automation"])
        }
    }

    @Test func `all is told at the start, and again when Home Assistant says that it is there`() throws {
        var core = try core()
        _ = try core.ingest([fix(keys)], at: now(1))
        #expect(configurations(try started([], &core)).count == 1)
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
        var core = try HistoryCore(store: Store.forTest())
        let told = try core.ingest([fix(keys)], at: now(1))
        #expect(configurations(told + core.connected(at: now(2))).isEmpty)
    }

    @Test func `two owners' trackers of one name are two devices, and neither changes with the other`() throws {
        var core = try core()
        let first = configurations(try core.ingest([fix(keys)], at: now(1)))
        let second = configurations(try core.ingest([fix(purse)], at: now(2)))
        #expect(Array(first.keys) == ["homeassistant/device/tagalong_sam_keys/config"])
        #expect(Array(second.keys) == ["homeassistant/device/tagalong_eve_keys/config"])
        #expect(Set((Array(first.values) + second.values).flatMap(DiscoveryCheck.uniqueIDs)).count == 40)
        let left = configurations(try core.delete(purse, at: now(3)))
        #expect(left == ["homeassistant/device/tagalong_eve_keys/config": []])
    }

    /// What the broker keeps of a former version.
    private func former(_ device: DeviceID, at name: String) -> Message {
        let payload = #"{"device":{"identifiers":["tagalong/\#(device)"]},"components":{}}"#
        return text("homeassistant/device/\(name)/config", payload, retained: true)
    }

    private func started(_ messages: [Message], _ core: inout HistoryCore) throws -> [Message] {
        let fence = try #require(core.connected(at: now(2)).first { $0.topic == topics.fence })
        #expect(configurations(try core.ingest(messages + [fix(keys, 2)], at: now(3))).isEmpty)
        return try core.ingest([fence], at: now(4)).filter { $0.topic.hasPrefix("homeassistant/") }
    }

    @Test func `an item that stands where a former version announced it is moved before it is announced`() throws {
        var core = try core()
        _ = try core.ingest([fix(keys)], at: now(1))
        let told = try started([former(keys, at: "tagalong_keys")], &core)
        #expect(told.map(\.topic) == ["keys", "sam_keys", "keys"].map { "homeassistant/device/tagalong_\($0)/config" })
        #expect(told.map(\.retained) == [false, true, true])
        #expect(told[0].payload == Array(#"{"migrate_discovery": true}"#.utf8))
        #expect(!told[1].payload.isEmpty)
        #expect(told[2].payload.isEmpty)
        #expect(try started([], &core).count == 1)
    }

    @Test func `nothing is announced before the first connection, when nobody knows where the items stand`() throws {
        var core = try core(isConnected: false)
        let position = try fix(keys).payload
        #expect(configurations(try core.post([position], from: keys, at: now(1)).messages).isEmpty)
        #expect(configurations(try core.ingest([fix(keys, 2)], at: now(1))).isEmpty)
        #expect(configurations(try core.tick(at: now(2))).isEmpty)
        let told = try started([former(keys, at: "tagalong_keys")], &core)
        #expect(told.map(\.topic) == ["keys", "sam_keys", "keys"].map { "homeassistant/device/tagalong_\($0)/config" })
    }

    @Test func `who stands where another is announced now is moved before that`() throws {
        let other = DeviceID(owner: try Name("eve"), device: try Name("sam_keys"))
        var core = try core()
        _ = try core.ingest([fix(keys), fix(other)], at: now(1))
        let told = try started([former(keys, at: "tagalong_keys"), former(other, at: "tagalong_sam_keys")], &core)
        #expect(
            told.map(\.topic)
                == ["sam_keys", "eve_sam_keys", "sam_keys", "keys", "sam_keys", "keys"].map {
                    "homeassistant/device/tagalong_\($0)/config"
                }
        )
    }

    @Test func `who stands where one is announced now leaves, even when nothing is known of it yet`() throws {
        let other = DeviceID(owner: try Name("eve"), device: try Name("sam_keys"))
        var core = try core()
        _ = try core.ingest([fix(keys)], at: now(1))
        let told = try started([former(other, at: "tagalong_sam_keys")], &core)
        #expect(told.map(\.topic) == [topics.homeAssistantConfig(keys), topics.homeAssistantConfig(keys)])
        #expect(told.map(\.retained) == [false, true])
        // It has left already: nothing takes off the one that is there now.
        let later = try core.ingest([fix(other)], at: now(5)).filter { $0.topic.hasPrefix("homeassistant/") }
        #expect(later.map(\.topic) == [topics.homeAssistantConfig(other)])
    }

    @Test func `an owner with an underscore leaves the topic of one without before that one comes`() throws {
        let inner = DeviceID(owner: try Name("a_b"), device: try Name("c"))
        let outer = DeviceID(owner: try Name("a"), device: try Name("b_c"))
        var core = try core()
        _ = try core.ingest([fix(outer), fix(inner)], at: now(1))
        let kept = [former(inner, at: "tagalong_a_b_c"), former(outer, at: "tagalong_b_c")]
        let told = try started(kept, &core).map(\.topic).prefix(3)
        let start = "homeassistant/device/tagalong_a_b"
        #expect(told == ["\(start)_c/config", "\(start)/c/config", "\(start)_c/config"])
    }

    @Test func `what a former version announced of an item goes with the item`() throws {
        var core = try core()
        _ = try core.ingest([fix(keys)], at: now(1))
        _ = try core.delete(keys, at: now(2))
        let fence = try #require(core.connected(at: now(3)).first { $0.topic == topics.fence })
        let told = try core.ingest([former(keys, at: "tagalong_keys"), fence], at: now(4))
        #expect(configurations(told) == ["homeassistant/device/tagalong_keys/config": []])
    }

    @Test func `what the broker keeps of a deleted item for Home Assistant goes at the next connection, and once`()
        throws
    {
        var core = try core()
        _ = try core.ingest([fix(keys)], at: now(1))
        let announced = try #require(try started([], &core).first)
        _ = try core.delete(keys, at: now(5))
        for isKept in [true, false] {
            let connected = core.connected(at: now(6))
            let fence = try #require(connected.first { $0.topic == topics.fence })
            let kept =
                isKept
                ? [text(announced.topic, String(decoding: announced.payload, as: UTF8.self), retained: true)] : []
            let told = configurations(connected).merging(configurations(try core.ingest(kept + [fence], at: now(7)))) {
                $1
            }
            #expect(told == (isKept ? [announced.topic: []] : [:]))
        }
        // Its tracker knows.
        let gone =
            #"{"_type":"reported","version":9,"power":"off","report_every_s":600,"mode":"auto","#
            + #""firmware":"1","model":"T1","boot":1,"battery":80,"active_mode":"off","registered":false}"#
        let told = try core.ingest([text(topics.reported(keys), gone)], at: now(8))
        #expect(told.contains { $0.topic == topics.state(keys) && $0.payload.isEmpty })
        #expect(configurations(told).isEmpty)
    }

    @Test func `what other programs have Home Assistant read is theirs`() throws {
        let store = try Store.forTest()
        var core = try HistoryCore(store: store, configuration: HistoryConfiguration(homeAssistant: true))
        let fence = try #require(core.connected(at: now(1)).first { $0.topic == topics.fence })
        let topic = "homeassistant/device/zigbee2mqtt_lamp/config"
        let others = [#"{"device":{"identifiers":["tagalong/sam/keys"]}}"#, "no JSON", ""].map {
            text(topic, $0, retained: true)
        }
        #expect(configurations(try core.ingest(others + [fence], at: now(2))).isEmpty)
        #expect(configurations(try core.ingest([fix(keys)], at: now(3))).count == 1)
        #expect(try store.quarantine(limit: 9).isEmpty)
    }

    @Test(arguments: [
        "", "[]", "no JSON", #"{"device":{"identifiers":[]}}"#, #"{"device":{"identifiers":["tagalong/sam"]}}"#,
        #"{"device":{"identifiers":["tagalong/sa m/keys"]}}"#, #"{"device":{"identifiers":["other/sam/keys"]}}"#,
    ])
    func `what says nothing of an item moves none`(payload: String) throws {
        var core = try core()
        _ = try core.ingest([fix(keys)], at: now(1))
        let kept = text("homeassistant/device/tagalong_keys/config", payload, retained: true)
        #expect(try started([kept], &core).map(\.topic) == [topics.homeAssistantConfig(keys)])
    }

    @Test func `an underscore makes no two of them one`() throws {
        let devices = try [("a_b", "c"), ("a", "b_c"), ("a_b_c", "d")].map { owner, device in
            DeviceID(owner: try Name(owner), device: try Name(device))
        }
        #expect(Set(devices.map { topics.homeAssistantConfig($0) }).count == 3)
        #expect(topics.homeAssistantConfig(devices[0]) == "homeassistant/device/tagalong_a_b/c/config")
    }

    @Test func `a deleted item is taken off`() throws {
        var core = try core()
        _ = try core.ingest([fix(keys)], at: now(1))
        let left = configurations(try core.delete(keys, at: now(2)))
        #expect(left == ["homeassistant/device/tagalong_sam_keys/config": []])
    }
}
