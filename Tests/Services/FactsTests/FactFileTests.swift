import Foundation
import Reminders
import ServerSupport
import Settings
import TestSupport
import Testing
import Tracking

@testable import Facts

/// `facts.yaml`, and the file that a service keeps.
struct FactFileTests {
    private func read(_ text: String) throws -> FactConfiguration {
        let directory = FileManager.default.temporaryDirectory.appending(path: "facts-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try "k3y\n".write(toFile: "\(directory)/key", atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(directory)/key")
        do {
            return try FactConfiguration(SettingsFile(name: "\(directory)/facts.yaml", text: text), environment: [:])
        } catch {
            throw SettingsError(file: "facts.yaml", line: error.line, message: error.message)
        }
    }

    @Test func `a whole file is read`() throws {
        let configuration = try read(
            """
            contact: ops@example.org
            weather: {source: openweathermap, key-file: key, product: one-call}
            places: {nominatim: "https://places.example/", overpass: "http://10.0.0.2/api/interpreter", suggestions: yes}
            calendars: {refresh: 30m}
            budget: 5 MiB
            """
        )
        #expect(configuration.sources.weather?.origin == "openweathermap one-call https://api.openweathermap.org")
        #expect(configuration.sources.spots?.origin == "overpass http://10.0.0.2/api/interpreter")
        #expect(configuration.search.isThere && configuration.search.suggests)
        #expect(configuration.refresh == .seconds(1800) && configuration.budget == 5 << 20)
        #expect(configuration.userAgent == "tagalong ops@example.org")
        var shown = ""
        dump(configuration, to: &shown)
        #expect(!shown.contains("k3y"))
    }

    @Test func `a station has a topic and fields with units`() throws {
        let configuration = try read(
            """
            weather:
              source: station
              topic: garden/weather
              fields:
                temperature: {key: outside.temp, unit: F}
                wind: wind
            """
        )
        let expected = Station(
            topic: "garden/weather",
            fields: [.temperature: .init(["outside", "temp"], .fahrenheit), .wind: .init(["wind"])]
        )
        #expect(configuration.station == expected && configuration.sources.weather == nil)
    }

    @Test(arguments: [
        ("weather: {source: met-norway}", 1, "MET Norway's terms ask for a contact"),
        ("weather: {source: openweathermap}", 1, "key-file"),
        ("weather: {source: openweathermap, key-file: key, url: \"http://w.example\"}", 1, "https://, as the key"),
        (
            "calendars: {people: {sam: {caldav: \"http://dav.example/\", user: sam, password-file: key}}}", 1,
            "https:// is expected, as a password"
        ),
        ("weather: {source: sun}", 1, "one of open-meteo"),
        ("weather: {source: open-meteo, contact: a@b.c}", 1, "contact"),
        ("weather: {source: open-meteo, url: ftp://x}", 1, "https://"),
        ("weather:\n  source: station\n  topic: a/#\n  fields: {}", 3, "a topic without"),
        ("weather:\n  source: station\n  topic: a\n  fields: {rain: x}", 4, "unknown field 'rain'"),
        ("weather:\n  source: station\n  topic: a\n  fields: {wind: {key: x, unit: F}}", 4, "m/s"),
        ("places: {nominatim: \"https://nominatim.openstreetmap.org\", suggestions: yes}", 1, "policy"),
        ("calendars: {refresh: 10s}", 1, "10m"),
        ("budget: 10", 1, "10 MiB"),
        ("wether: x", 1, "did you mean 'weather'?"),
    ])
    func `what cannot be meant is told with its line`(text: String, line: Int, part: String) throws {
        let error = #expect(throws: SettingsError.self) { try read(text) }
        #expect(error?.line == line && error?.message.contains(part) == true, "\(error?.description ?? "")")
    }

    @Test func `what is known outlives a restart, without calendars and exact positions`() async throws {
        try await withTestWebServer(reply: { _, _ in
            var reply = TestWebServer.Reply()
            reply.body = Array(OpenMeteoServiceTests.answer.utf8)
            return reply
        }) { server in
            let path = FileManager.default.temporaryDirectory.appending(path: "facts-\(UUID().uuidString).json").path
            defer { for end in ["", ".broken"] { try? FileManager.default.removeItem(atPath: path + end) } }
            let clock = ManualClock(at: OpenMeteoServiceTests.noon)
            let cell = try OpenMeteoServiceTests.cell()
            func service() -> FactService {
                FactService(
                    FactConfiguration(sources: FixedSources(weather: OpenMeteo(url: server.url))),
                    file: FactFile(path: path), clock: clock, generator: SeededGenerator(seed: 1), logger: .silent
                )
            }
            let first = service()
            let running = Task { try await first.run() }
            await first.setNeeds([.weather(cell)])
            try await eventually { await first.forecast(for: cell).value != nil }
            running.cancel()
            try await running.value
            let second = service()
            #expect(await second.forecast(for: cell) == first.forecast(for: cell))
            #expect(await second.bytes.used == OpenMeteoServiceTests.answer.utf8.count)
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.contains("\"weather 5250 1340\"") && !text.contains("52.51"))
            try "{".write(toFile: path, atomically: true, encoding: .utf8)
            let third = service()
            #expect(await third.forecast(for: cell).value == nil)
            #expect(FileManager.default.fileExists(atPath: path + ".broken"))
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func `an answer that is too long counts, and one that never comes ends`() async throws {
        try await withTestWebServer(reply: { _, number in
            var reply = TestWebServer.Reply()
            if number == 0 { reply.body = Array(repeating: 0x20, count: 2 << 20) }
            reply.isSilent = number > 0
            return reply
        }) { server in
            let question = Question(request: FactRequest(.get, server.url)) { _, _ throws(FactError) in .spots([]) }
            let sender = FactSender(clock: ManualClock())
            var long = Fetch(nil, from: "x", question, room: 100_000, timeout: .seconds(20), userAgent: "t")
            #expect(await sender.carryOut(&long) == .failure(FactError("127.0.0.1: the answer is too long")))
            #expect(long.received > 100_000 && long.received < 1 << 20)
            var slow = Fetch(nil, from: "x", question, room: 100_000, timeout: .milliseconds(200), userAgent: "t")
            #expect(await sender.carryOut(&slow) == .failure(FactError("127.0.0.1: no answer in time")))
        }
    }
}
