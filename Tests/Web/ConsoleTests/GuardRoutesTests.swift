import API
import Access
import Console
import Foundation
import Messages
import TestSupport
import Testing
import Tracking
import Web

/// The lists of unknown tags over HTTP.
@Suite(.timeLimit(.minutes(30)))
struct GuardRoutesTests {
    private static let hostile = "<img src=x onerror=alert(1)>\u{202E}"

    private static func list(of owner: String, first: Timestamp = Timestamp(milliseconds: 1)) throws -> Message {
        let owner = try Name(owner)
        var tag = GuardMessage.Tag(
            number: 7, stage: .notice, network: "find-my", identity: "C0:FF:EE:00:12:34",
            address: "C0:FF:EE:00:12:34", gateway: try Name("attic"), first: first, last: first
        )
        (tag.model, tag.legs, tag.rssi, tag.advice) = (hostile, 2, -71, "Look for it.")
        tag.places = [Position(coordinate: try Coordinate(latitude: 52, longitude: 13), accuracy: nil, time: first)]
        let list = GuardMessage(time: first, owner: owner, tags: [tag])
        return Message(topic: Topics().guarded(owner), payload: list.encoded(), retained: true)
    }

    private static func session(_ console: ConsoleBench, _ account: String) throws -> [String: String] {
        let (name, now) = (try Name(account), WallClock().now)
        try console.access.add(name, isAdministrator: false, grants: [], at: now)
        let (secret, _) = try console.access.makeToken("t", of: name, scope: .command, at: now)
        return ["Authorization": "Bearer \(secret.text)"]
    }

    @Test func `a list is shown as it is described, whatever a tag calls itself`() async throws {
        try await withConsole { console in
            try await console.waitUntilSwept()
            #expect(try await console.get("/api/v1/guard").object.list("guards").isEmpty)
            #expect(try await console.get("/api/v1/guard/sam").status == 404)
            try await console.publishAndWait(try Self.list(of: "sam"))
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let all = try await console.get("/api/v1/guard")
            #expect(try check.errors("GET", "/api/v1/guard", all) == [])
            let one = try await console.get("/api/v1/guard/sam")
            #expect(try check.errors("GET", "/api/v1/guard/{owner}", one) == [])
            let tag = try #require(try one.object.list("tags").first)
            #expect(tag["model"] as? String == Self.hostile)
            #expect(tag["ignored"] as? Bool == false)
        }
    }

    @Test(arguments: ["{bad", "[]", #"{"_type":"guard","time":"2026-05-01T09:00:00Z","owner":"kim","tags":[]}"#])
    func `what is no list of the owner's is told as such, and not as none`(_ payload: String) async throws {
        try await withConsole { console in
            try await console.waitUntilSwept()
            let topic = Topics().guarded(try Name("sam"))
            try await console.publishAndWait(Message(topic: topic, payload: Array(payload.utf8), retained: true))
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let all = try await console.get("/api/v1/guard")
            #expect(try check.errors("GET", "/api/v1/guard", all) == [])
            #expect(try all.object["unreadable"] as? [String] == ["sam"])
            let one = try await console.get("/api/v1/guard/sam")
            #expect(one.status == 409 && one.text.contains("is no list of the guard of 'sam'"))
        }
    }

    @Test func `a tag is ignored and heeded again, by what the broker keeps for the guard`() async throws {
        try await withConsole { console in
            try await console.waitUntilSwept()
            try await console.publishAndWait(try Self.list(of: "sam"))
            let path = "/api/v1/guard/sam/tags/7/ignored"
            let put = try await console.send("PUT", path)
            #expect(put.status == 200)
            #expect(try put.object.list("tags").first?["ignored"] as? Bool == true)
            let topic = Topics().guardIgnored(try Name("sam"))
            let kept = try #require(await console.feed.latest(topic))
            #expect(try GuardIgnored(decoding: kept.payload).tags.map(\.number) == [7])
            // A guard without its memory has given the number to another tag.
            try await console.publishAndWait(try Self.list(of: "sam", first: Timestamp(milliseconds: 2)))
            let other = try await console.get("/api/v1/guard/sam").object.list("tags").first
            #expect(other?["ignored"] as? Bool == false)
            try await console.publishAndWait(try Self.list(of: "sam"))
            let delete = try await console.send("DELETE", path)
            #expect(try delete.object.list("tags").first?["ignored"] as? Bool == false)
            #expect(try await console.send("PUT", "/api/v1/guard/sam/tags/8/ignored").status == 404)
            #expect(try await console.send("PUT", "/api/v1/guard/sam/tags/x%2F/ignored").status == 404)
        }
    }

    @Test func `tags that are ignored at the same time all stay so`() async throws {
        try await withConsole { console in
            try await console.waitUntilSwept()
            let owner = try Name("sam")
            let tags = try (1...20).map { number in
                GuardMessage.Tag(
                    number: number, stage: .notice, network: "tile", identity: "\(number)", address: "eve/keys",
                    gateway: try Name("attic"), first: Timestamp(milliseconds: 1), last: Timestamp(milliseconds: 1)
                )
            }
            let list = GuardMessage(time: Timestamp(milliseconds: 1), owner: owner, tags: tags)
            let topic = Topics().guarded(owner)
            try await console.publishAndWait(Message(topic: topic, payload: list.encoded(), retained: true))
            for round in 1...5 {
                let verb = round % 2 == 1 ? "PUT" : "DELETE"
                await withTaskGroup(of: Int?.self) { group in
                    for number in 1...20 {
                        let path = "/api/v1/guard/sam/tags/\(number)/ignored"
                        group.addTask { try? await console.send(verb, path).status }
                    }
                    for await status in group { #expect(status == 200) }
                }
                // Comes back after all that was written before it.
                let next = GuardMessage(time: Timestamp(milliseconds: Int64(round + 1)), owner: owner, tags: tags)
                try await console.publishAndWait(Message(topic: topic, payload: next.encoded(), retained: true))
                let known = try await console.get("/api/v1/guard/sam").object.list("tags").filter {
                    $0["ignored"] as? Bool == true
                }
                #expect(known.count == (round % 2 == 1 ? 20 : 0))
            }
            // No gateway is asked for what is no address, but may be the name of somebody's tracker.
            #expect(try await console.send("POST", "/api/v1/guard/sam/tags/7/ring").status == 409)
        }
    }

    @Test func `a tag is rung by the gateway that heard it last, as long as that runs`() async throws {
        try await withConsole { console in
            try await console.waitUntilSwept()
            try await console.publishAndWait(try Self.list(of: "sam"))
            let path = "/api/v1/guard/sam/tags/7/ring"
            let refused = try await console.send("POST", path)
            #expect(refused.status == 409)
            #expect(refused.text.contains("attic"))
            try await console.meetAttic()
            let asked = await console.feed.messages()
            let answer = try await console.send("POST", path, json: #"{"stop":true}"#)
            #expect(answer.status == 202)
            let topic = Topics().gatewayRequest(try Name("attic"), verb: "ring")
            for await message in asked where message.topic == topic {
                let request = try GatewayRequest(decoding: message.payload)
                #expect(request.tag == "C0:FF:EE:00:12:34" && request.stops == true)
                break
            }
            #expect(try answer.object["owner"] as? String == "sam")
            #expect(try await console.send("POST", path, json: #"{"tag":"x"}"#).status == 422)
        }
    }

    @Test func `an owner sees the own list alone, and follows what was asked about it`() async throws {
        try await withConsole { console in
            try await console.waitUntilSwept()
            try await console.meetAttic()
            for owner in ["sam", "kim"] { try await console.publishAndWait(try Self.list(of: owner)) }
            // An administrator, without whom nobody has to log in.
            try console.access.setPasscode(
                Passcode("tannenbaum"), current: nil, of: try Name(Account.first), from: nil, at: WallClock().now
            )
            let (sam, kim) = (try Self.session(console, "sam"), try Self.session(console, "kim"))
            let lists = try await console.get("/api/v1/guard", headers: sam).object.list("guards")
            #expect(lists.map { $0["owner"] as? String } == ["sam"])
            #expect(try await console.get("/api/v1/guard/kim", headers: sam).status == 404)
            #expect(try await console.send("PUT", "/api/v1/guard/kim/tags/7/ignored", headers: sam).status == 404)
            #expect(try await console.send("POST", "/api/v1/guard/kim/tags/7/ring", headers: sam).status == 404)
            let rung = try await console.send("POST", "/api/v1/guard/sam/tags/7/ring", headers: sam)
            #expect(rung.status == 202)
            let url = try #require(try rung.object["url"] as? String)
            #expect(try await console.get(url, headers: sam).status == 200)
            #expect(try await console.get(url, headers: kim).status == 404)
        }
    }
}
