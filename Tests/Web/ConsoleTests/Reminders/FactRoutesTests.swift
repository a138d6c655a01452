import Access
import Facts
import Foundation
import Reminders
import ServerSupport
import Settings
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Web

/// Who is asked for what reminders need to know, and the search for addresses.
@Suite(.timeLimit(.minutes(30)))
struct FactRoutesTests {
    private static let museum = #"[{"lat":"52.5","lon":"13.4","name":"Museum","display_name":"Museum, Berlin"}]"#

    private static func desk(_ yaml: String) throws -> FactDesk {
        let configuration = try FactConfiguration(SettingsFile(name: "facts.yaml", text: yaml), environment: [:])
        return FactDesk(FactService(configuration, clock: WallClock(), logger: .silent), configuration)
    }

    private static func check(_ console: ConsoleBench) async throws -> SchemaCheck {
        SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
    }

    @Test(arguments: [nil, "budget: 1 MiB"])
    func `where nobody is asked it is said what to do`(yaml: String?) async throws {
        try await withConsole(facts: try yaml.map(Self.desk)) { console in
            let check = try await Self.check(console)
            let facts = try await console.get("/api/v1/facts")
            #expect(try check.errors("GET", "/api/v1/facts", facts) == [])
            let sources = try facts.object.list("sources")
            #expect(sources.map { $0["kind"] as? String } == ["weather", "shops", "addresses"])
            #expect(sources.allSatisfy { $0["on"] as? Bool == false })
            #expect(sources.allSatisfy { ($0["advice"] as? String)?.contains("facts.yaml") == true })
            let search = try await console.get("/api/v1/places/search?q=museum")
            #expect(search.status == 409 && search.text.contains("'places: nominatim' in facts.yaml"))
        }
    }

    @Test func `an address is searched for as it was typed, and the source is shown with how it goes`() async throws {
        try await withTestWebServer(reply: { _, number in
            var reply = TestWebServer.Reply()
            reply.body = Array((number == 0 ? Self.museum : "<html>").utf8)
            return reply
        }) { server in
            let desk = try Self.desk("weather: {source: open-meteo}\nplaces: {nominatim: \"\(server.url)\"}")
            try await withConsole(facts: desk) { console in
                let check = try await Self.check(console)
                let headers = ["Accept-Language": "de, en"]
                let path = "/api/v1/places/search?q=museum%20%26%20k%C3%B6nig"
                let found = try await console.get(path, headers: headers)
                #expect(try check.errors("GET", "/api/v1/places/search", found) == [])
                let place = try #require(try found.object.list("places").first)
                #expect(place["name"] as? String == "Museum" && place["address"] as? String == "Museum, Berlin")
                #expect(place["lat"] as? Double == 52.5 && place["lon"] as? Double == 13.4)
                let asked = try #require(server.requests.first)
                #expect(asked.path.contains("q=museum%20%26%20k%C3%B6nig"))
                #expect(asked.headers["accept-language"] == "de, en")
                let broken = try await console.get("/api/v1/places/search?q=castle")
                #expect(broken.status == 503 && broken.headers["retry-after"] != nil, "\(broken.text)")
                let facts = try await console.get("/api/v1/facts")
                #expect(try check.errors("GET", "/api/v1/facts", facts) == [])
                let sources = try facts.object.list("sources")
                #expect(sources.map { $0["source"] as? String } == ["open-meteo", nil, "nominatim"])
                #expect(sources.map { $0["on"] as? Bool } == [true, false, true])
                #expect(sources.last?["suggestions"] as? Bool == false)
                #expect(sources.last?["trouble"] as? String != nil && sources.last?["failures"] as? Int == 1)
                #expect(sources.last?["fetches"] as? Int == 2 && sources.last?["last_success"] as? String != nil)
                #expect(try facts.object["bytes_today"] as? Int ?? 0 > Self.museum.utf8.count)
                let typing = try await console.get("/api/v1/places/search?q=cas&suggestions=true")
                #expect(typing.status == 409 && typing.text.contains("suggestions: yes"))
                #expect(server.requests.count == 2)
            }
        }
    }

    @Test func `a connected calendar is listed before anything has needed it, without its address`() async throws {
        let desk = try Self.desk("calendars: {people: {sam: {url: \"https://calendar.example.org/sam.ics\"}}}")
        try await withConsole(facts: desk) { console in
            let check = try await Self.check(console)
            let facts = try await console.get("/api/v1/facts")
            #expect(try check.errors("GET", "/api/v1/facts", facts) == [])
            let calendar = try #require(try facts.object.list("sources").last)
            #expect(calendar["kind"] as? String == "calendar" && calendar["source"] as? String == "sam")
            #expect(calendar["on"] as? Bool == true && calendar["last_success"] == nil)
            #expect(!facts.text.contains("calendar.example.org"))
        }
    }

    @Test(arguments: ["sam", "open-meteo"])
    func `a calendar that fails says so in the one line that it has, whatever its owner is called`(
        owner: String
    ) async throws {
        try await withTestWebServer(reply: { _, _ in TestWebServer.Reply(404) }) { server in
            let yaml = "weather: {source: open-meteo}\ncalendars: {people: {\(owner): {url: \"\(server.url)/s.ics\"}}}"
            let configuration = try FactConfiguration(SettingsFile(name: "facts.yaml", text: yaml), environment: [:])
            let service = FactService(configuration, clock: WallClock(), logger: .silent)
            let running = Task { try await service.run() }
            await service.setCalendars(
                Dictionary(uniqueKeysWithValues: configuration.calendars.map { ($0.key.text, $0.value) })
            )
            await service.setNeeds([.calendar(owner)])
            try await eventually { await service.statuses.first?.failures ?? 0 > 0 }
            running.cancel()
            try await running.value
            try await withConsole(facts: FactDesk(service, configuration)) { console in
                let check = try await Self.check(console)
                let facts = try await console.get("/api/v1/facts")
                #expect(try check.errors("GET", "/api/v1/facts", facts) == [])
                let sources = try facts.object.list("sources")
                #expect(sources.map { $0["kind"] as? String } == ["weather", "shops", "addresses", "calendar"])
                let calendar = try #require(sources.last)
                #expect(calendar["source"] as? String == owner && calendar["on"] as? Bool == true)
                #expect(calendar["trouble"] as? String == "127.0.0.1 has nothing at this address (status 404)")
                #expect(calendar["last_failure"] != nil && calendar["failures"] as? Int == 1)
                // What is asked for the weather has not been asked.
                #expect(sources.first?["trouble"] == nil && sources.first?["failures"] == nil)
            }
        }
    }

    @Test(arguments: ["", "?q=", "?q=%20", "?q=a&no=1", "?q=a&suggestions=yes"])
    func `a search for nothing, or with what is not known, is refused`(query: String) async throws {
        let desk = try Self.desk("places: {nominatim: \"http://127.0.0.1:9\"}")
        try await withConsole(facts: desk) { console async throws in
            #expect(try await console.get("/api/v1/places/search\(query)").status == 400)
            let long = String(repeating: "x", count: FactService.longestSearch + 1)
            #expect(try await console.get("/api/v1/places/search?q=\(long)").status == 400)
        }
    }

    @Test func `an account searches so often and no more`() async throws {
        try await withTestWebServer(reply: { _, _ in
            var reply = TestWebServer.Reply()
            reply.body = Array("[]".utf8)
            return reply
        }) { server in
            let desk = try Self.desk("places: {nominatim: \"\(server.url)\"}")
            let rate = RequestRate(burst: 3, perSecond: 0.001)
            try await withConsole(facts: desk, configure: { $0.rates.placeSearches = rate }) { console in
                try console.protect()
                let (kim, now) = (try Name("kim"), WallClock().now)
                try console.access.add(kim, isAdministrator: false, grants: [], at: now)
                let (secret, _) = try console.access.makeToken("t", of: kim, scope: .readLast, at: now)
                let headers = ["Authorization": "Bearer \(secret.text)"]
                for expected in [200, 200, 200, 429] {
                    let answer = try await console.get("/api/v1/places/search?q=one", headers: headers)
                    #expect(answer.status == expected, "\(answer.text)")
                    #expect((answer.headers["retry-after"] == nil) == (expected == 200))
                }
                // What is known is not asked for again.
                #expect(server.requests.count == 1)
            }
        }
    }
}
