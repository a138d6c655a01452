import Console
import Foundation
import Messages
import ServerSupport
import Store
import Testing
import Tracking

/// Who carries a phone, as clients of OwnTracks and the console's page are told.
@Suite(.timeLimit(.minutes(30)))
struct PersonCardTests {
    /// Pictures of one point.
    private static let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="
    private static let gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

    private static func card(_ name: String, face: String? = nil, more: String = "") -> String {
        let picture = face.map { #","face":"\#($0)""# } ?? ""
        return #"{"_type":"card","name":"\#(name)"\#(picture)\#(more)}"#
    }

    @Test func `the last position has the keys of the card that it has not`() async throws {
        try await withConsole { console in
            _ = try await console.post(OwnTracksFixtures.messages[2])
            let before = try await console.get("/api/0/last?fields=tid,name,face,color,acc")
            #expect(before.text == #"[{"acc":0,"tid":"ne"}]"#)
            let card = Self.card(
                "Sam Ø", face: Self.png, more: ##","tid":"so","color":"#c00","acc":99,"topic":"x/y/z""##)
            #expect(try await console.post(card).text == "[]")
            let after = try await console.get("/api/0/last?user=sam&fields=_type,tid,name,face,color,acc,topic")
            #expect(
                after.text == ##"""
                    [{"_type":"location","acc":0,"tid":"so","topic":"owntracks/sam/phone","name":"Sam Ø",\##
                    "face":"\##(Self.png)","color":"#c00"}]
                    """##
            )
            // What a position says itself goes before.
            _ = try await console.post(
                OwnTracksFixtures.messages[2].replacing(#""batt""#, with: #""tid":"me","batt""#).replacing(
                    "300", with: "301"))
            #expect(try await console.get("/api/0/last?fields=tid").text == #"[{"tid":"me"}]"#)
        }
    }

    @Test func `somebody with nothing but a card is in no list`() async throws {
        try await withConsole { console in
            _ = try await console.post(Self.card("Sam"))
            #expect(try await console.get("/api/0/last").text == "[]")
            #expect(try await console.get("/api/0/list").text == #"{"results":[]}"#)
        }
    }

    @Test func `devices of one owner are told with their cards, and with initials of their own`() async throws {
        try await withConsole { console in
            let moment = OwnTracksFixtures.messages[2]
            for device in ["red-keys", "blue-keys", "old-keys", "wasp", "watch"] {
                _ = try await console.post(moment, as: "sam", device)
            }
            _ = try await console.post(moment.replacing(#""batt""#, with: #""tid":"AB","batt""#), as: "sam", "tablet")
            _ = try await console.post(Self.card("Sam", face: Self.gif, more: #","tid":"AB""#), as: "sam", "watch")
            let answer = try await console.post(OwnTracksFixtures.messages[0])
            struct Told: Decodable {
                let _type: String
                let tid: String
                let topic: String
                let name: String?
                let face: String?
            }
            let told = try answer.decode([Told].self)
            let locations = told.filter { $0._type == "location" }
            #expect(locations.count == 6)
            // The phone itself has told that it is "sp".
            #expect(Set(locations.map(\.tid) + ["sp"]).count == 7, "\(locations)")
            #expect(locations.allSatisfy { !$0.tid.isEmpty && $0.tid.utf8.count <= 2 })
            let card = try #require(told.first { $0._type == "card" })
            #expect(told.filter { $0._type == "card" }.count == 1)
            #expect((card.name, card.face, card.topic) == ("Sam", Self.gif, "owntracks/sam/watch"))
            // A map finds the person by the initials.
            #expect(locations.first { $0.topic == card.topic }?.tid == card.tid)
        }
    }

    @Test(arguments: [(png, "image/png"), (gif, "image/gif")])
    func `a face is a picture of its type, once it is known to be one`(face: String, type: String) async throws {
        try await withConsole { console in
            _ = try await console.post(Self.card("Sam", face: face))
            for path in ["/api/0/photo?user=sam", "/api/0/photo?user=sam&device=phone&v=1", "/api/0/photo/?user=sam"] {
                let answer = try await console.get(path)
                #expect(answer.status == 200)
                #expect(answer.headers["content-type"] == type)
                #expect(answer.headers["x-content-type-options"] == "nosniff")
                #expect(Array(answer.body) == Data(base64Encoded: face).map(Array.init))
                let tag = try #require(answer.headers["etag"])
                #expect(try await console.get(path, headers: ["If-None-Match": tag]).status == 304)
            }
            let other = try await console.get("/api/0/photo?user=sam&device=watch")
            #expect(other.headers["content-type"] == "image/png")
            #expect(other.headers["etag"] == nil)
        }
    }

    @Test(arguments: ["PHN2Zy8+", "AAAA", "not base64!", "iVBORw0KGgo="])
    func `what is no picture is told as it was sent, and never shown`(face: String) async throws {
        try await withConsole { console in
            _ = try await console.post(OwnTracksFixtures.messages[2])
            _ = try await console.post(Self.card("Sam", face: face))
            #expect(try await console.get("/api/0/last?fields=face").text == #"[{"face":"\#(face)"}]"#)
            let answer = try await console.get("/api/0/photo?user=sam")
            #expect(answer.headers["content-type"] == "image/png")
            #expect(answer.headers["etag"] == nil)
        }
    }

    @Test(arguments: [
        ("sam", "phone", "user=sam&device=phone"), ("s@m.é", "My phone", "user=s%40m.%C3%A9&device=My%20phone"),
    ])
    func `an item says who its owner is`(user: String, device: String, query: String) async throws {
        try await withConsole { console in
            let keys = DeviceID(owner: try Name(ownTracks: user), device: try Name("keys"))
            try await console.ingest([
                Message(
                    topic: console.topics.desired(keys),
                    payload: Array(#"{"_type":"desired","version":1,"item":"Keys"}"#.utf8)
                )
            ])
            struct Details: Decodable {
                struct Card: Decodable {
                    let name: String?
                    let face: String?
                }

                enum CodingKeys: String, CodingKey {
                    case ownerCard = "owner_card"
                }

                let ownerCard: Card?
            }
            #expect(try await console.get("/api/v1/items/\(keys)").decode(Details.self).ownerCard == nil)
            let posted = try await console.send(
                "POST",
                "/pub?\(query.replacing("user=", with: "u=").replacing("device=", with: "d="))",
                body: Self.card("Sam", face: Self.png)
            )
            #expect(posted.status == 200)
            let card = try await console.get("/api/v1/items/\(keys)").decode(Details.self).ownerCard
            #expect(card?.name == "Sam")
            let face = try #require(card?.face)
            #expect(face.hasPrefix("/api/0/photo?\(query)&v="))
            #expect(try await console.get(face).headers["content-type"] == "image/png")
        }
    }
}
