import Access
import Store
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Web

/// What would be found of conditions while somebody is still writing them.
@Suite(.timeLimit(.minutes(30)))
struct ReminderTrialTests {
    private static let path = "/api/v1/reminder-trials/sam"
    private static let always = #"{"time":{"from":"00:00","to":"23:59","zone":"UTC"}}"#

    @Test func `what would be found is told as it is described, and nothing is kept of it`() async throws {
        try await withConsole { console in
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let body = """
                {"name":"","weather":{"sky":"rain"},"availability":{"free_s":600},"thing":{"thing":"bag","is":"away"}}
                """
            let found = try await console.send("POST", Self.path, json: body)
            #expect(found.status == 200, "\(found.text)")
            #expect(try check.errors("POST", "/api/v1/reminder-trials/{owner}", found) == [])
            let answer = try found.object
            #expect(answer["status"] as? String == "unknown" && answer["told"] == nil)
            let why = answer.list("why")
            #expect(why.map { $0["kind"] as? String } == ["weather", "availability", "thing"])
            // Nobody brings facts to this history: they are still waited for.
            #expect(why.map { $0["missing"] as? String } == ["no_position", "waiting", "no_thing"])
            #expect(try await console.get("/api/v1/reminders").object.list("reminders").isEmpty)
            #expect(try console.store.reminders().isEmpty)
            let disabled = #"{"enabled":false,"availability":{"in_event":true}}"#
            let off = try await console.send("POST", Self.path, json: disabled)
            #expect(try off.object["status"] as? String == "disabled")
        }
    }

    @Test(arguments: ["{}", "[]", "7", #"{"name":"Bag"}"#, #"{"weather":{}}"#, #"{"weather":{"sky":"hail"}}"#])
    func `what has no condition, or one that is none, is refused`(body: String) async throws {
        try await withConsole { console in
            let refusal = try await console.send("POST", Self.path, json: body)
            #expect(refusal.status == 422)
            let mistake = try await console.send("POST", Self.path + "?no", json: Self.always)
            #expect(mistake.status == 400)
        }
    }

    @Test func `an account tries so often, and is then told how long to wait`() async throws {
        try await withConsole(configure: { $0.rates.reminderTrials = RequestRate(burst: 2, perSecond: 0.001) }) {
            console in
            try console.access.add(Name("sam"), isAdministrator: false, at: WallClock().now)
            let sam = try console.headers(of: "sam")
            for expected in [200, 200, 429] {
                let answer = try await console.send("POST", Self.path, json: Self.always, headers: sam)
                #expect(answer.status == expected, "\(answer.text)")
            }
        }
    }
}
