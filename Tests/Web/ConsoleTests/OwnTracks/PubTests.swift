import API
import Console
import Messages
import ServerSupport
import Store
import Testing
import Tracking
import Web

@Suite(.timeLimit(.minutes(30)))
struct PubTests {
    private static let fix = OwnTracksFixtures.messages[0]

    @Test func `what was answered 200 is stored, and goes to the broker once`() async throws {
        try await withConsole { console in
            let phone = try DeviceID(owner: Name("sam"), device: Name("phone"))
            for _ in 0..<2 {
                let answer = try await console.post(Self.fix)
                #expect(answer.status == 200)
                #expect(answer.text == "[]")
                #expect(try console.store.fixCount(of: phone) == 1)
            }
            try await console.wait { try console.store.pendingOutbox().isEmpty }
            // Only the phone's own repetition, and not the copy from the broker.
            #expect(try console.store.counters()[.duplicates] == 1)
        }
    }

    @Test func `a phone is answered while the broker is down, and heard when it is back`() async throws {
        try await withConsole { console in
            await console.broker.stop()
            try await console.wait { await !console.feed.isConnected }
            for message in OwnTracksFixtures.messages { #expect(try await console.post(message).status == 200) }
            #expect(try console.store.pendingOutbox().count == 3)
            try await console.broker.start()
            try await console.wait { try console.store.pendingOutbox().isEmpty }
            #expect(try console.store.counters()[.duplicates] == nil)
        }
    }

    @Test(arguments: [
        ("{not json", "json"), (#"{"_type":"encrypted","data":"abc"}"#, "encrypted"), ("", "json"), ("[1]", "json"),
        ("[", "json"),
    ])
    func `what can never be accepted is answered 200 and is in the quarantine`(
        body: String,
        reason: String
    ) async throws {
        try await withConsole { console in
            let answer = try await console.post(body)
            #expect(answer.status == 200)
            #expect(answer.text == "[]")
            #expect(try console.store.quarantine().map(\.reason) == [reason])
        }
    }

    @Test(arguments: ["not json", " \n<a/>", "a=1&b=2", "5", "\u{0}", "\"text\"", "<owntracks/>"])
    func `a body that is no JSON object or array is refused, and nothing of it is kept`(body: String) async throws {
        try await withConsole { console in
            let answer = try await console.post(body)
            #expect(answer.status == 415)
            #expect(answer.text.contains("a JSON object or array is expected"))
            #expect(try console.store.quarantine().isEmpty)
            #expect(try console.store.devices().isEmpty)
        }
    }

    @Test func `a message that is too long is in the quarantine, and a body beyond any phone is refused`() async throws
    {
        try await withConsole { console in
            let long = #"{"_type":"location","x":"\#(String(repeating: "x", count: 70_000))"}"#
            let answer = try await console.post(long)
            #expect(answer.status == 200)
            #expect(try console.store.quarantine().map(\.reason) == ["size"])
            let refused = try await console.post(String(repeating: " ", count: 300_000))
            #expect(refused.status == 413)
        }
    }

    @Test func `a phone is named by headers, by the query, or by its topic`() async throws {
        try await withConsole { console in
            _ = try await console.send("POST", "/pub?u=kim&d=watch", body: Self.fix)
            _ = try await console.send("POST", "/pub?u=kim&d=watch", headers: ["X-Limit-U": "sam"], body: Self.fix)
            let topical = Self.fix.replacing(#""m":1"#, with: #""topic":"owntracks/lee/tablet""#)
            _ = try await console.send("POST", "/pub", body: topical)
            let event = topical.replacing("owntracks/lee/tablet", with: "owntracks/ann/pad/event")
            _ = try await console.send("POST", "/pub", body: event)
            let devices = try console.store.devices().map { "\($0.id)" }
            #expect(devices == ["ann/pad", "kim/watch", "lee/tablet", "sam/watch"])
            let last = try await console.get("/api/0/last?user=lee&fields=topic")
            #expect(last.text == #"[{"topic":"owntracks/lee/tablet"}]"#)
        }
    }

    private static func of(_ topic: String?) -> String {
        fix.replacing(#""m":1"#, with: topic.map { #""topic":"owntracks/\#($0)""# } ?? #""m":1"#)
    }

    @Test(arguments: [
        ("/pub", ["sam/phone", "ann/phone"]), ("/pub", ["sam/phone", "sam/tablet"]), ("/pub", ["sam/phone", nil]),
        ("/pub", [nil, "sam/phone"]), ("/pub?u=sam", ["x/phone", "x/tablet"]), ("/pub?d=phone", ["sam/x", "ann/x"]),
    ])
    func `messages that do not name one device are all refused`(path: String, topics: [String?]) async throws {
        try await withConsole { console in
            let body = "[\(topics.map(Self.of).joined(separator: ","))]"
            let answer = try await console.send("POST", path, body: body)
            #expect(answer.status == 400)
            #expect(try console.store.devices().isEmpty)
            #expect(try console.store.quarantine().isEmpty)
        }
    }

    @Test func `messages that name one device are its own, and what is damaged among them is in the quarantine`()
        async throws
    {
        try await withConsole { console in
            let body = "[7,\(Self.of("sam/phone")),\(Self.of("sam/phone/event"))]"
            let answer = try await console.send("POST", "/pub", body: body)
            #expect(answer.status == 200)
            // Where somebody else says whose they are, that counts.
            let both = "[\(Self.of("sam/phone")),\(Self.of("ann/phone"))]"
            let named = try await console.send("POST", "/pub?u=kim&d=watch", body: both)
            #expect(named.status == 200)
            let devices = try console.store.devices().map { "\($0.id)" }
            #expect(devices == ["kim/watch", "sam/phone"])
            #expect(try console.store.quarantine().map(\.reason) == ["json"])
        }
    }

    @Test(arguments: ["/pub", "/pub?u=sam", "/pub?u=a/b&d=c", "/pub?u=alerts&d=c", "/pub?u=%2B&d=%23"])
    func `a request that names no phone is refused, so that the phone keeps its message`(path: String) async throws {
        try await withConsole { console in
            let answer = try await console.send("POST", path, body: Self.fix)
            #expect(answer.status == 400)
            #expect(answer.headers["content-type"] == "application/problem+json")
            #expect(try console.store.devices().isEmpty)
        }
    }

    @Test func `the answer has the commands that waited, and the owner's other things`() async throws {
        try await withConsole { console in
            _ = try await console.post(Self.fix)
            let command = #"{"_type":"cmd","action":"reportLocation"}"#
            try await console.feed.publish(Message(topic: "owntracks/sam/phone/cmd", payload: Array(command.utf8)))
            // What is published behind it is stored behind it.
            try await console.feed.publish(
                Message(topic: "owntracks/sam/keys", payload: Array(OwnTracksFixtures.messages[2].utf8))
            )
            let keys = try DeviceID(owner: Name("sam"), device: Name("keys"))
            try await console.wait { try console.store.fixCount(of: keys) == 1 }
            _ = try await console.post(OwnTracksFixtures.messages[1], as: "kim", "phone")
            let first = try await console.post(OwnTracksFixtures.messages[1])
            let location =
                #"{"_type":"location","lat":-46.05,"lon":-14.5,"tst":1780000300,"acc":0,"tid":"ys","topic":"owntracks/sam/keys"}"#
            #expect(first.text == "[\(command),\(location)]")
            #expect(try await console.post(OwnTracksFixtures.messages[2]).text == "[\(location)]")
        }
    }

    @Test func `a page of another site may not post, and may read only where it is allowed to`() async throws {
        try await withConsole { console in
            let headers = ["Origin": "https://other.example", "X-Limit-U": "sam", "X-Limit-D": "phone"]
            let post = try await console.send("POST", "/pub", headers: headers, body: Self.fix)
            #expect(post.status == 403)
            let last = try await console.get("/api/0/last", headers: headers)
            #expect(last.headers["access-control-allow-origin"] == nil)
        }
    }
}
