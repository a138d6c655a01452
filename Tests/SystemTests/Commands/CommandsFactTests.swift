import Foundation
import MQTT
import Messages
import Reminders
import ServerSupport
import Store
import TestSupport
import Testing
import Tracking

/// What the built program asks others for reminders, counted by a server that is all of its sources.
@Suite(.timeLimit(.minutes(30)))
struct CommandsFactTests {
    /// A source by the paths that it is asked for.
    private enum Source: String, CaseIterable {
        case weather = "/v1/forecast"
        case shops = "/api/interpreter"
        case calendars = "/calendars"
        case addresses = "/search"

        /// An answer that is believed for longer than the test takes.
        var answer: String {
            switch self {
            case .weather:
                let hour = Int(Traffic.now.seconds) / 3600 * 3600
                return """
                    {"hourly":{"time":[\(hour),\(hour + 3600)],"temperature_2m":[21.5,22],"weather_code":[1,1],
                    "precipitation":[0,0],"precipitation_probability":[5,5],"wind_speed_10m":[3,3],"snow_depth":[0,0]}}
                    """
            case .shops: return #"{"elements":[]}"#
            case .calendars:
                let lines = [
                    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//tests//EN", "BEGIN:VEVENT", "UID:1",
                    "DTSTAMP:20260101T000000Z", "DTSTART:20260101T100000Z", "DTEND:20260101T110000Z", "SUMMARY:Past",
                    "END:VEVENT", "END:VCALENDAR", "",
                ]
                return lines.joined(separator: "\r\n")
            case .addresses: return "[]"
            }
        }
    }

    private static func server(_ body: (TestWebServer) async throws -> Void) async throws {
        try await withTestWebServer(
            reply: { request, _ in
                let source = Source.allCases.first { request.path.hasPrefix($0.rawValue) }
                guard let source else { return TestWebServer.Reply(404) }
                var reply = TestWebServer.Reply()
                reply.body = Array(source.answer.utf8)
                return reply
            }, body)
    }

    private static func requests(_ source: Source, _ server: TestWebServer) -> [TestWebServer.Request] {
        server.requests.filter { $0.path.hasPrefix(source.rawValue) }
    }

    /// For which cells it was asked for the weather, by their latitudes.
    private static func latitudes(_ server: TestWebServer) -> [String] {
        requests(.weather, server).compactMap { $0.path.firstMatch(of: /latitude=([0-9.]+)/).map { String($0.1) } }
    }

    private static func configure(_ sandbox: Sandbox, _ server: TestWebServer) throws -> String {
        try sandbox.write(
            """
            weather: {source: open-meteo, url: "\(server.url)"}
            places: {nominatim: "\(server.url)", overpass: "\(server.url)\(Source.shops.rawValue)"}
            calendars:
              people:
                sam: {url: "\(server.url)\(Source.calendars.rawValue)/sam.ics"}
                tom: {url: "\(server.url)\(Source.calendars.rawValue)/tom.ics"}
            """,
            to: "facts.yaml"
        )
    }

    /// A reminder that cannot do without any of them.
    private static func reminder(of owner: String, isEnabled: Bool = true) throws -> Message {
        let id = ReminderID(owner: try Name(owner), id: try Name("all"))
        let json = """
            {"_type":"reminder","name":"All","enabled":\(isEnabled),"weather":{"sky":"snow"},
            "availability":{"free_s":3600},"place":{"event":"within","kind":"bakery","radius_m":100}}
            """
        return Message(topic: Topics().reminder(id), payload: Array(json.utf8), retained: true)
    }

    private static func position(of owner: String, metres: Double, at time: Timestamp) throws -> Message {
        let latitude = Traffic.home.latitude + metres / 111_170
        let place = try Coordinate(latitude: latitude, longitude: Traffic.home.longitude)
        let phone = DeviceID(owner: try Name(owner), device: try Name("phone"))
        let location = LocationMessage(fix: Fix(coordinate: place, time: time, accuracy: 5), battery: 87)
        return Message(topic: Topics().location(phone), payload: location.encoded())
    }

    private static func send(_ messages: [Message], to broker: MQTTConfiguration) async throws {
        try await withClient(of: broker) { client, _ in
            for message in messages { try await client.publish(message) }
            try await client.drained()
        }
    }

    /// Sends a position, and waits until it is stored.
    private static func move(
        _ owner: String, metres: Double, at time: Timestamp, _ store: String, _ broker: MQTTConfiguration
    ) async throws {
        try await send([position(of: owner, metres: metres, at: time)], to: broker)
        let phone = DeviceID(owner: try Name(owner), device: try Name("phone"))
        try await eventually {
            // A phone says whole seconds.
            let last = try Store(path: store, mode: .readOnly).latest(of: phone, limit: 1).first
            return last?.fix.time.wholeSeconds == time.wholeSeconds
        }
    }

    /// Sends a reminder, and waits until it is known.
    private static func define(
        _ owner: String, isEnabled: Bool, _ store: String, _ broker: MQTTConfiguration
    ) async throws {
        try await send([reminder(of: owner, isEnabled: isEnabled)], to: broker)
        let id = ReminderID(owner: try Name(owner), id: try Name("all"))
        try await eventually {
            let row = try Store(path: store, mode: .readOnly).reminder(id)
            return try row.map { try ReminderMessage(decoding: $0.payload).isEnabled } == isEnabled
        }
    }

    @Test func `R-15 only while an enabled reminder needs it does a request leave the machine`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                try await Self.server { server in
                    let (store, configuration) = (sandbox.store, broker.configuration)
                    let call = [
                        "history", "--broker", broker.url, "--store", store, "--facts",
                        try Self.configure(sandbox, server), "--log-level", "debug",
                    ]
                    var history = try sandbox.start(call)
                    try await history.wait(for: "connected")
                    // No reminder, or one that is switched off, needs anything.
                    try await Self.move(
                        "sam", metres: 0, at: Traffic.now.advanced(by: .seconds(-600)), store, configuration)
                    try await Self.define("sam", isEnabled: false, store, configuration)
                    #expect(server.requests.isEmpty)

                    // One that is switched on needs each of the three.
                    try await Self.define("sam", isEnabled: true, store, configuration)
                    let asked: [Source] = [.weather, .shops, .calendars]
                    try await eventually { asked.allSatisfy { Self.requests($0, server).count == 1 } }
                    #expect(Self.latitudes(server) == ["46.10"])
                    // Elsewhere it is another cell's weather, and there are other shops.
                    try await Self.move(
                        "sam", metres: 30_000, at: Traffic.now.advanced(by: .seconds(-300)), store, configuration)
                    try await eventually {
                        [Source.weather, .shops].allSatisfy { Self.requests($0, server).count == 2 }
                    }
                    #expect(Self.latitudes(server) == ["46.10", "46.30"])
                    #expect(await history.terminate().status == 0)

                    // A calendar is not kept over a restart: as long as it is needed it is asked for anew.
                    history = try sandbox.start(call)
                    try await history.wait(for: "connected")
                    try await eventually { Self.requests(.calendars, server).count == 2 }

                    // Switched off again it needs nothing, wherever its owner goes and after a restart.
                    try await Self.define("sam", isEnabled: false, store, configuration)
                    try await Self.move("sam", metres: 60_000, at: Traffic.now, store, configuration)
                    #expect(await history.terminate().status == 0)
                    history = try sandbox.start(call)
                    try await history.wait(for: "connected")

                    // What Sam's would need is asked for before what Tom's needs, by the order of cells and names.
                    try await Self.move("tom", metres: 105_000, at: Traffic.now, store, configuration)
                    try await Self.define("tom", isEnabled: true, store, configuration)
                    try await eventually {
                        Self.latitudes(server).last == "47.00" && Self.requests(.shops, server).count >= 3
                            && Self.requests(.calendars, server).count >= 3
                    }
                    #expect(Set(Self.latitudes(server)) == ["46.10", "46.30", "47.00"])
                    #expect(Set(Self.requests(.shops, server).map(\.body)).count == 3)
                    let calendars = Self.requests(.calendars, server).map(\.path)
                    #expect(calendars == ["sam", "sam", "tom"].map { "\(Source.calendars.rawValue)/\($0).ics" })
                    // Addresses are asked for by people only.
                    #expect(Self.requests(.addresses, server).isEmpty)
                    #expect(await history.terminate().status == 0)
                }
            }
        }
    }
}
