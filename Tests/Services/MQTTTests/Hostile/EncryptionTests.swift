import COpenSSL
import Cryptography
import Foundation
import MQTT
import Messages
import Synchronization
import TestSupport
import Testing

@testable import TLS

/// An authority, and a server's certificate of it.
private struct Papers {
    let authority: String
    let context: TLSContext
    let directory: String

    struct Trouble: Error {}

    init(names: [(isAddress: Bool, text: String)] = [(true, "127.0.0.1")], expired: Bool = false) throws {
        let now = Int64(Date().timeIntervalSince1970)
        let valid = expired ? now - 7200...now - 3600 : now - 3600...now + 3600
        guard let key = Certificate.makeKey(), let ownKey = Certificate.makeKey(),
            let root = Certificate.authority("root", key: key, valid: now - 10_000...now + 10_000),
            let own = Certificate.server(
                "server", alternatives: names, key: ownKey, valid: valid, issuer: (root, key)
            )
        else { throw Trouble() }
        directory = "\(FileManager.default.temporaryDirectory.path)/papers-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        authority = "\(directory)/ca.pem"
        try Data(root.utf8).write(to: URL(fileURLWithPath: authority))
        try Data(own.utf8).write(to: URL(fileURLWithPath: "\(directory)/server.pem"))
        try Data(ownKey.utf8).write(to: URL(fileURLWithPath: "\(directory)/server.key"))
        context = try TLSContext(chain: Array(own.utf8), key: Array(ownKey.utf8))
    }

    func remove() { try? FileManager.default.removeItem(atPath: directory) }
}

extension TLSConnection {
    /// The server's end of a connection to a client with a certificate; nil for files that are none.
    ///
    /// - Parameters:
    ///   - files: Its certificate and key without their suffixes.
    ///   - clients: The certificate that it wants to see.
    fileprivate init?(server files: String, clients: String) {
        guard let context = unsafe SSL_CTX_new(TLS_server_method()) else { return nil }
        defer { unsafe SSL_CTX_free(context) }
        unsafe SSL_CTX_use_certificate_chain_file(context, "\(files).pem")
        unsafe SSL_CTX_use_PrivateKey_file(context, "\(files).key", SSL_FILETYPE_PEM)
        unsafe SSL_CTX_load_verify_file(context, clients)
        unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
        guard let connection = unsafe SSL_new(context) else { return nil }
        unsafe SSL_set_bio(connection, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()))
        unsafe SSL_set_accept_state(connection)
        unsafe self.init(connection)
    }
}

/// Encrypted connections, and why there is none.
@Suite(.timeLimit(.minutes(30)))
struct EncryptionTests {
    /// An encrypted broker that says what it is told, and hears the rest.
    private func withBroker(
        _ papers: Papers,
        trusting other: Papers? = nil,
        _ act: @escaping PlayedBroker.Act = { client in
            client.accept()
            client.awaitEnd()
        },
        body: (MQTTConfiguration) async throws -> Void
    ) async throws {
        defer { papers.remove() }
        let broker = try PlayedBroker([act], open: { papers.context.open() })
        var configuration = broker.configuration
        configuration.tls = .init(authorities: (other ?? papers).authority)
        try await body(configuration)
    }

    private func reasons(_ configuration: MQTTConfiguration) async throws -> [String] {
        try await running(MQTTClient(configuration, "a")) { log in
            await log.wait { !$0.reasons.isEmpty }
            return await log.reasons.map { $0.replacing(configuration.address, with: "HOST") }
        }
    }

    @Test(arguments: ["127.0.0.1", "localhost"])
    func `what is said goes both ways, however much`(host: String) async throws {
        let payload = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let heard = Mutex<[UInt8]>([])
        let papers = try Papers(names: [(true, "127.0.0.1"), (false, "localhost")])
        let act: PlayedBroker.Act = { client in
            client.accept()
            // 3,000,004 bytes behind the head.
            client.send([0x30, 0xC4, 0x8D, 0xB7, 0x01, 0, 1, 0x78, 0] + payload)
            let bytes = client.awaitEnd()
            heard.withLock { $0 = bytes }
        }
        try await withBroker(papers, act) { configuration in
            var configuration = configuration
            configuration.host = host
            let client = try MQTTClient(configuration, "a")
            try await running(client) { log in
                await log.wait(forMessages: 1)
                #expect(await log.messages.first?.payload == payload)
                try await client.publish(Message(topic: "x", payload: payload, quality: .atMostOnce))
                // Nobody answers for it.
                try await eventually { client.counters.queued == 0 }
            }
            try await eventually { heard.withLock { !$0.isEmpty } }
            #expect(heard.withLock { Array($0.dropFirst(9).prefix(payload.count)) } == payload)
            // The end of the session behind it.
            #expect(heard.withLock { $0.suffix(2) } == [0xE0, 0])
        }
    }

    @Test(
        arguments: [
            ("127.0.0.1", "IP address mismatch"), ("localhost", "hostname mismatch"),
        ]
    )
    func `a certificate for another host is refused, unless that is allowed`(host: String, words: String) async throws {
        try await withBroker(Papers(names: [(false, "elsewhere.example"), (true, "127.0.0.9")])) { configuration in
            var configuration = configuration
            configuration.host = host
            let told = try await reasons(configuration)
            #expect(told == ["no encrypted connection to HOST: certificate verify failed (\(words))"])
            configuration.tls?.allowsOtherHostNames = true
            try await running(MQTTClient(configuration, "a")) { await $0.wait(forConnections: 1) }
        }
    }

    @Test func `a certificate that has expired is refused`() async throws {
        try await withBroker(Papers(expired: true)) { configuration in
            let told = try await reasons(configuration)
            #expect(told == ["no encrypted connection to HOST: certificate verify failed (certificate has expired)"])
        }
    }

    @Test func `another authority's certificate is refused, and the system's too`() async throws {
        let other = try Papers()
        defer { other.remove() }
        try await withBroker(Papers(), trusting: other) { configuration in
            var configuration = configuration
            for authorities in [configuration.tls?.authorities, nil] {
                configuration.tls?.authorities = authorities
                let told = try await reasons(configuration)
                #expect(told.count == 1)
                #expect(told.first?.hasPrefix("no encrypted connection to HOST: certificate verify failed (") == true)
            }
        }
    }

    @Test func `who speaks no TLS is told of`() async throws {
        let papers = try Papers()
        defer { papers.remove() }
        let broker = try PlayedBroker(
            { client in
                client.awaitConnect()
                client.send(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8))
                client.awaitEnd()
            }
        )
        var configuration = broker.configuration
        configuration.tls = .init(authorities: papers.authority)
        let told = try await reasons(configuration)
        #expect(told == ["no encrypted connection to HOST: wrong version number"])
    }

    @Test func `who hangs up in the handshake is told of, and who says nothing`() async throws {
        let papers = try Papers()
        defer { papers.remove() }
        let broker = try PlayedBroker({ $0.awaitConnect() }, { $0.awaitEnd() })
        var configuration = broker.configuration
        configuration.tls = .init(authorities: papers.authority)
        // On a busy machine the end may come late, and is to come before the time is over all the same.
        configuration.answerTimeout = .seconds(60)
        #expect(
            try await reasons(configuration) == ["no encrypted connection to HOST: unexpected eof while reading"]
        )
        configuration.answerTimeout = .milliseconds(200)
        #expect(try await reasons(configuration) == ["HOST does not answer as a broker does"])
    }

    @Test func `what breaks in the middle is told of, and the connection made again`() async throws {
        let papers = try Papers()
        let act: PlayedBroker.Act = { client in
            client.accept()
            client.send([0x30, 5, 0, 1, 0x78, 0, 0x21])
            client.sendRaw([0x17, 3, 3, 0, 32] + [UInt8](repeating: 0xAA, count: 32))
            client.awaitEnd()
        }
        try await withBroker(papers, act) { configuration in
            try await running(MQTTClient(configuration, "a")) { log in
                await log.wait { $0.connections.count >= 2 && !$0.messages.isEmpty }
                #expect(await log.payloads.first == "!")
                #expect(
                    await log.reasons.first
                        == "no encrypted connection to \(configuration.address): decryption failed or bad record mac"
                )
            }
        }
    }

    @Test func `a broker that ends the encryption has ended the connection`() async throws {
        let papers = try Papers()
        let act: PlayedBroker.Act = { client in
            client.accept()
            client.hangUp()
        }
        try await withBroker(papers, act) { configuration in
            let told = try await reasons(configuration)
            #expect(told == ["the connection to HOST broke"])
        }
    }

    @Test func `a broker that wants a client's certificate gets it`() async throws {
        let papers = try Papers()
        defer { papers.remove() }
        let (certificate, key) = ("\(papers.directory)/client.pem", "\(papers.directory)/client.key")
        try await onThread {
            Result {
                let openssl = try Process.run(
                    URL(fileURLWithPath: "/usr/bin/openssl"),
                    arguments: [
                        "req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=client", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:P-256", "-keyout", key, "-out", certificate,
                    ]
                )
                openssl.waitUntilExit()
            }
        }.get()
        let broker = try PlayedBroker(
            [
                { client in
                    client.accept()
                    client.awaitEnd()
                }
            ],
            open: { TLSConnection(server: "\(papers.directory)/server", clients: certificate) }
        )
        var configuration = broker.configuration
        configuration.tls = .init(authorities: papers.authority, certificate: certificate, key: key)
        try await running(MQTTClient(configuration, "a")) { await $0.wait(forConnections: 1) }
        configuration.tls = .init(authorities: papers.authority)
        let told = try await reasons(configuration)
        #expect(told == ["no encrypted connection to HOST: tlsv13 alert certificate required"])
    }

    @Test func `files that are no certificates are named`() async throws {
        let papers = try Papers()
        let others = try Papers()
        defer { others.remove() }
        try await withBroker(papers) { configuration in
            var configuration = configuration
            let certificate = "\(papers.directory)/server.pem"
            let key = "\(papers.directory)/server.key"
            let otherKey = "\(others.directory)/server.key"
            let cases: [(MQTTConfiguration.TLS, String)] = [
                (.init(authorities: key), "there is no certificate of an authority in \(key)"),
                (
                    .init(authorities: papers.authority, certificate: key, key: key),
                    "there is no certificate in \(key) that the system takes"
                ),
                (
                    .init(authorities: papers.authority, certificate: certificate, key: certificate),
                    "there is no key without a passphrase in \(certificate)"
                ),
                (
                    .init(authorities: papers.authority, certificate: certificate, key: otherKey),
                    "the key in \(otherKey) is not that of the certificate in \(certificate)"
                ),
            ]
            for (tls, words) in cases {
                configuration.tls = tls
                let told = try await reasons(configuration)
                #expect(told == ["no encrypted connection to HOST: \(words)"])
            }
            configuration.tls = .init(authorities: papers.authority, certificate: certificate)
            let client = try MQTTClient(configuration, "a")
            await #expect(throws: MQTTError.badSetting("a client's certificate and its key go together")) {
                try await client.run { _ in }
            }
        }
    }
}
