import Access
import Foundation
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Web

/// Groups over HTTP, as their members and strangers meet them.
@Suite(.timeLimit(.minutes(30)))
struct GroupRoutesTests {
    /// A console with Kim, who owns `sam/keys`, Lee, who is a contact of Kim's, and Ida, who knows nobody.
    private static func withPeople(
        _ body:
            @Sendable (ConsoleBench, _ kim: [String: String], _ lee: [String: String], _ ida: [String: String])
            async throws -> Void
    ) async throws {
        try await withConsole(heartbeat: .seconds(600)) { console in
            try await console.meetKeys()
            _ = try console.boss()
            let kim = try console.person("kim", "sam=command")
            let (lee, ida) = (try console.person("lee"), try console.person("ida"))
            try console.connect("kim", "lee")
            try await body(console, kim, lee, ida)
        }
    }

    private static func make(
        _ console: ConsoleBench, _ headers: [String: String], _ json: String
    ) async throws -> String {
        let made = try await console.send("POST", "/api/v1/groups", json: json, headers: headers)
        try #require(made.status == 201, "\(made.text)")
        return try #require((made.object["group"] as? [String: Any])?["id"] as? String)
    }

    @Test func `every answer about groups is as the document says`() async throws {
        try await Self.withPeople { console, kim, lee, ida in
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            func send(
                _ method: String, _ path: String, _ template: String, _ json: String? = nil,
                as headers: [String: String],
                _ status: Int
            ) async throws -> ConsoleBench.Answer {
                let answer =
                    if let json {
                        try await console.send(method, "/api/v1/\(path)", json: json, headers: headers)
                    } else { try await console.send(method, "/api/v1/\(path)", headers: headers) }
                #expect(answer.status == status, "\(method) \(path): \(answer.text)")
                #expect(try check.errors(method, "/api/v1/\(template)", answer) == [])
                return answer
            }
            let body = #"{"name":"Family","description":"We\ntwo","level":["work"],"things":["sam/keys=history"]}"#
            let made = try await send("POST", "groups", "groups", body, as: kim, 201)
            let group = try #require(made.object["group"] as? [String: Any])
            let id = try #require(group["id"] as? String)
            let (one, one_) = ("groups/\(id)", "groups/{group}")
            #expect(group["role"] as? String == "admin" && group["description"] as? String == "We\ntwo")
            _ = try await send("PUT", "\(one)/invitations/lee", "\(one_)/invitations/{account}", as: kim, 204)
            _ = try await send("PUT", "\(one)/invitations/ida", "\(one_)/invitations/{account}", as: kim, 409)
            _ = try await send("PUT", "\(one)/invitations/ida", "\(one_)/invitations/{account}", as: lee, 403)
            let invited = try await send("GET", "groups", "groups", as: lee, 200).object.list("groups")
            #expect(invited.map { $0["role"] as? String } == ["invited"])
            #expect(try await send("GET", one, one_, as: lee, 200).object["people"] == nil)
            _ = try await send("GET", one, one_, as: ida, 404)
            _ = try await send("POST", "\(one)/join", "\(one_)/join", as: ida, 404)
            _ = try await send("POST", "\(one)/join", "\(one_)/join", #"{"level":["moon"]}"#, as: lee, 422)
            _ = try await send("POST", "\(one)/join", "\(one_)/join", as: lee, 200)
            _ = try await send("POST", "\(one)/join", "\(one_)/join", #"{"level":[]}"#, as: lee, 409)
            #expect(try await console.get("/api/v1/items/sam/keys/fixes", headers: lee).status == 200)
            #expect(try await console.get("/api/v1/items/sam/keys", headers: ida).status == 404)
            let things = try await send("GET", "things", "things", as: lee, 200).object.list("things")
            #expect(things.map { $0["thing"] as? String } == ["sam/keys=history"])
            _ = try await send("PATCH", one, one_, #"{"name":"Kin"}"#, as: lee, 403)
            _ = try await send("PATCH", one, one_, #"{"name":"Kin","open":true}"#, as: kim, 200)
            _ = try await send("PATCH", one, one_, "{}", as: kim, 422)
            let given = #"{"level":[],"things":["sam/keys=last"]}"#
            _ = try await send("PUT", "\(one)/membership", "\(one_)/membership", given, as: lee, 403)
            _ = try await send("PUT", "\(one)/membership", "\(one_)/membership", given, as: kim, 200)
            #expect(try await console.get("/api/v1/items/sam/keys/fixes", headers: lee).status == 403)
            let admin = #"{"admin":true}"#
            _ = try await send("PUT", "\(one)/members/lee", "\(one_)/members/{account}", admin, as: lee, 403)
            _ = try await send("DELETE", "\(one)/members/kim", "\(one_)/members/{account}", as: kim, 409)
            _ = try await send("PUT", "\(one)/members/lee", "\(one_)/members/{account}", admin, as: kim, 200)
            _ = try await send("PUT", "\(one)/members/ida", "\(one_)/members/{account}", admin, as: kim, 404)
            _ = try await send("DELETE", "\(one)/members/kim", "\(one_)/members/{account}", as: kim, 204)
            _ = try await send("DELETE", "\(one)/invitations/ida", "\(one_)/invitations/{account}", as: lee, 404)
            _ = try await send("DELETE", one, one_, as: kim, 403)
            _ = try await send("DELETE", one, one_, as: lee, 204)
            _ = try await send("GET", one, one_, as: lee, 404)
            let shared = #"{"things":["sam/keys=last:area"]}"#
            let contact = "people/{account}/things"
            _ = try await send("PUT", "people/lee/things", contact, shared, as: kim, 200)
            #expect(
                try await send("GET", "people/lee/things", contact, as: kim, 200).object["things"] as? [String] == [
                    "sam/keys=last:area"
                ])
            _ = try await send("PUT", "people/ida/things", contact, shared, as: kim, 409)
            _ = try await send("PUT", "people/kim/things", contact, shared, as: lee, 403)
            #expect(
                try await console.get("/api/v1/items/sam/keys", headers: lee).object["precision"] as? String == "area")
        }
    }

    @Test func `G-5 a member who is removed while streaming is told nothing any more`() async throws {
        try await Self.withPeople { console, kim, lee, _ in
            let id = try await Self.make(console, kim, #"{"name":"Family","things":["sam/keys=history"]}"#)
            let path = "/api/v1/groups/\(id)"
            #expect(try await console.send("PUT", "\(path)/invitations/lee", headers: kim).status == 204)
            #expect(try await console.send("POST", "\(path)/join", headers: lee).status == 200)
            var stream = try await EventStream(console, "?types=fix", headers: lee)
            #expect(!(try await stream.snapshot()).isEmpty)
            let (keys, now) = (try DeviceID(owner: Name("sam"), device: Name("keys")), WallClock().now)
            try await console.ingest([console.fix(of: keys, at: now, sequence: 900)])
            #expect(try await stream.next()?.type == "fix")
            #expect(try await console.send("DELETE", "\(path)/members/lee", headers: kim).status == 204)
            // Long before a heartbeat: the next fix is not told, but that it is over.
            try await console.ingest([console.fix(of: keys, at: now.advanced(by: .milliseconds(5)), sequence: 901)])
            #expect(try await stream.next()?.type == "over")
            #expect(try await stream.next() == nil)
        }
    }

    @Test func `who may only read of people is refused by no name, and a group that is not one's own is nothing`()
        async throws
    {
        try await Self.withPeople { console, kim, lee, _ in
            let id = try await Self.make(console, kim, #"{"name":"Secret"}"#)
            let hidden = try await console.get("/api/v1/groups/\(id)", headers: lee)
            let missing = try await console.get("/api/v1/groups/AAAAAAAAAAAAAAAA", headers: lee)
            #expect(hidden.status == 404 && missing.status == 404)
            #expect(try hidden.object["detail"] as? String == "there is no group '\(id)' that you may see")
            #expect(hidden.headers.keys.sorted() == missing.headers.keys.sorted())
            let long = try await console.get("/api/v1/groups/\(String(repeating: "x", count: 5000))", headers: lee)
            #expect(long.status == 404 && long.text.utf8.count < 500)
            // Of an open group strangers see nobody of it.
            let open = try await Self.make(console, kim, #"{"name":"Riders","open":true}"#)
            let seen = try await console.get("/api/v1/groups/\(open)", headers: lee)
            #expect(seen.status == 200 && !seen.text.contains("kim"))
        }
    }
}
