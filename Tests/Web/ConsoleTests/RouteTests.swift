import API
import Console
import Foundation
import Messages
import TestSupport
import Testing
import Tracking
import Web

/// Each route over HTTP, with every answer held against the OpenAPI document.
@Suite(.timeLimit(.minutes(30)))
struct RouteTests {
    @Test func `what is read has the form that is described`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            try await console.meetAttic()
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let item = "/api/v1/items/{owner}/{tracker}"
            let paths = [
                "/api/v1/items", "/api/v1/map", item, "\(item)/rules", "\(item)/places", "\(item)/fixes",
                "\(item)/fixes/count", "\(item)/journeys", "\(item)/retention", "/api/v1/devices", "/api/v1/alerts",
                "/api/v1/trackers", "/api/v1/trackers/{owner}/{tracker}",
                "/api/v1/gateways", "/api/v1/gateways/{gateway}", "/api/v1/guard", "/api/v1/operations",
                "/api/v1/server", "/api/v1/services", "/api/v1/counters", "/api/v1/quarantine", "/api/v1/session",
                "/api/v1/scenarios", "/health", "/metrics",
            ]
            for path in paths {
                let answer = try await console.get(Self.filled(path))
                #expect(answer.status == 200, "\(path): \(answer.text)")
                #expect(try check.errors("GET", path, answer) == [])
                let head = try await console.send("HEAD", Self.filled(path))
                #expect(head.status == 200)
                #expect(head.body.isEmpty)
            }
        }
    }

    @Test(
        arguments: [
            ("GET", "/api/v1/items/sam/nothing", 404), ("GET", "/api/v1/items/s%20m/keys", 404),
            ("GET", "/api/v1/items?owner=a%20b", 400), ("GET", "/api/v1/items?colour=red", 400),
            ("GET", "/api/v1/items/sam/keys/fixes?limit=0", 400),
            ("GET", "/api/v1/items/sam/keys/fixes?limit=1&limit=2", 400),
            ("GET", "/api/v1/items/sam/keys/fixes?within=1,2", 400),
            ("GET", "/api/v1/items/sam/keys/fixes?within=0x10,2,5", 400),
            ("GET", "/api/v1/items/sam/keys/fixes?cursor=7", 400),
            ("GET", "/api/v1/items/sam/keys/fixes?thin=5&limit=5", 400), ("GET", "/api/v1/items/sam/keys/export", 400),
            (
                "GET",
                "/api/v1/items/sam/keys/fixes?from=2026-05-02T00:00:00Z&to=2026-05-01T00:00:00Z",
                400
            ),
            ("GET", "/api/v1/items/sam/keys/photo", 404), ("GET", "/api/v1/operations/none", 404),
            ("GET", "/api/v1/gateways/none", 404), ("GET", "/api/v1/alerts?tracker=keys", 400),
            ("POST", "/api/v1/items", 405), ("PUT", "/api/v1/items/sam/keys/fixes", 405),
            ("TRACE", "/api/v1/groups", 405),
            ("PUT", "/api/v1/items/sam/keys/acknowledgement", 409),
            ("DELETE", "/api/v1/items/sam/keys/places/none", 404), ("GET", "/api/v1/items/sam/keys/../../x", 404),
        ]
    )
    func `what cannot be answered is a problem document`(method: String, path: String, status: Int) async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let answer = try await console.send(method, path)
            #expect(answer.status == status, "\(answer.text)")
            #expect(answer.headers["content-type"] == "application/problem+json")
            #expect(try answer.object["status"] as? Int == status)
            #expect((try answer.object["detail"] as? String)?.isEmpty == false)
            if status == 405 { #expect(answer.headers["allow"]?.contains("GET") == true) }
        }
    }

    @Test func `a body of another type, none, no JSON and a long one are refused`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let path = "/api/v1/items/sam/keys"
            let type = try await console.send("PATCH", path, headers: ["Content-Type": "text/plain"], body: "{}")
            #expect(type.status == 415)
            #expect(try await console.send("PATCH", path).status == 400)
            #expect(try await console.send("PATCH", path, json: "{\"item\":").status == 400)
            let deep = String(repeating: "[", count: 100_000)
            #expect(try await console.send("PATCH", path, json: deep).status == 400)
            let long = try await console.send("PATCH", path, json: String(repeating: " ", count: 300 * 1024))
            #expect(long.status == 413)
            #expect(long.text.contains("262144"))
        }
    }

    @Test func `places are added, replaced and removed by name`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let places = "/api/v1/items/sam/keys/places"
            let home = #"{"name":"Mum's / Ärger","lat":52.5,"lon":13.4,"radius_m":60}"#
            let added = try await console.send("POST", places, json: home)
            #expect(added.status == 201)
            let location = try #require(added.headers["location"])
            #expect(try await console.send("POST", places, json: home).status == 409)
            let corners =
                #"{"name":"Quay","points":[{"lat":60.1,"lon":5.1},{"lat":60.11,"lon":5.1},{"lat":60.1,"lon":5.11}]}"#
            #expect(try await console.send("PUT", location, json: corners).status == 200)
            let list = try await console.get(places).object.list("places")
            #expect(list.map { $0["name"] as? String } == ["Quay"])
            let wrong = try await console.send("POST", places, json: #"{"name":"x","points":[{"lat":1},{},7]}"#)
            #expect(wrong.status == 422)
            #expect(try wrong.object.list("errors").first?["pointer"] as? String == "/points/0/lon")
            #expect(try await console.send("DELETE", places + "/Quay").status == 204)
            #expect(try await console.get(places).object.list("places").isEmpty)
        }
    }

    @Test func `rules change by what is said, and not over another's change`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let path = "/api/v1/items/sam/keys/rules"
            let tag = try #require(try await console.get(path).headers["etag"])
            let first = try await console.send(
                "PATCH",
                path,
                json: #"{"quiet":"22:00-07:00","thresholds":{"warning_m":8,"critical_m":20}}"#,
                headers: ["If-Match": tag]
            )
            #expect(first.status == 200)
            #expect(try first.object["quiet"] as? String == "22:00-07:00")
            let second = try await console.send("PATCH", path, json: #"{"quiet":null}"#, headers: ["If-Match": tag])
            #expect(second.status == 412)
            let third = try await console.send("PATCH", path, json: #"{"quiet":null}"#)
            #expect(try third.object["quiet"] == nil)
            #expect((try third.object["thresholds"] as? [String: Any])?["own"] as? Bool == true)
            let far = try await console.send("PATCH", path, json: #"{"snooze_until":"2199-01-01T00:00:00Z"}"#)
            #expect(far.status == 422)
        }
    }

    @Test func `an item is marked as lost with a note, and found again`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let path = "/api/v1/items/{owner}/{tracker}/lost"
            let (item, lost) = ("/api/v1/items/sam/keys", Self.filled(path))
            func mark(_ answer: ConsoleBench.Answer) throws -> [String: Any]? {
                try answer.object["marked_lost"] as? [String: Any]
            }
            #expect(try mark(try await console.get(item)) == nil)
            let marked = try await console.send("PUT", lost, json: #"{"note":"Left on bus 12"}"#)
            #expect(marked.status == 200, "\(marked.text)")
            #expect(try check.errors("PUT", path, marked) == [])
            let since = try #require(try mark(marked)?["since"] as? String)
            #expect(try mark(marked)?["note"] as? String == "Left on bus 12")
            let shown = try await console.get(item)
            #expect(try mark(shown)?["note"] as? String == "Left on bus 12")
            #expect(try check.errors("GET", "/api/v1/items/{owner}/{tracker}", shown) == [])
            // Without a note, still since then; also after another change of the rules.
            #expect(try mark(try await console.send("PUT", lost, json: #"{"note":null}"#))?.count == 1)
            let quiet = try await console.send("PATCH", "\(item)/rules", json: #"{"quiet":"22:00-07:00"}"#)
            #expect(try mark(quiet)?["since"] as? String == since)
            for body in [#"{"note":7}"#, #"{"colour":"red"}"#, #"{"note":"a\u202eb"}"#, "[]"] {
                #expect(try await console.send("PUT", lost, json: body).status == 422, "\(body)")
            }
            let long = String(repeating: "n", count: 201)
            let refused = try await console.send("PUT", lost, json: #"{"note":"\#(long)"}"#)
            #expect(try refused.object.list("errors").first?["pointer"] as? String == "/note")
            let found = try await console.send("DELETE", lost)
            #expect(found.status == 204)
            #expect(try check.errors("DELETE", path, found) == [])
            let rules = try await console.get("\(item)/rules")
            #expect(try mark(rules) == nil)
            #expect(try rules.object["quiet"] as? String == "22:00-07:00")
            #expect(try await console.send("DELETE", lost).status == 204)
            #expect(try await console.send("PUT", "/api/v1/items/sam/none/lost", json: "{}").status == 404)
        }
    }

    @Test func `a command is pending until the tracker has answered`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let path = "/api/v1/items/{owner}/{tracker}/commands"
            let answer = try await console.send("POST", Self.filled(path), json: #"{"do":"ring"}"#)
            #expect(answer.status == 202)
            #expect(try check.errors("POST", path, answer) == [])
            #expect(try answer.object["state"] as? String == "pending")
            let url = try #require(answer.headers["location"])
            let id = try #require(try answer.object["id"] as? String)
            let keys = try DeviceID(owner: Name("sam"), device: Name("keys"))
            let result = CommandResult(id: id, error: "the buzzer is broken")
            try await console.feed.publish(Message(topic: console.topics.result(keys), payload: result.encoded()))
            let end = try await console.get(url + "?wait=60")
            #expect(try end.object["state"] as? String == "failed")
            #expect(try end.object["error"] as? String == "the buzzer is broken")
            #expect(try check.errors("GET", "/api/v1/operations/{operation}", end) == [])
        }
    }

    @Test func `a pairing asks for a number, and goes on when it is confirmed`() async throws {
        try await withConsole { console in
            try await console.meetAttic()
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let path = "/api/v1/gateways/{gateway}/request/{verb}"
            let lacking = try await console.send("POST", "/api/v1/gateways/attic/request/pair", json: "{}")
            #expect(lacking.status == 422)
            #expect(try lacking.object.list("errors").count == 3)
            let body = #"{"tag":"C0:FF:EE:00:12:34","owner":"sam","item":"Keys"}"#
            let answer = try await console.send("POST", "/api/v1/gateways/attic/request/pair", json: body)
            #expect(try check.errors("POST", path, answer) == [])
            let (id, url) = (try #require(try answer.object["id"] as? String), try #require(answer.headers["location"]))
            let topic = console.topics.gatewayResponse(try Name("attic"), verb: "pair")
            var response = GatewayResponse(transaction: id, state: .confirm)
            (response.number, response.message) = (12345, "does the tag show 012345?")
            try await console.feed.publish(Message(topic: topic, payload: response.encoded()))
            let asked = try await console.get(url + "?wait=60")
            #expect(try asked.object["state"] as? String == "confirm")
            #expect(try asked.object["number"] as? Int == 12345)
            #expect(try await console.send("POST", url + "/answer", json: #"{"passkey":1}"#).status == 409)
            let list = try await console.get("/api/v1/operations")
            #expect(try check.errors("GET", "/api/v1/operations", list) == [])
            let found = try #require(try list.object.list("operations").first)
            #expect(found["tag"] as? String == "C0:FF:EE:00:12:34")
            #expect(found["item"] as? String == "Keys" && found["owner"] as? String == "sam")
            #expect(try await console.send("POST", url + "/answer", json: #"{"confirm":true}"#).status == 202)
            // Of two who answer, the second one is told.
            let late = try await console.send("POST", url + "/answer", json: #"{"confirm":false}"#)
            #expect(late.status == 409 && late.text.contains("answered already"))
            response = GatewayResponse(transaction: id, state: .done)
            response.tracker = "sam/keys"
            try await console.feed.publish(Message(topic: topic, payload: response.encoded()))
            let revision = try #require(try asked.object["revision"] as? Int)
            let end = try await console.get("\(url)?wait=60&revision=\(revision)")
            #expect(try end.object["state"] as? String == "done")
            #expect(try end.object["tracker"] as? String == "keys")
            #expect(try check.errors("GET", "/api/v1/operations/{operation}", end) == [])
        }
    }

    @Test func `a history is read in pages, newest or oldest first`() async throws {
        try await withConsole { console in
            let keys = try DeviceID(owner: Name("sam"), device: Name("keys"))
            let start = WallClock().now.advanced(by: .seconds(-3600))
            var messages: [Message] = []
            for index in 0..<25 {
                // Two of a moment, so that a page ends between them.
                let time = start.advanced(by: .seconds(60 * (index / 2)))
                let north = Double(index)
                messages.append(try console.fix(of: keys, at: time, sequence: UInt32(index + 1), north: north))
            }
            try await console.ingest(messages)
            let path = "/api/v1/items/sam/keys/fixes"
            #expect(try await console.get(path).object.list("fixes").count == 10)
            for order in ["newest", "oldest"] {
                var (marks, cursor) = ([Int](), "")
                repeat {
                    let page = try await console.get("\(path)?limit=4&order=\(order)\(cursor)").object
                    marks += page.list("fixes").compactMap { $0["seq"] as? Int }
                    cursor = (page["next"] as? String).map { "&cursor=\($0)" } ?? ""
                } while !cursor.isEmpty
                let expected: [Int] = order == "oldest" ? Array(1...25) : Array((1...25).reversed())
                #expect(marks == expected)
            }
            #expect(try await console.get(path + "?thin=2").object.list("fixes").count == 2)
            #expect(try await console.get(path + "?within=52.52,13.405,10.5").object.list("fixes").count == 11)
        }
    }

    @Test(arguments: ["gpx", "geojson", "linestring", "kml", "csv", "rec"])
    func `a history is a file for other programs`(format: String) async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let path = "/api/v1/items/{owner}/{tracker}/export"
            let answer = try await console.get(Self.filled(path) + "?format=\(format)")
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            #expect(answer.status == 200)
            #expect(try check.errors("GET", path, answer) == [])
            #expect(answer.headers["content-disposition"]?.hasPrefix("attachment; filename=\"sam-keys.") == true)
            #expect(answer.text.contains("52.52"))
        }
    }

    private static func filled(_ path: String) -> String {
        path.replacing("{owner}", with: "sam").replacing("{tracker}", with: "keys").replacing(
            "{gateway}",
            with: "attic"
        )
    }
}
