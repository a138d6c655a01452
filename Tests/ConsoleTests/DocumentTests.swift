import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DocumentTests {
    @Test func `the interface describes itself`() async throws {
        try await withConsole { console in
            let answer = try await console.get("/api/v1/openapi.json")
            #expect(answer.status == 200)
            let document = try #require(try answer.json() as? [String: Any])
            #expect(document["openapi"] as? String == "3.1.0")
            #expect((document["paths"] as? [String: Any])?["/api/v1/items"] != nil)
        }
    }
}
