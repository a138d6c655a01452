import Foundation
import Messages
import Reminders
import Testing
import Tracking

/// The templates of a reminder's discovery, evaluated as Home Assistant does.
@Suite(.timeLimit(.minutes(30)), .enabled(if: Jinja.isThere))
struct ReminderTemplateTests {
    private let reminder: ReminderID

    init() throws { reminder = ReminderID(owner: try Name("sam"), id: try Name("umbrella")) }

    private static let script = """
        import json, sys, jinja2
        config, part, key, message = sys.stdin.read().split("\\n")[:4]
        part = json.loads(config)["components"][part]
        known = {"value_json": json.loads(message)} if message else {}
        source = part["availability"][1]["value_template"] if key == "availability" else part[key]
        print(jinja2.Environment(undefined=jinja2.StrictUndefined).from_string(source).render(**known))
        """

    /// What a component makes of a message.
    private func evaluate(_ part: String, _ key: String, _ message: [UInt8]) throws -> String {
        try evaluate(part, key, String(decoding: message, as: UTF8.self))
    }

    private func evaluate(_ part: String, _ key: String, _ message: String) throws -> String {
        let title = try ItemName("Umbrella")
        let config = ReminderDiscoveryMessage(reminder: reminder, title: title, version: "1").message(Topics())
        let lines = [String(decoding: config.payload, as: UTF8.self), part, key, message, ""]
        return try Jinja.python(Self.script, input: lines.joined(separator: "\n"))
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    private func told(
        _ event: ReminderEventMessage.Event, of id: String = "umbrella", until: Timestamp? = nil
    ) throws -> ReminderEventMessage {
        let why = [FindingMessage(kind: .time, verdict: .holds, text: "it is between \"7\" and 9")]
        return ReminderEventMessage(
            id: "1", event: event, owner: reminder.owner, reminder: try Name(id), title: try ItemName("Umbrella"),
            colour: .violet, time: Timestamp(seconds: 1000), until: until, why: why)
    }

    @Test(arguments: ReminderEventMessage.Event.allCases)
    func `what a reminder tells is an event with all that it says`(_ kind: ReminderEventMessage.Event) throws {
        let until = kind == .snoozed ? Timestamp(seconds: 1600) : nil
        let event = try object(evaluate("event", "value_template", told(kind, until: until).encoded()))
        #expect(event["event_type"] as? String == kind.rawValue)
        #expect(event["time"] as? String == "1970-01-01T00:16:40.000Z")
        #expect(event["until"] as? String == (kind == .snoozed ? "1970-01-01T00:26:40.000Z" : nil))
        #expect(event["colour"] as? String == "violet")
        let why = try #require(event["why"] as? [[String: Any]])
        #expect(why.first?["text"] as? String == "it is between \"7\" and 9")
        // An attribute that is not there is an error, and the event is lost.
        #expect(event["link"] is NSNull)
    }

    @Test func `what another reminder tells is none of its events, nor is what nobody knows`() throws {
        for id in ["umbrella-2", "Umbrella", "u"] {
            #expect(try evaluate("event", "value_template", told(.fired, of: id).encoded()) == "")
        }
        for message in [#"{"reminder":"umbrella","event":"bogus"}"#, ""] {
            #expect(try evaluate("event", "value_template", message) == "")
        }
    }

    @Test(arguments: [(ReminderStatus.disabled, "off"), (.waiting, "on"), (.unknown, "on"), (.holds, "on")])
    func `a reminder is on unless it is switched off`(_ status: ReminderStatus, _ expected: String) throws {
        let message = ReminderStateMessage(status, ReminderState(fired: Timestamp(seconds: 1000)))
        #expect(try evaluate("enabled", "value_template", message.encoded()) == expected)
        let attributes = try object(evaluate("enabled", "json_attributes_template", message.encoded()))
        #expect(attributes["status"] as? String == status.rawValue)
        #expect(attributes["last_fired"] as? String == "1970-01-01T00:16:40.000Z")
        #expect(attributes["told"] is NSNull && attributes["snoozed_until"] is NSNull)
        #expect(attributes["put_off"] is NSNull && attributes["dismissed"] is NSNull)
        #expect((attributes["why"] as? [Any])?.isEmpty == true)
    }

    @Test func `when a reminder was put off until the next time is an attribute`() throws {
        var state = ReminderState(told: Timestamp(seconds: 1000))
        state.putOff = Timestamp(seconds: 1060)
        let message = ReminderStateMessage(.holds, state)
        let attributes = try object(evaluate("enabled", "json_attributes_template", message.encoded()))
        #expect(attributes["put_off"] as? String == "1970-01-01T00:17:40.000Z")
        #expect(attributes["snoozed_until"] is NSNull)
    }

    @Test func `a reminder can be dismissed while it is told`() throws {
        let told = ReminderStateMessage(.holds, ReminderState(told: Timestamp(seconds: 1000)))
        let waiting = ReminderStateMessage(.holds, ReminderState())
        #expect(try evaluate("dismiss", "availability", told.encoded()) == "online")
        #expect(try evaluate("dismiss", "availability", waiting.encoded()) == "offline")
    }

    @Test func `of a reminder of which the broker keeps nothing more nothing is known`() throws {
        #expect(try evaluate("enabled", "value_template", "") == "None")
        #expect(try evaluate("enabled", "json_attributes_template", "") == "{}")
        #expect(try evaluate("dismiss", "availability", "") == "offline")
    }
}
