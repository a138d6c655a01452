import Testing

@Suite(.timeLimit(.minutes(30)))
struct HealthTests {
    @Test func `the console answers that it is there`() async throws {
        try await withConsole { console in
            let answer = try await console.get("/health")
            #expect(answer.status == 200)
            #expect(answer.text == #"{"status":"ok"}"#)
        }
    }

    @Test func `what nobody serves is a problem document`() async throws {
        try await withConsole { console in
            let answer = try await console.get("/nothing")
            #expect(answer.status == 404)
            #expect(answer.headers["content-type"] == "application/problem+json")
            #expect(answer.text.contains("there is nothing at"))
        }
    }
}
