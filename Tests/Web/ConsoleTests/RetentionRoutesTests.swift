import Foundation
import Messages
import TestSupport
import Testing
import Tracking

@Suite struct RetentionRoutesTests {
    private struct Document: Decodable, Equatable {
        var keepDays: Double?
        var keepFixes: Int?
        var own: Bool
        var removes: Removes?

        struct Removes: Decodable, Equatable {
            var fixes: Int
            var of: Int
            var before: String?
        }

        private enum CodingKeys: String, CodingKey {
            case keepDays = "keep_days"
            case keepFixes = "keep_fixes"
            case own, removes
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

    @Test func `what a change would remove is told before, and nothing is changed by asking`() async throws {
        try await withConsole { console in
            let keys = try DeviceID(owner: Name("sam"), device: Name("keys"))
            let start = WallClock().now.advanced(by: .seconds(-10 * 86_400))
            try await console.ingest(
                try (0..<10).map { day in
                    let time = start.advanced(by: .seconds(86_400 * day + 60))
                    return try console.fix(of: keys, at: time, sequence: UInt32(day + 1), north: Double(day))
                }
            )
            let trial = "\(Self.path)?dry-run=true"
            let put = try await console.send("PUT", trial, json: #"{"keep_days":3.5}"#)
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            #expect(try check.errors("PUT", "/api/v1/items/{owner}/{tracker}/retention", put) == [])
            let told = try put.decode(Document.self)
            #expect(told.keepDays == 3.5 && told.own)
            #expect(told.removes?.fixes == 7 && told.removes?.of == 10 && told.removes?.before != nil)
            let usual = try await console.send("DELETE", trial).decode(Document.self)
            #expect(usual == Document(own: false, removes: .init(fixes: 0, of: 10)))
            #expect(try await console.get(Self.path).decode() == Document(own: false))
            #expect(try await console.send("PUT", "\(Self.path)?dry-run=perhaps", json: "{}").status == 400)
            let count = try await console.get("/api/v1/items/sam/keys/fixes/count?to=\(told.removes?.before ?? "")")
            #expect(try count.object["count"] as? Int == 7)
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
