import Access
import Foundation
import Logging
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// A console with a certificate, over real TLS.
@Suite(.timeLimit(.minutes(30)))
struct EncryptionTests {
    private static let json = ["Content-Type": "application/json"]

    /// A console on TLS with an account, its certificate, and the clock that it goes by.
    private func withEncryption(
        _ body: @Sendable (ConsoleBench, TestCertificate, AdjustableClock, URL) async throws -> Void
    ) async throws {
        try await withDirectory { directory in
            let (certificate, clock) = (try TestCertificate(in: directory), AdjustableClock())
            try await withConsole(clock: clock, configure: { $0.certificate = certificate.files }) { console in
                let (owner, passcode) = (try Name(Account.first), try Passcode("tannenbaum"))
                try console.access.setPasscode(passcode, current: nil, of: owner, from: nil, at: clock.now)
                try await body(console, certificate, clock, directory)
            }
        }
    }

    @Test func `one logs in over TLS, with a cookie that never leaves it`() async throws {
        try await withEncryption { console, certificate, _, _ in
            let client = try certificate.client()
            let (base, body) = (console.encrypted, #"{"passcode":"tannenbaum"}"#)
            let answer = try await console.send(
                "POST",
                "/api/v1/session",
                headers: Self.json,
                body: body,
                at: base,
                through: client
            )
            #expect(answer.status == 204)
            let cookie = try #require(answer.headers["set-cookie"])
            #expect(cookie.hasPrefix("__Host-tagalong=") && cookie.contains("; Secure"))
            #expect(!cookie.contains("Domain"))
            let pair = String(cookie.prefix { $0 != ";" })
            let path = "/api/v1/items"
            let read = try await console.send("GET", path, headers: ["Cookie": pair], at: base, through: client)
            #expect(read.status == 200)
            #expect(read.headers["strict-transport-security"] == nil)
            let plain = ["Cookie": pair.replacing("__Host-", with: "")]
            #expect(try await console.send("GET", path, headers: plain, at: base, through: client).status == 401)
            // Pages that a browser has from elsewhere by name are told to come back only so.
            let named = ["Host": "box.example:8443"]
            let told = try await console.send("GET", "/", headers: named, at: base, through: client)
            #expect(told.headers["strict-transport-security"]?.hasPrefix("max-age=") == true)
        }
    }

    @Test func `a client that knows another authority does not go on`() async throws {
        try await withEncryption { console, _, _, directory in
            let other = try TestCertificate(in: directory, named: "other")
            let client = try other.client()
            await #expect(throws: (any Error).self) {
                try await console.send("GET", "/health", at: console.encrypted, through: client)
            }
        }
    }

    @Test(arguments: [(0, false), (1, false), (2, true), (3, true)])
    func `TLS is 1.2 or later`(minor: Int, isAccepted: Bool) async throws {
        try await withEncryption { console, certificate, _, _ in
            let client = try certificate.client(newest: minor)
            let answer = try? await console.send("GET", "/health", at: console.encrypted, through: client)
            #expect(answer?.status == (isAccepted ? 200 : nil))
        }
    }

    @Test func `plain HTTP is told that it is at the wrong port, and gets nothing else`() async throws {
        try await withEncryption { console, _, _, _ in
            let request = "GET /api/v1/items HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let text = await RawSocket.exchange(Array(request.utf8), port: console.port)
            #expect(text.hasPrefix("HTTP/1.1 400 "))
            #expect(text.contains("this port is for https:// only"))
        }
    }

    @Test func `what is no TLS at all ends, and is counted`() async throws {
        try await withEncryption { console, certificate, _, _ in
            // Begins as TLS does, and goes on as nothing does.
            let text = await RawSocket.exchange([22, 3, 1, 0, 2, 99, 99, 99, 99, 99, 99, 99], port: console.port)
            #expect(!text.contains("HTTP"))
            let client = try certificate.client()
            let headers = ["Authorization": "Bearer \(console.localKey.text)"]
            let ended = #"tagalong_http_connections_ended_total{reason="handshake"} 1"#
            var metrics = ""
            while !metrics.contains(ended) {
                let base = console.encrypted
                let answer = try await console.send("GET", "/metrics", headers: headers, at: base, through: client)
                metrics = answer.text
            }
        }
    }

    @Test func `a command of this machine comes in by a door of its own, and only with its key`() async throws {
        try await withEncryption { console, _, _, _ in
            let base = "http://127.0.0.1:\(console.commandsPort)"
            #expect(console.commandsPort != console.port)
            let key = ["Authorization": "Bearer \(console.localKey.text)"]
            #expect(try await console.send("GET", "/api/v1/counters", headers: key, at: base).status == 200)
            let owner = try Name(Account.first)
            let (token, _) = try console.access.makeToken("t", of: owner, scope: .admin, at: WallClock().now)
            for headers in [[:], ["Authorization": "Bearer \(token.text)"]] {
                for path in ["/", "/health", "/api/v1/session", "/api/v1/counters"] {
                    #expect(try await console.send("GET", path, headers: headers, at: base).status == 401)
                }
            }
            let body = #"{"passcode":"tannenbaum"}"#
            #expect(
                try await console.send("POST", "/api/v1/session", headers: Self.json, body: body, at: base).status
                    == 401
            )
        }
    }

    @Test func `a new certificate is shown to who comes next, and nobody is sent away`() async throws {
        try await withEncryption { console, old, clock, directory in
            let client = try old.client()
            let key = ["Authorization": "Bearer \(console.localKey.text)"]
            let base = console.encrypted
            var stream = try await EventStream(console, headers: key, at: base, through: client)
            _ = try await stream.snapshot()
            let new = try TestCertificate(in: directory)
            clock.advance(by: CertificateWatch.interval * 2)
            while true {
                let client = try new.client()
                let answer = try? await console.send("GET", "/health", at: base, through: client)
                if answer?.status == 200 { break }
            }
            try await console.meetKeys()
            let events = try await stream.upTo { $0.type != "ready" }
            #expect(events.last?.item == "sam/keys")
        }
    }

    @Test func `a new certificate that is none leaves the old one in use`() async throws {
        try await withDirectory { directory in
            let certificate = try TestCertificate(in: directory)
            let log = LogLines(from: .trace)
            let keeper = try CurrentCertificate(certificate.files, logger: log.logger)
            let other = try TestCertificate(in: directory, named: "other")
            // The certificate of one and the key of another, as in the middle of a renewal.
            try Self.copy(other.files.certificate, to: certificate.files.certificate)
            keeper.refresh()
            keeper.refresh()
            #expect(log.lines.count == 1)
            #expect(log.lines.first?.contains("is not the private key of") == true)
            try Self.copy(other.files.key, to: certificate.files.key)
            keeper.refresh()
            #expect(log.lines.count == 2)
            #expect(log.lines.last?.contains("the new certificate") == true)
        }
    }

    @Test func `a key that others may read, and files that are none, are refused`() async throws {
        try await withDirectory { directory in
            let files = try TestCertificate(in: directory).files
            for mode in [0o644, 0o620, 0o604] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: files.key)
                #expect(throws: CertificateFiles.Invalid.open(path: files.key)) { try files.read() }
            }
            // As Debian keeps keys for the group ssl-cert.
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: files.key)
            _ = try files.read()
            let missing = CertificateFiles(certificate: "/nonexistent.pem", key: files.key)
            #expect(throws: CertificateFiles.Invalid.self) { try missing.read() }
            let crossed = CertificateFiles(certificate: files.certificate, key: files.certificate)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: files.certificate)
            #expect(throws: CertificateFiles.Invalid.noKey(path: files.certificate)) { try crossed.read() }
            let swapped = CertificateFiles(certificate: files.key, key: files.key)
            #expect(throws: CertificateFiles.Invalid.noCertificate(path: files.key)) { try swapped.read() }
        }
    }

    @Test func `a certificate that is too weak for the system is refused with a sentence`() async throws {
        try await withDirectory { directory in
            let files = try TestCertificate(in: directory, key: ["-newkey", "rsa:1024"]).files
            #expect(throws: CertificateFiles.Invalid.weak(path: files.certificate)) { try files.read() }
        }
    }

    private static func copy(_ from: String, to: String) throws {
        try FileManager.default.removeItem(atPath: to)
        try FileManager.default.copyItem(atPath: from, toPath: to)
    }
}

extension ConsoleBench {
    /// Where it is with TLS.
    var encrypted: String { "https://localhost:\(port)" }
}
