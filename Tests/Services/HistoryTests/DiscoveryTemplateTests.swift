import Foundation
import Messages
import Testing
import Tracking

/// The templates of the discovery, evaluated as Home Assistant does: with Jinja (Debian package python3-jinja2).
@Suite(.timeLimit(.minutes(30)), .enabled(if: Jinja.isThere))
struct DiscoveryTemplateTests {
    private static let script = """
        import json, sys, jinja2
        config, topic, message = sys.stdin.read().split("\\n")[:3]
        environment = jinja2.Environment(undefined=jinja2.StrictUndefined)
        # Of an empty message there is no value_json.
        known = {"value_json": json.loads(message)} if message else {}
        templates = [
            ("value_template", "state_topic"), ("value_template", "topic"),
            ("json_attributes_template", "json_attributes_topic"),
        ]
        result = {}
        for name, part in json.loads(config)["components"].items():
            for key, source in templates:
                # Of what has a value, that is looked at here.
                if key in part and part.get(source) == topic and (name not in result):
                    result[name] = environment.from_string(part[key]).render(**known)
            for source in part.get("availability", []):
                if source["topic"] == topic:
                    result[name] = environment.from_string(source["value_template"]).render(**known)
        print(json.dumps(result))
        """

    /// What becomes of a message on a topic of an item, by the component that reads it.
    private func evaluate(_ message: String, on kind: TrackerTopic = .state) throws -> [String: String] {
        try evaluate(message, onTopic: "tagalong/sam/keys/\(kind.rawValue)")
    }

    private func evaluate(_ message: String, onTopic topic: String) throws -> [String: String] {
        let device = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        let announcement = DiscoveryMessage(device: device, item: "Keys", hasButton: true, version: "1")
        let config = announcement.message(Topics()).payload
        let lines = [String(decoding: config, as: UTF8.self), topic, message, ""]
        let answer = try Jinja.python(Self.script, input: lines.joined(separator: "\n"))
        return try #require(JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: String])
    }

    private func attributes(_ text: String?) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data((text ?? "").utf8)) as? [String: Any])
    }

    private func state(_ level: Level, isFull: Bool = true, accuracy: Double? = 4.5) throws -> String {
        let position = Position(
            coordinate: try Coordinate(latitude: 46.5, longitude: 14.25),
            accuracy: accuracy,
            time: Timestamp(seconds: 1000)
        )
        let message = StateMessage(
            level: level,
            distance: isFull ? 12.25 : nil,
            since: Timestamp(seconds: 1000),
            activeMode: isFull ? .cellular : nil,
            battery: isFull ? 87 : nil,
            position: isFull ? position : nil,
            item: "Keys",
            place: isFull ? "Home" : nil,
            unreachableSince: isFull ? Timestamp(seconds: 1200) : nil
        )
        return String(decoding: message.encoded(), as: UTF8.self)
    }

    @Test(arguments: [(Level.near, "OFF"), (.warning, "ON"), (.critical, "ON"), (.unknown, "None")])
    func `an item is lost, is not, or nobody knows`(level: Level, lost: String) throws {
        let values = try evaluate(state(level))
        #expect(values["lost"] == lost)
        #expect(values["level"] == (level == .unknown ? "None" : level.rawValue))
        #expect(values["distance"] == (level == .unknown ? "None" : "12.25"))
    }

    @Test func `what is known of an item is shown`() throws {
        let values = try evaluate(state(.critical))
        #expect(values["battery"] == "87")
        #expect(values["mode"] == "cellular")
        #expect(values["last_seen"] == "1970-01-01T00:16:40.000Z")
        #expect(values["accuracy"] == "4.5")
        #expect(values["place"] == "Home")
        #expect(values["reachable"] == "OFF")
        #expect(values["unreachable"] == "1970-01-01T00:20:00.000Z")
        let position = try attributes(values["position"])
        #expect(position["latitude"] as? Double == 46.5)
        #expect(position["longitude"] as? Double == 14.25)
        #expect(position["gps_accuracy"] as? Double == 4.5)
        #expect(position["place"] as? String == "Home")
    }

    @Test func `what is not known is unknown there`() throws {
        let values = try evaluate(state(.unknown, isFull: false))
        for name in [
            "lost", "level", "distance", "battery", "mode", "last_seen", "accuracy", "place", "unreachable",
        ] {
            #expect(values[name] == "None", "\(name)")
        }
        #expect(values["reachable"] == "ON")
        #expect(try attributes(values["position"])["latitude"] == nil)
    }

    @Test func `whether an item is marked as lost is another matter than how far it is`() throws {
        let since = #""marked_lost":{"since":"2026-05-01T09:00:00.250Z","note":"Left on bus 12"}"#
        let marked = try evaluate(#"{"level":"near",\#(since)}"#)
        #expect(marked["lost"] == "OFF")
        #expect(marked["marked_lost"] == "on")
        #expect(try evaluate(#"{"level":"critical"}"#)["marked_lost"] == "off")
        #expect(try evaluate("")["marked_lost"] == "None")
    }

    @Test(arguments: [
        (#"{"level":"near","marked_lost":{"since":"2026-05-01T09:00:00.250Z","note":"bus"}}"#, ["note", "since"]),
        (#"{"level":"near","marked_lost":{"since":"2026-05-01T09:00:00.250Z"}}"#, ["since"]),
        (#"{"level":"near"}"#, []), ("", []),
    ])
    func `since when it is marked, and the note, are attributes`(message: String, keys: [String]) throws {
        let device = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        let config = DiscoveryMessage(device: device, item: "Keys", version: "1").message(Topics()).payload
        let document = try #require(JSONSerialization.jsonObject(with: Data(config)) as? [String: Any])
        let parts = try #require(document["components"] as? [String: [String: Any]])
        let template = try #require(parts["marked_lost"]?["json_attributes_template"] as? String)
        let script = """
            import json, sys, jinja2
            template, message = json.loads(sys.stdin.read())
            known = {"value_json": json.loads(message)} if message else {}
            print(jinja2.Environment(undefined=jinja2.StrictUndefined).from_string(template).render(**known))
            """
        let input = String(decoding: try JSONSerialization.data(withJSONObject: [template, message]), as: UTF8.self)
        #expect(try attributes(try Jinja.python(script, input: input)).keys.sorted() == keys)
    }

    @Test func `a position whose accuracy nobody knows is not told to be exact`() throws {
        let values = try evaluate(state(.near, accuracy: nil))
        let position = try attributes(values["position"])
        #expect(position["latitude"] as? Double == 46.5)
        #expect(position["gps_accuracy"] == nil)
        #expect(values["accuracy"] == "None")
    }

    @Test func `a tracker that nobody can reach is not offered to be told something`() throws {
        for (isUnreachable, expected) in [(true, "offline"), (false, "online")] {
            let values = try evaluate(state(.unknown, isFull: isUnreachable))
            #expect([values["ring"], values["locate"]] == [expected, expected])
        }
    }

    @Test(arguments: [
        ("0.5", "None"), ("1", "1"), ("8.25", "8.25"), ("9999.5", "9999.5"), ("10000.5", "None"), ("null", "None"),
    ])
    func `distances that no number there can have are unknown`(metres: String, shown: String) throws {
        let values = try evaluate(#"{"level":"near","warning_m":\#(metres),"critical_m":\#(metres)}"#)
        #expect([values["warning"], values["critical"]] == [shown, shown])
    }

    @Test func `what a tracker says of itself is shown where it is set`() throws {
        let values = try evaluate(#"{"power":"off","report_every_s":600,"mode":"bluetooth"}"#, on: .reported)
        #expect(values == ["power": "off", "interval": "600", "radio": "bluetooth"])
        let strange = try evaluate(#"{"power":"on","report_every_s":90000,"mode":"lora"}"#, on: .reported)
        #expect(strange == ["power": "on", "interval": "None", "radio": "None"])
    }

    @Test func `an alert is an event with what it tells`() throws {
        let message = AlertMessage(
            id: "01JT5N",
            event: .escalated,
            level: .critical,
            previous: .warning,
            threshold: 10,
            distance: 12.25,
            confidence: 0.9821,
            owner: try Name("sam"),
            tracker: try Name("keys"),
            item: "Keys",
            time: Timestamp(seconds: 1000),
            episode: "01JT5K"
        )
        let topic = Topics().alert(DeviceID(owner: message.owner, device: message.tracker))
        let values = try evaluate(String(decoding: message.encoded(), as: UTF8.self), onTopic: topic)
        let event = try attributes(values["alert"])
        #expect(event["event_type"] as? String == "escalated")
        #expect(event["level"] as? String == "critical")
        #expect(event["distance_m"] as? Double == 12.25)
        #expect(event["time"] as? String == "1970-01-01T00:16:40.000Z")
        // An attribute that is not there is an error, and the event is lost.
        #expect(event["link"] is NSNull)
        #expect(try evaluate(#"{"event":"bogus"}"#, onTopic: topic) == ["alert": ""])
        #expect(try evaluate("", onTopic: topic) == ["alert": ""])
    }

    private static let triggers = ["press_single", "press_double", "press_long"]

    @Test(arguments: ButtonPress.allCases)
    func `a press of a button is an event, and what triggers the device's automations`(press: ButtonPress) throws {
        let message = ButtonMessage(time: Timestamp(seconds: 1000), gateway: try Name("attic"), press: press)
        let values = try evaluate(String(decoding: message.encoded(), as: UTF8.self), on: .button)
        let event = try attributes(values["button"])
        let expected = ["event_type": "press", "press": press.rawValue, "time": "1970-01-01T00:16:40.000Z"]
        #expect(event as? [String: String] == expected)
        for trigger in Self.triggers { #expect(values[trigger] == press.rawValue) }
    }

    @Test func `a press that does not tell its kind is a single one, and no message none`() throws {
        let values = try evaluate(#"{"_type":"button"}"#, on: .button)
        #expect(Self.triggers.allSatisfy { values[$0] == "single" })
        #expect(try evaluate("", on: .button).allSatisfy { $0.value.isEmpty })
    }

    @Test(arguments: [TrackerTopic.state, .reported])
    func `of what the broker keeps no more nothing is known`(topic: TrackerTopic) throws {
        var values = try evaluate("", on: topic)
        #expect(!values.isEmpty)
        if topic == .state {
            #expect(values.removeValue(forKey: "position") == "{}")
            for name in ["ring", "locate"] { #expect(values.removeValue(forKey: name) == "offline") }
        }
        for (name, value) in values { #expect(value == "None", "\(name)") }
    }
}
