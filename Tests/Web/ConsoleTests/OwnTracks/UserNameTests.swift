import API
import Console
import Messages
import Store
import Testing
import Tracking

/// Users and devices of OwnTracks who are called what is no name of ours.
@Suite(.timeLimit(.minutes(30)))
struct UserNameTests {
    private static func fix(_ seconds: Int) -> String {
        #"{"_type":"location","lat":46.05,"lon":14.5,"tst":\#(1_780_000_000 + seconds)}"#
    }

    @Test(arguments: ["sam@mail.example", "Sam Smith", "Zoë", "Жана", "a.b", "x--a_2eb", "100%u", "<b>&'\""])
    func `whatever a phone's user is called, it is stored, published and answered under that name`(
        user: String
    ) async throws {
        try await withConsole { console in
            let phone = DeviceID(owner: try Name(ownTracks: user), device: try Name(ownTracks: "my.phone"))
            #expect(try await console.post(Self.fix(0), as: user, "my.phone").status == 200)
            // It comes back from the broker, where its topic has the user's own name, and is known there.
            try await console.wait { try console.store.pendingOutbox().isEmpty }
            let topic = "owntracks/\(user)/my.phone"
            try await console.feed.publish(Message(topic: topic, payload: Array(Self.fix(60).utf8)))
            try await console.wait { try console.store.fixCount(of: phone) == 2 }
            #expect(try console.store.devices().map(\.id) == [phone])
            #expect(try console.store.quarantine().isEmpty)
            #expect(try await console.get("/api/0/list").json() as? [String: [String]] == ["results": [user]])
            let headers = ["X-Limit-User": user]
            let devices = try await console.get("/api/0/list", headers: headers)
            #expect(try devices.json() as? [String: [String]] == ["results": ["my.phone"]])
            let last = try await console.get("/api/0/last", headers: headers).json() as? [[String: Any]]
            #expect(last?.count == 1)
            #expect(last?.first?["username"] as? String == user)
            #expect(last?.first?["device"] as? String == "my.phone")
            #expect(last?.first?["topic"] as? String == topic)
            #expect(last?.first?["tid"] as? String == "ne")
            let query = user.utf8.map { "%" + String($0, radix: 16) }.joined()
            let history = try await console.get(
                "/api/0/locations?user=\(query)&device=my.phone&from=2026-05-28&format=csv")
            #expect(history.text.split(separator: "\n").count == 3)
        }
    }

    @Test func `users who are called alike are not mixed`() async throws {
        try await withConsole { console in
            let users = ["a.b", "a-b", "a_b", "a b", "A.b", "x--a_2eb", "x--a-b"]
            for (index, user) in users.enumerated() { _ = try await console.post(Self.fix(index), as: user) }
            #expect(try console.store.devices().count == users.count)
            for (index, user) in users.enumerated() {
                let answer = try await console.get("/api/0/last?fields=tst", headers: ["X-Limit-User": user])
                #expect(answer.text == "[{\"tst\":\(1_780_000_000 + index)}]")
            }
        }
    }

    @Test(arguments: ["a%2Fb", "a%2Bb", "%23", "a%00b", "a%0Ab", "a%E2%80%AEb", String(repeating: "x", count: 65)])
    func `what can be in no topic, or cannot be seen, is refused with a sentence`(user: String) async throws {
        try await withConsole { console in
            let answer = try await console.send("POST", "/pub?u=\(user)&d=phone", body: Self.fix(0))
            #expect(answer.status == 400)
            #expect(answer.text.contains("is no name: letters of any script"))
            #expect(try console.store.devices().isEmpty)
        }
    }
}
