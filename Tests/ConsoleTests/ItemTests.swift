import Console
import Foundation
import Messages
import Testing
import Tracking

@Suite(.timeLimit(.minutes(5)))
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
}
