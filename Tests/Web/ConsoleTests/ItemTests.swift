import API
import Console
import Foundation
import Messages
import Testing
import Tracking
import Web

@Suite(.timeLimit(.minutes(30)))
struct ItemTests {
    @Test func `a list shows everything of an item`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let item = try #require(try await console.get("/api/v1/items").object.list("items").first)
            #expect(item["owner"] as? String == "sam")
            #expect(item["tracker"] as? String == "keys")
            #expect(item["item"] as? String == "Keys")
            #expect(item["battery"] as? Int == 87)
            #expect(item["availability"] as? String == "online")
            #expect(item["active_mode"] as? String == "cellular")
            #expect(item["position"] is [String: Any])
            #expect(item["pending"] as? Bool == false)
        }
    }

    @Test func `a list that is known is not sent again`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let first = try await console.get("/api/v1/items/sam/keys/rules")
            let tag = try #require(first.headers["etag"])
            let again = try await console.get("/api/v1/items/sam/keys/rules", headers: ["If-None-Match": tag])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
        }
    }

    @Test func `a rename is told on the bus and shown at once`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let answer = try await console.send("PATCH", "/api/v1/items/sam/keys", json: #"{"item":"Car keys"}"#)
            #expect(answer.status == 200)
            #expect(try answer.object["item"] as? String == "Car keys")
            #expect(try answer.object["pending"] as? Bool == true)
            let device = try DeviceID(owner: Name("sam"), device: Name("keys"))
            let desired = try #require(await console.feed.latest(console.topics.desired(device)))
            #expect(try DesiredState(decoding: desired.payload).item?.text == "Car keys")
        }
    }

    @Test(
        arguments: [
            (#"{"item":""}"#, "/item"), (#"{"item":7}"#, "/item"), (#"{"power":"of"}"#, "/power"),
            (#"{"report_every_s":0}"#, "/report_every_s"), (#"{"report_every_s":1.5}"#, "/report_every_s"),
            (#"{"colour":"red"}"#, "/colour"), (#"{"a/b~":1}"#, "/a~1b~0"), ("{}", ""), ("[]", ""),
            (#"{"thresholds":{"warning_m":9,"critical_m":4}}"#, "/thresholds/critical_m"),
            (#"{"thresholds":{"warning_m":9}}"#, "/thresholds/critical_m"),
        ]
    )
    func `a change that is wrong is refused with the place`(body: String, pointer: String) async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let answer = try await console.send("PATCH", "/api/v1/items/sam/keys", json: body)
            #expect(answer.status == 422)
            #expect(try answer.object.list("errors").first?["pointer"] as? String == pointer)
        }
    }

    private static let path = "/api/v1/items/sam/keys"

    /// Has the tracker tell another position, and waits until it is answered.
    private static func move(_ console: ConsoleBench) async throws {
        let keys = try DeviceID(owner: Name("sam"), device: Name("keys"))
        try await console.ingest([console.fix(of: keys, at: WallClock().now, sequence: 2, north: 300)])
    }

    @Test func `a change that names the state it is based on is held against the settings alone`() async throws {
        try await withConsole { console in
            try await console.meetKeys(at: WallClock().now.advanced(by: .seconds(-60)))
            let tag = try #require(try await console.get(Self.path).headers["etag"])
            try await Self.move(console)
            let headers = ["If-Match": tag]
            let first = try await console.send("PATCH", Self.path, json: #"{"item":"Car keys"}"#, headers: headers)
            #expect(first.status == 200)
            let other = try await console.send("PATCH", Self.path, json: #"{"item":"My keys"}"#, headers: headers)
            #expect(other.status == 412)
            #expect(try await console.get(Self.path).object["item"] as? String == "Car keys")
            let next = ["If-Match": try #require(first.headers["etag"])]
            let rules = #"{"thresholds":{"warning_m":7,"critical_m":30}}"#
            #expect(try await console.send("PATCH", Self.path, json: rules, headers: next).status == 200)
            #expect(try await console.send("PATCH", Self.path, json: rules, headers: next).status == 412)
            #expect(try await console.send("PATCH", Self.path, json: rules, headers: ["If-Match": "*"]).status == 200)
        }
    }

    @Test func `what is known is not sent again, and a new position is`() async throws {
        try await withConsole { console in
            try await console.meetKeys(at: WallClock().now.advanced(by: .seconds(-60)))
            let first = try await console.get(Self.path)
            let tag = try #require(first.headers["etag"])
            let headers = ["If-None-Match": tag]
            #expect(try await console.get(Self.path, headers: headers).status == 304)
            #expect(try await console.get(Self.path, headers: ["If-None-Match": "W/\(tag)"]).status == 304)
            try await Self.move(console)
            let second = try await console.get(Self.path, headers: headers)
            #expect(second.status == 200)
            let positions = try [first, second].map { try #require(try $0.object["position"] as? [String: Any]) }
            #expect(positions[0]["lat"] as? Double != positions[1]["lat"] as? Double)
            #expect(second.headers["etag"] != tag)
        }
    }

    @Test(arguments: [#""0""#, #""0.0""#, "nonsense", ""])
    func `a change that is based on something else is refused`(tag: String) async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let weak = "W/" + (try #require(try await console.get(Self.path).headers["etag"]))
            for tag in [tag, weak] {
                let headers = ["If-Match": tag]
                let answer = try await console.send("PATCH", Self.path, json: #"{"item":"Car keys"}"#, headers: headers)
                #expect(answer.status == 412)
                #expect(try await console.send("DELETE", Self.path, headers: headers).status == 412)
            }
            #expect(try await console.get(Self.path).object["item"] as? String == "Keys")
        }
    }

    @Test func `of many changes at once that are based on the same state one is made`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let tag = try #require(try await console.get(Self.path).headers["etag"])
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 1...10 {
                    group.addTask {
                        let body = #"{"item":"Keys \#(number)"}"#
                        return try await console.send("PATCH", Self.path, json: body, headers: ["If-Match": tag]).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200] + Array(repeating: 412, count: 9))
        }
    }
}
