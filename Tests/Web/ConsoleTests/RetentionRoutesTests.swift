import Foundation
import Messages
import Testing
import Tracking

@Suite struct RetentionRoutesTests {
    private struct Document: Decodable, Equatable {
        var keepDays: Double?
        var keepFixes: Int?
        var own: Bool

        private enum CodingKeys: String, CodingKey {
            case keepDays = "keep_days"
            case keepFixes = "keep_fixes"
            case own
        }
    }

    private static let path = "/api/v1/items/sam/keys/retention"

    private static let location = Message(
        topic: "owntracks/sam/keys",
        payload: Array(#"{"_type":"location","lat":46.05,"lon":14.5,"tst":1700000000,"boot":1,"seq":1}"#.utf8)
    )

    @Test func `how long positions are kept is told, changed and taken back`() async throws {
        try await withConsole { console in
            try await console.ingest([Self.location])
            let none = try await console.get(Self.path)
            #expect(try none.decode() == Document(own: false))
            let changed = try await console.send("PUT", Self.path, json: #"{"keep_days":90,"keep_fixes":null}"#)
            #expect(changed.status == 200)
            #expect(try changed.decode() == Document(keepDays: 90, own: true))
            #expect(try await console.get(Self.path).decode() == Document(keepDays: 90, own: true))
            let encoded = "/api/v1/items/s%61m/k%65ys/retention"
            #expect(try await console.get(encoded).decode() == Document(keepDays: 90, own: true))
            #expect(try await console.send("DELETE", Self.path).decode() == Document(own: false))
        }
    }

    @Test(arguments: [
        ("/api/v1/items/sam/nothing/retention", #"{"keep_days":1}"#, 404),
        ("/api/v1/items/sam/a%20b/retention", #"{"keep_days":1}"#, 404),
        (path, "", 400), (path, "{}", 422), (path, #"{"keep_days":"x"}"#, 422),
        (path, #"{"keep_days":0}"#, 422), (path, #"{"keep_fixes":-1}"#, 422), (path, #"{"keep_days":1e9}"#, 422),
    ])
    func `what makes no sense is refused with a sentence`(path: String, body: String, status: Int) async throws {
        try await withConsole { console in
            try await console.ingest([Self.location])
            let answer = try await console.send("PUT", path, json: body)
            #expect(answer.status == status)
            #expect(answer.headers["content-type"] == "application/problem+json")
            #expect(answer.text.contains("detail"))
        }
    }
}
