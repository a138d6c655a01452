import Foundation
import Messages
import Testing
import Tracking

/// The templates of the discovery, evaluated as Home Assistant does: with Jinja (Debian package python3-jinja2).
@Suite(.timeLimit(.minutes(30)), .enabled(if: Jinja.isThere))
struct DiscoveryTemplateTests {
    private static let script = """
        import json, sys, jinja2
        config, state = [json.loads(line) for line in sys.stdin.read().splitlines()]
        environment = jinja2.Environment(undefined=jinja2.StrictUndefined)
        result = {}
        for name, part in config["components"].items():
            for key in ("value_template", "json_attributes_template"):
                if key in part and state.get("_type") in part.get("state_topic", part.get("json_attributes_topic")):
                    text = environment.from_string(part[key]).render(value_json=state)
                    result[name] = json.loads(text) if key == "json_attributes_template" else text
        print(json.dumps(result))
        """

    private func evaluate(_ state: String) throws -> [String: Any] {
        let device = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        let config = DiscoveryMessage(device: device, item: "Keys", version: "1").message(Topics()).payload
        let answer = try Jinja.python(Self.script, input: String(decoding: config, as: UTF8.self) + "\n" + state)
        return try #require(JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any])
    }

    private func state(_ level: Level, isFull: Bool = true) throws -> String {
        let position = Position(
            coordinate: try Coordinate(latitude: 46.5, longitude: 14.25),
            accuracy: 4.5,
            time: Timestamp(seconds: 1000)
        )
        let message = StateMessage(
            level: level,
            distance: isFull ? 12.25 : nil,
            since: Timestamp(seconds: 1000),
            activeMode: isFull ? .cellular : nil,
            battery: isFull ? 87 : nil,
            position: isFull ? position : nil,
            item: "Keys"
        )
        return String(decoding: message.encoded(), as: UTF8.self)
    }

    @Test(arguments: [(Level.near, "OFF"), (.warning, "ON"), (.critical, "ON"), (.unknown, "None")])
    func `an item is lost, is not, or nobody knows`(level: Level, lost: String) throws {
        let values = try evaluate(state(level))
        #expect(values["lost"] as? String == lost)
        #expect(values["distance"] as? String == (level == .unknown ? "None" : "12.25"))
    }

    @Test func `what is known of an item is shown`() throws {
        let values = try evaluate(state(.critical))
        #expect(values["battery"] as? String == "87")
        #expect(values["mode"] as? String == "cellular")
        #expect(values["last_seen"] as? String == "1970-01-01T00:16:40.000Z")
        let position = try #require(values["position"] as? [String: Any])
        #expect(position["latitude"] as? Double == 46.5)
        #expect(position["longitude"] as? Double == 14.25)
        #expect(position["gps_accuracy"] as? Double == 4.5)
    }

    @Test func `what is not known is unknown there`() throws {
        let values = try evaluate(state(.unknown, isFull: false))
        for name in ["lost", "distance", "battery", "mode", "last_seen"] {
            #expect(values[name] as? String == "None", "\(name)")
        }
        #expect((values["position"] as? [String: Any])?["latitude"] == nil)
    }
}

/// Debian's Python with Jinja.
private enum Jinja {
    static let isThere = (try? python("import jinja2", input: "")) != nil

    private struct Failed: Error {}

    static func python(_ script: String, input: String) throws -> String {
        let (process, inlet, outlet) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", script]
        (process.standardInput, process.standardOutput, process.standardError) = (inlet, outlet, FileHandle.nullDevice)
        try process.run()
        try inlet.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try inlet.fileHandleForWriting.close()
        let output = try outlet.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed() }
        return String(decoding: output, as: UTF8.self)
    }
}
