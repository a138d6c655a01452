import Access
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Web

/// Reminders of somebody who shares all things with a group, such as a household.
@Suite(.timeLimit(.minutes(30)))
struct ReminderSharingTests {
    private static let path = "/api/v1/reminders/sam/now"

    private static func owners(_ answer: ConsoleBench.Answer, _ list: String) throws -> Set<String> {
        Set(try answer.object.list(list).compactMap { $0["owner"] as? String })
    }

    @Test("R-14: what is shared with a household shares the reminders, as far as it goes, and while one is a member")
    func household() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let boss = try console.boss()
            let (sam, kim) = (try console.person("sam", "sam=command"), try console.person("kim"))
            let ida = try console.person("ida")
            try console.connect("sam", "kim")
            let always = ConsoleBench.alwaysHeld
            #expect(try await console.send("PUT", Self.path, json: always, headers: sam).status == 201)
            let other = "/api/v1/reminders/eve/now"
            #expect(try await console.send("PUT", other, json: always, headers: boss).status == 201)
            try await eventually {
                try await console.get("/api/v1/reminder-events", headers: boss).object.list("events").count == 2
            }
            let home = #"{"name":"Home","level":[],"things":["sam=history"]}"#
            let made = try await console.send("POST", "/api/v1/groups", json: home, headers: sam)
            try #require(made.status == 201, "\(made.text)")
            let id = try #require((made.object["group"] as? [String: Any])?["id"] as? String)
            let group = "/api/v1/groups/\(id)"
            func send(
                _ method: String, _ path: String, _ json: String = "{}", as headers: [String: String]
            ) async throws -> Int {
                try await console.send(method, path, json: json, headers: headers).status
            }
            #expect(try await send("PUT", "\(group)/invitations/kim", as: sam) == 204)
            // Who is asked is no member yet.
            #expect(try await console.get(Self.path, headers: kim).status == 404)
            #expect(try await send("POST", "\(group)/join", as: kim) == 200)

            // The history of all: what there is, how it stands and what was told, and nothing to change.
            let seen = try await console.get(Self.path, headers: kim)
            #expect(try seen.object["may"] as? [String] == ["history"])
            for (list, key) in [("reminders", "reminders"), ("reminder-events", "events")] {
                let answer = try await console.get("/api/v1/\(list)", headers: kim)
                #expect(try Self.owners(answer, key) == ["sam"])
                #expect(try Self.owners(try await console.get("/api/v1/\(list)", headers: ida), key).isEmpty)
            }
            #expect(try await send("POST", "\(Self.path)/dismiss", as: kim) == 403)
            #expect(try await send("PATCH", Self.path, #"{"enabled":false}"#, as: kim) == 403)
            #expect(try await send("POST", "\(Self.path)/dismiss", as: ida) == 404)

            // The last position of all: how it stands now, and nothing of before.
            let last = #"{"level":[],"things":["sam=last"]}"#
            #expect(try await send("PUT", "\(group)/membership", last, as: sam) == 200)
            #expect(try await console.get(Self.path, headers: kim).status == 200)
            let events = try await console.get("/api/v1/reminder-events", headers: kim)
            #expect(try Self.owners(events, "events").isEmpty)

            // One thing, or where they are by area only, is not all of them.
            for things in ["sam/keys=history", "sam=history:area"] {
                let some = #"{"level":[],"things":["\#(things)"]}"#
                #expect(try await send("PUT", "\(group)/membership", some, as: sam) == 200)
                #expect(try await console.get(Self.path, headers: kim).status == 404, "\(things)")
            }

            // All again, until one leaves.
            #expect(try await send("PUT", "\(group)/membership", last, as: sam) == 200)
            #expect(try await console.get(Self.path, headers: kim).status == 200)
            #expect(try await send("DELETE", "\(group)/members/kim", as: kim) == 204)
            #expect(try await console.get(Self.path, headers: kim).status == 404)
            #expect(try await console.get(Self.path, headers: sam).status == 200)
        }
    }

    @Test("R-14: who may command all things of somebody makes, answers and deletes that one's reminders")
    func command() async throws {
        try await withConsole { console in
            _ = try console.boss()
            let (sam, kim) = (try console.person("sam"), try console.person("kim", "sam=command"))
            let made = try await console.send("PUT", Self.path, json: ConsoleBench.alwaysHeld, headers: kim)
            #expect(made.status == 201, "\(made.text)")
            #expect(try made.object["may"] as? [String] == ["history", "change"])
            try await eventually {
                let state = try await console.get(Self.path, headers: sam).object["state"] as? [String: Any]
                return state?["told"] != nil
            }
            #expect(try await console.send("POST", "\(Self.path)/dismiss", json: "{}", headers: kim).status == 200)
            let state = try await console.get(Self.path, headers: sam).object["state"] as? [String: Any]
            #expect(state?["dismissed"] != nil)
            #expect(try await console.send("DELETE", Self.path, headers: kim).status == 204)
            #expect(try await console.get(Self.path, headers: sam).status == 404)
        }
    }
}
