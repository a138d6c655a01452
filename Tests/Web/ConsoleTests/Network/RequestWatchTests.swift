import Access
import Foundation
import Store
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// Requests that are wrong, or slow, before any route has seen them.
@Suite(.timeLimit(.minutes(30)))
struct RequestWatchTests {
    @Test(arguments: [
        ("1.1", ["Host: localhost"], 200), ("1.1", ["host: 127.0.0.1:80"], 200), ("1.1", [], 400),
        ("1.1", ["Host:"], 400),
        ("1.1", ["Host: localhost", "Host: localhost"], 400),
        ("1.1", ["Host: localhost", "X-A: b", "hOST: evil.example"], 400),
        ("1.0", [], 200), ("1.0", ["Host: localhost", "Host: evil.example"], 400),
    ])
    func `a request names its host once`(version: String, hosts: [String], status: Int) async throws {
        try await withConsole { console in
            let lines = ["GET /health HTTP/\(version)"] + hosts + ["Connection: close", "", ""]
            let answer = await RawSocket.exchange(Array(lines.joined(separator: "\r\n").utf8), port: console.port)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer.prefix(80))")
            #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2)
        }
    }

    @Test func `after a good request a second one with two hosts is refused, and none behind it is heard`() async throws
    {
        try await withConsole { console in
            let good = "GET /health HTTP/1.1\r\nHost: localhost\r\n"
            let requests = good + "\r\n" + good + "Host: localhost\r\n\r\n" + good + "\r\n"
            let answer = await RawSocket.exchange(Array(requests.utf8), port: console.port)
            let statuses = answer.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
            #expect(statuses == ["200", "400"])
        }
    }

    /// What takes a body, whichever way its route reads it, and a place that nobody serves.
    static let takers = [
        "POST /api/v1/session", "PATCH /api/v1/items/sam/keys", "PUT /api/v1/items/sam/keys/photo",
        "POST /pub?u=sam&d=phone",
        "POST /api/v1/import?item=sam/phone&new=true", "POST /api/0/last", "POST /api/0/locations",
    ]

    private static func head(_ line: String) -> String {
        let type = line.contains("/api/0/") ? "application/x-www-form-urlencoded" : "application/json"
        return "\(line) HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\n"
    }

    @Test(arguments: takers)
    func `a body that does not come in its time is answered 408`(line: String) async throws {
        try await withConsole(configure: { $0.bodyPatience = .milliseconds(200) }) { console in
            try await console.meetKeys()
            for length in ["Content-Length: 1000\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"] {
                let answer = await RawSocket.exchange(Array((Self.head(line) + length).utf8), port: console.port)
                #expect(answer.hasPrefix("HTTP/1.1 408 "), "\(length): \(answer.prefix(200))")
                #expect(answer.contains("application/problem+json") && answer.contains("found 1 bytes"))
            }
            let key = ["Authorization": "Bearer \(console.localKey.text)"]
            let metrics = try await console.get("/metrics", headers: key).text
            #expect(metrics.contains(#"tagalong_http_connections_ended_total{reason="body"} 2"#))
        }
    }

    @Test(arguments: takers + ["POST /nowhere", "GET /health", "POST /api/v1/import?colour=red"])
    func `who sends a body drop by drop is sent away, whether or not anybody reads it`(line: String) async throws {
        try await withConsole(configure: { $0.bodyPatience = .milliseconds(300) }) { console in
            try await console.meetKeys()
            let client = try RawSocket(port: console.port)
            try client.write(Self.head(line) + "Transfer-Encoding: chunked\r\n\r\n")
            // Never idle, and never done: it ends only when the console ends it.
            while (try? client.write("1\r\n \r\n")) != nil { try await Task.sleep(for: .milliseconds(20)) }
            #expect(try await console.get("/health").status == 200)
        }
    }

    @Test func `a long body has its time for each mebibyte`() {
        let pace = BodyPace(time: .seconds(30))
        #expect(pace.limit(after: 0) == .seconds(30))
        #expect(pace.limit(after: BodyPace.portion - 1) == .seconds(30))
        #expect(pace.limit(after: 64 * BodyPace.portion) == .seconds(65 * 30))
    }

    @Test(arguments: takers)
    func `of a body that ends early nothing is taken`(line: String) async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let body = "lat,lon,time\n46.05,14.5,2026-05-01T09:00:00Z\n"
            let request = Self.head(line) + "Content-Length: 1000\r\n\r\n" + body
            let answer = await RawSocket.exchange(Array(request.utf8), port: console.port, hangsUp: true)
            #expect(!answer.contains(" 200 ") && !answer.contains(" 50"), "\(answer.prefix(200))")
            #expect(try console.store.devices().map(\.id.device.text) == ["keys"])
            #expect(try console.store.quarantine().isEmpty)
        }
    }
}
