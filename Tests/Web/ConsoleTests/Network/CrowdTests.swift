import Access
import Foundation
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// What one who holds connections can take from others.
@Suite(.timeLimit(.minutes(30)))
struct CrowdTests {
    private static let half = "GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
    private static let health = "GET /health HTTP/1.1\r\nHost: localhost\r\n"

    private static func metrics(_ console: ConsoleBench) async throws -> Exposition {
        try Exposition(await numbers(console).text)
    }

    /// Asks for the numbers, at the front door or another one.
    private static func numbers(_ console: ConsoleBench, at base: String? = nil) async throws -> ConsoleBench.Answer {
        let key = ["Authorization": "Bearer \(console.localKey.text)"]
        return try await console.send("GET", "/metrics", headers: key, at: base)
    }

    private static func ended(_ reason: String) -> String {
        "tagalong_http_connections_ended_total{reason=\"\(reason)\"}"
    }

    /// How many connections were ended for their headers.
    ///
    /// On a busy machine whoever asks may be slow too: then that counts as well, and they ask again.
    private static func cutForHeaders(_ console: ConsoleBench, at base: String? = nil) async throws -> Double? {
        var own = 0.0
        while true {
            try Task.checkCancellation()
            guard let answer = try? await numbers(console, at: base) else {
                own += 1
                continue
            }
            return try Exposition(answer.text)[Self.ended("head")].map { $0 - own }
        }
    }

    @Test(.enabled(if: Backlog.ofSystem >= 500, "the system lets fewer connections wait (net.core.somaxconn)"))
    func `of many who come at once none has to come again`() async throws {
        try await withConsole { console in
            // Whoever does, as the queue is full, does so after a second, and `/health` waits with them.
            let sockets = try (0..<500).map { _ in try RawSocket(port: console.port) }
            #expect(sockets.filter { $0.retransmissions != 0 }.isEmpty)
            #expect(try await console.get("/health").status == 200)
            for socket in sockets { socket.close() }
        }
    }

    @Test func `half-sent headers on more connections than there are keep nobody waiting`() async throws {
        let configure: @Sendable (inout ConsoleConfiguration) -> Void = { $0.limits.headPatience = .seconds(3600) }
        try await withConsole(patience: 3600, connections: 20, configure: configure) { console in
            let sockets = try (0..<50).map { _ in try RawSocket(port: console.port) }
            for socket in sockets { try? socket.write(Self.half) }
            // Were it only for the machine's own share: without a seat of its own this would wait for an hour.
            for _ in 0..<5 { #expect(try await console.get("/health").status == 200) }
            let metrics = try await Self.metrics(console)
            let cut = try #require(metrics[Self.ended("source")]) + #require(metrics[Self.ended("full")])
            #expect(cut >= 30)
            for socket in sockets { socket.close() }
        }
    }

    @Test func `who is logged in goes on while strangers take all that is left`() async throws {
        try await withConsole(patience: 3600, connections: 10) { console in
            let (owner, now) = (try Name(Account.first), WallClock().now)
            try console.access.setPasscode(try Passcode("tannenbaum"), current: nil, of: owner, from: nil, at: now)
            let (secret, _) = try console.access.makeToken("t", of: owner, scope: .admin, at: now)
            let request =
                "GET /api/v1/server HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(secret.text)\r\n\r\n"
            let known = try RawSocket(port: console.port)
            try known.write(request)
            #expect(String(decoding: await known.next(), as: UTF8.self).hasPrefix("HTTP/1.1 200"))
            let strangers = try (0..<40).map { _ in try RawSocket(port: console.port) }
            for stranger in strangers { try? stranger.write(Self.half) }
            try await eventually { try await Self.metrics(console)[Self.ended("full")] ?? 0 >= 20 }
            try known.write(request)
            #expect(String(decoding: await known.next(), as: UTF8.self).hasPrefix("HTTP/1.1 200"))
            for stranger in strangers { stranger.close() }
        }
    }

    @Test func `an account whose bodies do not come leaves its neighbours of one address room`() async throws {
        let configure: @Sendable (inout ConsoleConfiguration) -> Void = { $0.limits.connectionsOfMachine = 10 }
        try await withConsole(patience: 3600, configure: configure) { console in
            let (owner, kim, now) = (try Name(Account.first), try Name("kim"), WallClock().now)
            try console.access.setPasscode(try Passcode("tannenbaum"), current: nil, of: owner, from: nil, at: now)
            try console.access.add(kim, isAdministrator: false, grants: [], at: now)
            let tokens = try [owner, kim].map { try console.access.makeToken("t", of: $0, scope: .admin, at: now).0 }
            let post = "POST /pub HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(tokens[1].text)\r\n"
            let sockets = try (0..<10).map { _ in try RawSocket(port: console.port) }
            for socket in sockets { try socket.write(post + "Content-Length: 1000\r\n\r\na") }
            // Until the service has noted whose they are.
            try await Task.sleep(for: .milliseconds(500))
            let head = "GET /api/v1/server HTTP/1.1\r\nHost: localhost\r\n"
            let request = head + "Authorization: Bearer \(tokens[0].text)\r\n\r\n"
            for _ in 0..<5 {
                let socket = try RawSocket(port: console.port)
                try socket.write(request)
                #expect(String(decoding: await socket.next(), as: UTF8.self).hasPrefix("HTTP/1.1 200"))
            }
            for socket in sockets { socket.close() }
        }
    }

    @Test(arguments: ["", half, health + "\r\n" + half])
    func `headers that trickle in are cut, also those of a later request`(beginning: String) async throws {
        let configure: @Sendable (inout ConsoleConfiguration) -> Void = { $0.limits.headPatience = .milliseconds(300) }
        try await withConsole(patience: 3600, configure: configure) { console in
            let socket = try RawSocket(port: console.port)
            try socket.write(beginning)
            let trickle = Task {
                while !Task.isCancelled {
                    if !beginning.isEmpty { try socket.write("a") }
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            await socket.readToEnd()
            trickle.cancel()
            #expect(try await Self.cutForHeaders(console) == 1)
        }
    }

    @Test func `a connection between two requests may rest longer than headers may take`() async throws {
        let configure: @Sendable (inout ConsoleConfiguration) -> Void = { $0.limits.headPatience = .milliseconds(200) }
        try await withConsole(configure: configure) { console in
            var resting: RawSocket
            // Again where the machine was so busy that its own headers took too long.
            repeat {
                resting = try RawSocket(port: console.port)
                try? resting.write(Self.health + "\r\n")
            } while await resting.next().isEmpty
            let slow = try RawSocket(port: console.port)
            try? slow.write(Self.half)
            await slow.readToEnd()
            try resting.write(Self.health + "\r\n")
            #expect(String(decoding: await resting.next(), as: UTF8.self).hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test func `who does not go on with TLS is sent away`() async throws {
        try await withDirectory { directory in
            let certificate = try TestCertificate(in: directory)
            let configure: @Sendable (inout ConsoleConfiguration) -> Void = {
                ($0.certificate, $0.limits.headPatience) = (certificate.files, .milliseconds(300))
            }
            try await withConsole(patience: 3600, configure: configure) { console in
                let socket = try RawSocket(port: console.port)
                // The beginning of a record of a handshake.
                try socket.write("\u{16}\u{3}\u{1}")
                await socket.readToEnd()
                let base = "http://127.0.0.1:\(console.commandsPort)"
                #expect(try await Self.cutForHeaders(console, at: base) == 1)
            }
        }
    }

    @Test func `connections that rest after a request keep nobody out`() async throws {
        try await withConsole(patience: 3600, connections: 10) { console in
            let sockets = try (0..<30).map { _ in try RawSocket(port: console.port) }
            for socket in sockets { try? socket.write(Self.health + "\r\n") }
            // Answered, or ended for one that came later.
            for socket in sockets { _ = await socket.next() }
            for _ in 0..<5 { #expect(try await console.get("/health").status == 200) }
            for socket in sockets { socket.close() }
        }
    }
}

/// Connections that wait to be accepted.
private enum Backlog {
    /// How many the system allows (net.core.somaxconn).
    static var ofSystem: Int {
        let text = try? String(contentsOfFile: "/proc/sys/net/core/somaxconn", encoding: .utf8)
        return text.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 128
    }
}
