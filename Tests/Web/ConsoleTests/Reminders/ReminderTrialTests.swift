import Access
import Messages
import Reminders
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

    @Test func `what a calendar says is found out by its owner and administrators, and by nobody else`()
        async throws
    {
        try await withConsole { console in
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let admin = try console.protect()
            let (sam, kim) = (try console.person("sam"), try console.person("kim", "sam=command"))
            func found(_ body: String, _ headers: [String: String]) async throws -> [String: Any] {
                let answer = try await console.send("POST", Self.path, json: body, headers: headers)
                #expect(answer.status == 200, "\(answer.text)")
                #expect(try check.errors("POST", "/api/v1/reminder-trials/{owner}", answer) == [])
                return try answer.object
            }
            let busy = #""availability":{"begins_within_s":604800,"word":"doctor"}"#
            let all = "{\(busy),\(Self.always.dropFirst().dropLast()),\(#""thing":{"thing":"bag","is":"away"}"#)}"
            for (headers, missing) in [(sam, "waiting"), (admin, "waiting"), (kim, "private")] {
                let one = try await found("{\(busy)}", headers)
                #expect(one["status"] as? String == "unknown")
                #expect(one.list("why").map { $0["missing"] as? String } == [missing])
                let why = try await found(all, headers).list("why")
                #expect(why.map { $0["kind"] as? String } == ["time", "availability", "thing"])
                #expect(why[1]["missing"] as? String == missing)
            }
            let alone = try await found("{\(busy),\(Self.always.dropFirst().dropLast())}", kim)
            #expect(alone["status"] as? String == "unknown")
            // Nor by a reminder that is made for that; what is there already may be changed otherwise.
            let path = "/api/v1/reminders/sam/doctor"
            let reminder = #"{"name":"Doctor",\#(busy)}"#
            #expect(try await console.send("PUT", path, json: reminder, headers: kim).status == 403)
            #expect(try await console.send("POST", "/api/v1/reminders/sam", json: reminder, headers: kim).status == 403)
            #expect(try await console.send("PUT", path, json: reminder, headers: sam).status == 201)
            let other = #"{"availability":{"in_event":true,"begins_within_s":null,"word":null}}"#
            #expect(try await console.send("PATCH", path, json: other, headers: kim).status == 403)
            #expect(try await console.send("PATCH", path, json: #"{"colour":"red"}"#, headers: kim).status == 200)
            #expect(try await console.send("PATCH", path, json: other, headers: sam).status == 200)
        }
    }

    @Test func `a token of an administrator that commands finds out what a calendar says, as it changes reminders`()
        async throws
    {
        try await withConsole { console in
            _ = try console.protect()
            let (first, now) = (try Name(Account.first), WallClock().now)
            for (scope, tried, made) in [(Scope.command, 200, 201), (.readHistory, 403, 403)] {
                let (secret, _) = try console.access.makeToken("t", of: first, scope: scope, at: now)
                let token = ["Authorization": "Bearer \(secret.text)"]
                let busy = #"{"name":"Busy","availability":{"in_event":true}}"#
                let found = try await console.send("POST", Self.path, json: busy, headers: token)
                #expect(found.status == tried, "\(found.text)")
                if tried == 200 {
                    #expect(try found.object.list("why").map { $0["missing"] as? String } == ["waiting"])
                }
                let path = "/api/v1/reminders/sam/\(scope.rawValue)"
                #expect(try await console.send("PUT", path, json: busy, headers: token).status == made)
            }
        }
    }

    @Test func `what a calendar says is hidden at its place among all kinds, and nothing holds without it`() throws {
        let text = """
            {"_type":"reminder","name":"All","time":{"from":"08:00","to":"20:00"},"weather":{"sky":"rain"},
             "availability":{"in_event":true},"place":{"event":"leaves","place":"Home"},"thing":{"thing":"bag","is":"away"}}
            """
        let message = try ReminderMessage(decoding: Array(text.utf8))
        let trial = PrivateTrial(message, of: try Name("sam"), isCalendarShown: false)
        let asked = try #require(trial.asked).conditions.kinds
        #expect(asked == [.time, .weather, .place, .thing])
        let found = asked.map { FindingMessage(kind: $0, verdict: .holds, text: $0.rawValue) }
        let state = ReminderStateMessage(.holds, ReminderState(), why: found).encoded()
        let answer = try ReminderStateMessage(decoding: trial.completed(state))
        #expect(answer.status == .unknown)
        #expect(answer.why.map(\.kind) == Conditions.Kind.allCases)
        #expect(answer.why.map(\.missing) == [nil, nil, "private", nil, nil])
    }

    @Test func `an end that nothing has says of what it is`() {
        #expect(Problem.unknownEnd("the trial").detail == "the trial had an unknown end")
        #expect(Problem.unknownEnd().detail == "the change had an unknown end")
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
