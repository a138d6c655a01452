import Foundation
import MQTT
import Messages
import ServerSupport
import TestSupport
import Testing

/// A weather station of one's own on the private broker of the built program.
@Suite(.timeLimit(.minutes(30)))
struct CommandsStationTests {
    private struct Given: Decodable { let user: String, url: String, clientId: String? }

    private struct Facts: Decodable {
        struct Source: Decodable { let kind: String, trouble: String?, lastSuccess: String? }

        let sources: [Source]
    }

    private struct Why: Decodable {
        struct Finding: Decodable { let verdict: String, text: String, temperatureC: Double? }

        let why: [Finding]
    }

    private static let hot = """
        {"name":"Hot","weather":{"temperature_above":25,
        "place":{"name":"Garden","lat":46.0569,"lon":14.5058,"radius_m":50}}}
        """

    /// `tagalong up` with a station on a topic, in a home of its own.
    private static func start(_ topic: String, in sandbox: Sandbox) async throws -> RunningCommand {
        let facts = try sandbox.write(
            "weather: {source: station, topic: \(topic), fields: {temperature: t}}\n", to: "facts.yaml")
        let up = try sandbox.start(["up", "--http", "127.0.0.1:0", "--notifications", "off", "--facts", facts])
        try await up.wait(for: "history: connected")
        try await up.wait(for: "listens on ")
        return up
    }

    private static func ask<Value: Decodable>(
        _ up: RunningCommand, _ path: String, _ body: String? = nil, as type: Value.Type = Value.self
    ) async throws -> Value {
        let page = try #require(up.errors.firstMatch(of: /listens on (http:\/\/[^\s]+)/).map { String($0.1) })
        let answer = try await TestWebClient.plain.send(
            body == nil ? "GET" : "POST", "\(page)/api/v1/\(path)",
            headers: body == nil ? [:] : ["Content-Type": "application/json"], body: body.map { Array($0.utf8) }
        )
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Value.self, from: Data(answer.body))
    }

    private static func weather(_ up: RunningCommand) async throws -> Facts.Source? {
        let facts: Facts = try await ask(up, "facts")
        return facts.sources.first { $0.kind == "weather" }
    }

    private static func finding(_ up: RunningCommand) async throws -> Why.Finding? {
        let why: Why = try await ask(up, "reminders/sam/hot/why")
        return why.why.first
    }

    private struct Made: Decodable { let id: String }

    @Test func `a reminder goes by a station that was let in, over a restart, too; else it is said what is missing`()
        async throws
    {
        try await withSandbox { sandbox in
            let up = try await Self.start("tagalong/weather/garden", in: sandbox)
            let made: Made = try await Self.ask(up, "reminders/sam", Self.hot)
            #expect(made.id == "hot")
            let silence = "nothing has come from the weather station on 'tagalong/weather/garden' yet"
            try await eventually(every: .milliseconds(50)) { try await Self.finding(up)?.text == silence }
            #expect(try await Self.weather(up)?.trouble == silence)
            #expect(try await Self.weather(up)?.lastSuccess == nil)

            let added = try await sandbox.run("broker", "add", "station", "garden", "--json")
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            let given = try decoder.decode(Given.self, from: Data(added.output.utf8))
            #expect(given.user == "station~garden" && given.clientId == "station~garden")
            let session = BusSession(clientID: "station~garden", subscriptions: [], persistent: false)
            let client = try MQTTClient(
                configuration: MQTTConfiguration(url: given.url), session: session, logger: .silent
            )
            let run = Task { try await client.run { _ in } }
            func tell(
                _ text: String, on topic: String = "tagalong/weather/garden", retained: Bool = true
            ) async throws {
                try await client.publish(Message(topic: topic, payload: Array(text.utf8), retained: retained))
                try await client.drained()
            }
            // The topic of another one.
            try await tell(#"{"t":31.5}"#, on: "tagalong/weather/attic")
            #expect(client.counters.dropped == 1)
            // What comes before the service listens is kept, and so of unknown age.
            try await eventually(every: .milliseconds(500)) {
                try await tell(#"{"t":31.5}"#)
                return try await Self.finding(up)?.verdict == "holds"
            }
            #expect(try await Self.finding(up)?.temperatureC == 31.5)
            let source = try await Self.weather(up)
            #expect(source?.trouble == nil && source?.lastSuccess != nil)

            // What has none of the fields is told as such, and what came before still counts.
            try await tell("online", retained: false)
            try await eventually(every: .milliseconds(50)) {
                try await Self.weather(up)?.trouble?.contains("has none of the fields that facts.yaml names") == true
            }
            #expect(try await Self.finding(up)?.verdict == "holds")
            let told = try #require(try await Self.weather(up)?.lastSuccess)
            run.cancel()
            _ = await run.result
            #expect(await up.terminate().status == 0)
            try await Self.expectRestarts(in: sandbox, told)
        }
    }

    /// What the broker has kept makes nothing younger, and by itself counts for nothing.
    private static func expectRestarts(in sandbox: Sandbox, _ told: String) async throws {
        let again = try await start("tagalong/weather/garden", in: sandbox)
        try await eventually(every: .milliseconds(50)) { try await finding(again)?.verdict == "holds" }
        #expect(try await weather(again)?.lastSuccess == told)
        #expect(await again.terminate().status == 0)

        let files = try FileManager.default.subpathsOfDirectory(atPath: sandbox.directory)
        let memory = try #require(files.first { $0.hasSuffix(".facts.json") })
        try FileManager.default.removeItem(atPath: "\(sandbox.directory)/\(memory)")
        let last = try await start("tagalong/weather/garden", in: sandbox)
        try await eventually(every: .milliseconds(50)) {
            try await finding(last)?.text.contains("of unknown age") == true
        }
        #expect(try await finding(last)?.verdict == "unknown")
        #expect(try await weather(last)?.trouble?.contains("of unknown age") == true)
        #expect(try await weather(last)?.lastSuccess == nil)
        #expect(await last.terminate().status == 0)
    }

    @Test func `a topic that the private broker refuses is told at the start and by the console, with what to do`()
        async throws
    {
        try await withSandbox { sandbox in
            let up = try await Self.start("weather/garden", in: sandbox)
            let made: Made = try await Self.ask(up, "reminders/sam", Self.hot)
            #expect(made.id == "hot")
            let begin = #"the weather station cannot be heard: the broker refuses to subscribe "weather/garden""#
            let advice = "on tagalong/weather/NAME ('tagalong broker add station NAME')"
            try await up.wait(for: begin)
            try await eventually(every: .milliseconds(50)) {
                try await Self.weather(up)?.trouble?.hasPrefix(begin) == true
            }
            #expect(try await Self.weather(up)?.trouble?.hasSuffix(advice) == true)
            try await eventually(every: .milliseconds(50)) {
                try await Self.finding(up)?.text.hasPrefix(begin) == true
            }
            #expect(try await Self.finding(up)?.verdict == "unknown")
            let outcome = await up.terminate()
            #expect(outcome.status == 0)
            #expect(outcome.errors.contains(advice))
        }
    }
}
