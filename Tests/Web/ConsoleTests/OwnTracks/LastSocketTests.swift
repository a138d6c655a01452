import Access
import Foundation
import HTTPTypes
import Hummingbird
import Messages
import NIOCore
import NIOEmbedded
import ServerSupport
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Recorder
@testable import Web

/// `/ws/last`, against a client with NIO's WebSocket.
@Suite(.timeLimit(.minutes(30)))
struct LastSocketTests {
    private static func body(_ seconds: Int, _ more: String = "") -> String {
        #"{"_type":"location","lat":46.05,"lon":14.5,"tst":\#(1_780_000_000 + seconds)\#(more)}"#
    }

    private static func object(_ text: String?) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data((text ?? "").utf8)) as? [String: Any])
    }

    /// The texts up to one of them, that one not included.
    private static func texts(_ socket: inout TestWebSocket, upTo end: String) async -> [String] {
        var texts: [String] = []
        while let text = await socket.text(), text != end { texts.append(text) }
        return texts
    }

    @Test func `the key of the RFC is answered as the RFC says`() throws {
        let fields: HTTPFields = [
            .connection: "keep-alive, Upgrade", .upgrade: "WebSocket", .secWebSocketVersion: "13",
            .secWebSocketKey: "dGhlIHNhbXBsZSBub25jZQ==",
        ]
        #expect(try WebSocketHandshake(.get, fields).accept == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(throws: Problem.self) { try WebSocketHandshake(.head, fields) }
        for (name, value) in [
            (HTTPField.Name.secWebSocketVersion, "8"), (.connection, "close"), (.upgrade, "h2c"),
            (.secWebSocketKey, "c2hvcnQ="),
        ] {
            var other = fields
            other[name] = value
            #expect(throws: Problem.self) { try WebSocketHandshake(.get, other) }
        }
    }

    @Test(arguments: ["Content-Length: 5", "Transfer-Encoding: chunked"])
    func `a request with a body opens none, and a client that goes takes nobody with it`(header: String) async throws {
        try await withConsole { console in
            let request = """
                GET /ws/last HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(header)\r\n\r\n
                """
            let answer = await RawSocket.exchange(Array(request.utf8), port: console.port, hangsUp: true)
            #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.contains("without a body"))
            let health = try await console.get("/health")
            #expect(health.status == 200)
        }
    }

    @Test func `nothing is told before LAST, then each last position, and each that is new`() async throws {
        try await withConsole(heartbeat: .milliseconds(50)) { console in
            for user in ["sam", "ann"] { _ = try await console.post(Self.body(0), as: user) }
            var socket = try await TestWebSocket(port: console.port, path: "/ws/last")
            _ = try await console.post(Self.body(60))
            // What keeps it open comes from the beginning, and nothing else.
            for _ in 0..<3 { #expect(await socket.next() == .ping) }
            try await socket.send("LAST")
            let last = try await Self.texts(&socket, upTo: "LAST").map(Self.object)
            #expect(last.map { $0["topic"] as? String } == ["owntracks/ann/phone", "owntracks/sam/phone"])
            #expect(last.map { $0["tst"] as? Int } == [1_780_000_000, 1_780_000_060])
            #expect(last.allSatisfy { $0["_type"] as? String == "location" && $0["tid"] != nil })
            _ = try await console.post(Self.body(120, #","batt":80"#))
            let live = try await Self.object(socket.text())
            #expect(live["topic"] as? String == "owntracks/sam/phone")
            #expect(
                (live["lat"] as? Double, live["lon"] as? Double, live["tst"] as? Int) == (46.05, 14.5, 1_780_000_120))
            // The same that is answered to the question.
            let answer = try await console.get("/api/0/last?user=sam")
            #expect("[\(try await Self.again(&socket))]" == answer.text)
        }
    }

    private static func again(_ socket: inout TestWebSocket) async throws -> String {
        try await socket.send("LAST", pieces: 3)
        return await texts(&socket, upTo: "LAST").last ?? ""
    }

    @Test func `a limit in the headers or the query holds for what is live, too`() async throws {
        try await withConsole { console in
            for user in ["ann", "sam"] { _ = try await console.post(Self.body(0), as: user) }
            _ = try await console.post(Self.body(0), as: "sam", "tablet")
            let asked: [(String, [String: String])] = [
                ("/ws/last", ["X-Limit-User": "sam", "X-Limit-Device": "phone"]),
                ("/ws/last?user=sam&device=phone", [:]),
            ]
            for (index, (path, headers)) in asked.enumerated() {
                var socket = try await TestWebSocket(port: console.port, path: path, headers: headers)
                try await socket.send("LAST")
                #expect(await Self.texts(&socket, upTo: "LAST").count == 1)
                let time = 60 * (index + 1)
                _ = try await console.post(Self.body(time), as: "ann")
                _ = try await console.post(Self.body(time), as: "sam", "tablet")
                _ = try await console.post(Self.body(time), as: "sam")
                #expect(try await Self.object(socket.text())["topic"] as? String == "owntracks/sam/phone")
            }
        }
    }

    @Test func `whoever may see one thing hears of that one, and an outcast no more`() async throws {
        try await withConsole(heartbeat: .milliseconds(50)) { console in
            for device in ["keys", "phone"] { _ = try await console.post(Self.body(0), as: "sam", device) }
            let (owner, now) = (try Name(Account.first), WallClock().now)
            try console.access.setPasscode(Passcode("tannenbaum"), current: nil, of: owner, from: nil, at: now)
            let guest = try Name("guest")
            let grants = [try Grant(written: "sam/keys=last")].compactMap { $0 }
            try console.access.add(guest, isAdministrator: false, grants: grants, at: now)
            let (all, _) = try console.access.makeToken("t", of: owner, scope: .admin, at: now)
            let (secret, token) = try console.access.makeToken("t", of: guest, scope: .readLast, at: now)
            await #expect(throws: TestWebSocket.Refused.self) {
                try await TestWebSocket(port: console.port, path: "/ws/last")
            }
            let headers = ["Authorization": "Bearer \(secret.text)"]
            var socket = try await TestWebSocket(port: console.port, path: "/ws/last", headers: headers)
            try await socket.send("LAST")
            #expect(await Self.texts(&socket, upTo: "LAST").count == 1)
            for device in ["phone", "keys"] {
                let phone = ["X-Limit-U": "sam", "X-Limit-D": device, "Authorization": "Bearer \(all.text)"]
                let answer = try await console.send("POST", "/pub", headers: phone, body: Self.body(60))
                #expect(answer.status == 200)
            }
            #expect(try await Self.object(socket.text())["device"] as? String == "keys")
            try console.access.revokeToken(token.id, at: now)
            var ending: TestWebSocket.Message?
            while let message = await socket.next() { ending = message }
            #expect(ending == .close(1008))
        }
    }

    @Test func `another site's page opens none, its own and one that is allowed do`() async throws {
        try await withConsole(configure: { $0.allowedOrigins = ["https://map.example"] }) { console in
            for origin in ["https://evil.example", "null", "http://127.0.0.1:1"] {
                await #expect(throws: TestWebSocket.Refused.self) {
                    try await TestWebSocket(port: console.port, path: "/ws/last", headers: ["Origin": origin])
                }
            }
            for origin in ["https://map.example", "http://127.0.0.1:\(console.port)"] {
                var socket = try await TestWebSocket(port: console.port, path: "/ws/last", headers: ["Origin": origin])
                try await socket.send("LAST")
                #expect(await socket.text() == "LAST")
            }
        }
    }

    @Test func `what is said comes back, a ping as a pong, and exit ends it`() async throws {
        try await withConsole { console in
            var socket = try await TestWebSocket(port: console.port, path: "/ws/last")
            try await socket.send("hello", pieces: 2)
            #expect(await socket.next() == .text("hello"))
            try await socket.ping("x")
            #expect(await socket.next() == .pong("x"))
            try await socket.send("exit")
            #expect(await socket.next() == .text("exit"))
            #expect(await socket.next() == .close(1000))
            #expect(await socket.next() == nil)
        }
    }

    @Test func `what is no text, too long, not masked, of an unknown extension or too much ends it with the reason`()
        async throws
    {
        try await withConsole { console in
            let cases: [(Int, @Sendable (TestWebSocket) async throws -> Void)] = [
                (1003, { try await $0.sendBinary([1, 2]) }),
                (1009, { try await $0.send(String(repeating: "x", count: 5000)) }),
                (1009, { try await $0.send(String(repeating: "x", count: 5000), pieces: 4) }),
                (1002, { try await $0.sendUnmasked("LAST") }), (1002, { try await $0.send("LAST", reserved: 4) }),
                (1002, { try await $0.send("LAST", reserved: 2) }), (1002, { try await $0.send("LAST", reserved: 1) }),
            ]
            for (code, act) in cases {
                var socket = try await TestWebSocket(port: console.port, path: "/ws/last")
                try await act(socket)
                #expect(await socket.next() == .close(code))
                #expect(await socket.next() == nil)
            }
            // Nothing of that has left a reader behind.
            try await console.wait { !console.feed.live.hasReaders }
            #expect(try await console.get("/ws/last").status == 426)
            #expect(try await console.get("/ws/last").headers["upgrade"] == "websocket")
        }
    }

    /// Takes all that is written, and notes how much at a time.
    private struct Sizes: ResponseBodyWriter {
        var bytes: [Int] = []

        mutating func write(_ buffer: ByteBuffer) { bytes.append(buffer.readableBytes) }
        consuming func finish(_ trailingHeaders: HTTPFields?) {}
    }

    @Test func `however often a client asks at once, what it is told is in memory by pieces`() async throws {
        try await withConsole { console in
            let face = String(repeating: "x", count: 40_000)
            for device in ["phone", "tablet", "watch"] {
                _ = try await console.post(Self.body(0), as: "sam", device)
                _ = try await console.post(#"{"_type":"card","name":"Sam","face":"\#(face)"}"#, as: "sam", device)
            }
            let source = ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: .silent)
            var context = ConsoleContext(source: source)
            context.principal = .anybody
            let news = try PositionNews(console.parts, ConsoleGate(console.parts.configuration), context)
            let (inbox, asking) = (WebSocketInbox(), context)
            for _ in 0..<20 { inbox.put(.text("LAST")) }
            inbox.put(.text("exit"))
            let socket = LastSocket(inbox: inbox, sight: { asking.sight(console.parts) }, user: nil, device: nil)
            var writer: any ResponseBodyWriter = Sizes()
            try await socket.run(news, &writer)
            let sizes = try #require(writer as? Sizes).bytes
            #expect(sizes.reduce(0, +) > 60 * 40_000)
            #expect(sizes.allSatisfy { $0 < ConsoleLimits.piece + 41_000 })
        }
    }

    @Test func `a socket that is dropped gives its place back`() async throws {
        try await withConsole { console in
            let socket = try await TestWebSocket(port: console.port, path: "/ws/last")
            try await console.wait { console.feed.live.hasReaders }
            try await socket.drop()
            try await console.wait { !console.feed.live.hasReaders }
        }
    }

    @Test func `it goes over TLS`() async throws {
        try await withDirectory { directory in
            let certificate = try TestCertificate(in: directory)
            try await withConsole(configure: { $0.certificate = certificate.files }) { console in
                var socket = try await TestWebSocket(
                    port: console.port, path: "/ws/last", secure: try certificate.encryption()
                )
                try await socket.send("LAST")
                #expect(await socket.text() == "LAST")
                try await socket.send("exit")
                #expect(await socket.text() == "exit")
                #expect(await socket.next() == .close(1000))
            }
        }
    }

    @Test func `of positions that a slow client has not taken, each device's newest is told`() async throws {
        try await withConsole { console in
            _ = try await console.post(Self.body(0))
            var socket = try await TestWebSocket(port: console.port, path: "/ws/last")
            try await socket.send("LAST")
            #expect(await Self.texts(&socket, upTo: "LAST").count == 1)
            // Taken in within one transaction, they are one piece of news.
            let all = (1...500).map { Self.body($0) }.joined(separator: ",")
            _ = try await console.post("[\(all)]")
            _ = try await console.post(Self.body(1000))
            var times: [Int] = []
            while times.last != 1_780_001_000 { times.append(try await Self.object(socket.text())["tst"] as? Int ?? 0) }
            #expect(times.count <= 2 && times == times.sorted())
        }
    }
}
