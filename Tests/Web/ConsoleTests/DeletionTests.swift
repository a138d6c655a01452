import API
import Console
import Messages
import Store
import Testing
import Tracking
import Web

@Suite(.timeLimit(.minutes(30)))
struct DeletionTests {
    private let keys: DeviceID
    private let topics = Topics()

    init() throws {
        keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
    }

    private func fix() throws -> Message {
        let fix = Fix(coordinate: try Coordinate(latitude: 46, longitude: 14), time: WallClock().now, accuracy: 5)
        let location = LocationMessage(fix: fix, mark: FixMark(boot: 1, sequence: 1), mode: .cellular)
        return Message(topic: topics.location(keys), payload: location.encoded(), retained: true)
    }

    @Test func `an item is deleted, and the broker keeps what its tracker has to know (case 3-6-1)`() async throws {
        try await withConsole { console in
            try await console.ingest([fix()])
            let answer = try await console.send("DELETE", "/api/v1/items/sam/keys")
            #expect(answer.status == 204)
            #expect(try console.store.devices().isEmpty)
            #expect(
                try await console.get("/api/v1/deletions").text == #"{"deletions":[{"owner":"sam","tracker":"keys"}]}"#
            )
            while await console.feed.latest(topics.desired(keys)) == nil { try await Task.sleep(for: .milliseconds(5)) }
            let wish = try #require(await console.feed.latest(topics.desired(keys)))
            #expect(
                try DesiredState(decoding: wish.payload) == DesiredState(version: 1, power: .off, isRegistered: false)
            )
            // Who did not hear the answer may ask again.
            #expect(try await console.send("DELETE", "/api/v1/items/sam/keys").status == 204)
        }
    }

    @Test func `a phone is deleted, and nobody has to be told`() async throws {
        try await withConsole { console in
            let phone = DeviceID(owner: keys.owner, device: try Name("phone"))
            let fix = Fix(coordinate: try Coordinate(latitude: 46, longitude: 14), time: WallClock().now)
            let message = Message(topic: topics.location(phone), payload: LocationMessage(fix: fix).encoded())
            try await console.ingest([message])
            #expect(try await console.send("DELETE", "/api/v1/items/sam/phone").status == 204)
            #expect(try console.store.devices().isEmpty)
            #expect(try await console.get("/api/v1/deletions").text == #"{"deletions":[]}"#)
        }
    }

    @Test(arguments: ["sam/purse", "s%20m/keys", "sam/..", "sam/%00"])
    func `an item that is not there is not found`(path: String) async throws {
        try await withConsole { console in
            let answer = try await console.send("DELETE", "/api/v1/items/\(path)")
            #expect(answer.status == 404)
            #expect(answer.headers["content-type"] == "application/problem+json")
        }
    }
}
