import ServerSupport
import TestSupport
import Testing

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

@Suite(.timeLimit(.minutes(30)))
struct ReadyTests {
    @Test func `the console is ready once the broker has handed out what it keeps`() async throws {
        try await withConsole { console in
            try await console.waitUntilReady()
            let answer = try await console.get("/ready")
            #expect(answer.status == 200)
            #expect(answer.text == #"{"status":"ready"}"#)
        }
    }

    @Test func `without its broker it is alive and not ready, until the broker is back`() async throws {
        try await withConsole { console in
            try await console.waitUntilReady()
            await console.broker.stop()
            try await eventually { await !console.feed.isConnected }
            let answer = try await console.get("/ready")
            #expect(answer.status == 503)
            #expect(answer.headers["content-type"] == "application/problem+json")
            #expect(answer.text.contains("the console is not connected to the broker"))
            #expect(try await console.get("/health").status == 200)
            try await console.broker.start()
            try await console.waitUntilReady()
            #expect(try await console.get("/ready").status == 200)
        }
    }
}
