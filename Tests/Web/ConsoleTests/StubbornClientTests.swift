import API
import Console
import Foundation
import TestSupport
import Testing
import Web

@Suite(.timeLimit(.minutes(30)))
struct StubbornClientTests {
    private static let item =
        "PATCH /api/v1/items/sam/keys HTTP/1.1\r\nHost: localhost\r\n"
        + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n"

    /// Others are answered; after another try where a busy machine made them slow, too.
    private static func expectAlive(_ console: ConsoleBench) async throws {
        var answer: ConsoleBench.Answer?
        try await eventually {
            answer = try? await console.get("/health")
            return answer != nil
        }
        #expect(answer?.status == 200)
    }

    @Test(arguments: ["", "GET /heal", "GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", item + "{\"item\":"])
    func `who begins a request and does not end it is sent away`(beginning: String) async throws {
        try await withConsole(patience: 1) { console in
            try await console.meetKeys()
            _ = await RawSocket.exchange(Array(beginning.utf8), port: console.port)
            try await Self.expectAlive(console)
        }
    }

    @Test func `long headers are refused`() async throws {
        try await withConsole(patience: 1) { console in
            let header = "X-Long: " + String(repeating: "a", count: 100_000)
            let request = "GET /health HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n\r\n"
            let answer = await RawSocket.exchange(Array(request.utf8), port: console.port)
            #expect(!answer.contains(" 200 "))
            try await Self.expectAlive(console)
        }
    }

    @Test(
        arguments: [
            "\0\u{1}\u{2}\r\n\r\n", "GET\r\n\r\n", "GET /health HTTP/9.9\r\n\r\n", "FETCH /health HTTP/1.1\r\n\r\n",
            "GET /api/v1/items/../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
            "GET /api/v1/items/%2e%2e/%2e%2e%2fetc%2fpasswd/photo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
            "GET /api/v1/items/%ff/%00 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
            "GET /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "PATCH /api/v1/items/sam/keys HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
            "PATCH /api/v1/items/sam/keys HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        ]
    )
    func `what is no request, or leads out of here, has no answer of 200 or 500`(request: String) async throws {
        try await withConsole(patience: 1) { console in
            try await console.meetKeys()
            let answer = await RawSocket.exchange(Array(request.utf8), port: console.port)
            let line = answer.prefix { $0 != "\r\n" }
            #expect(!line.contains(" 200 ") && !line.contains(" 50"), "\(line)")
            try await Self.expectAlive(console)
        }
    }

    @Test func `who comes when all connections are taken is served`() async throws {
        try await withConsole(patience: 1, connections: 4) { console in
            let sockets = try (0..<6).map { _ in try RawSocket(port: console.port) }
            for socket in sockets { try? socket.write("GET /") }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for socket in sockets { group.addTask { await socket.readToEnd() } }
                // There are three seats for strangers: when as many have had to go, all six have come.
                for _ in 0..<3 { try await group.next() }
                let request = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                let answer = await RawSocket.exchange(Array(request.utf8), port: console.port)
                #expect(answer.contains(" 200 "))
                for socket in sockets { socket.close() }
            }
        }
    }
}
