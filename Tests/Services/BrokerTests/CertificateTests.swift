import Foundation
import MQTT
import Testing
import Tracking

@testable import Broker

@Suite(.timeLimit(.minutes(30)))
struct CertificateTests {
    @Test func `a certificate that ends soon is made anew by the same authority, and clients go on`() async throws {
        try await withOwnBroker { broker in
            let credential = try await broker.provisioner.add(.phone(try RoleCase.device("sam/phone")))
            let before = try Data(contentsOf: URL(filePath: "\(broker.directory)/tls/server.pem"))
            #expect(try !OwnBroker.renew(in: broker.directory, at: OwnTestBroker.now))
            // Made out as if it had been 380 days ago, and so near its end.
            try FileManager.default.removeItem(atPath: "\(broker.directory)/tls/server.pem")
            let past = OwnTestBroker.now.advanced(by: .seconds(-380 * 86_400))
            #expect(try OwnBroker.renew(in: broker.directory, at: past))
            let old = try Data(contentsOf: URL(filePath: "\(broker.directory)/tls/server.pem"))
            #expect(try OwnBroker.renew(in: broker.directory, at: OwnTestBroker.now))
            let after = try Data(contentsOf: URL(filePath: "\(broker.directory)/tls/server.pem"))
            #expect(Set([before, old, after]).count == 3)
            #expect(try await broker.refusal(broker.connection(credential)) == nil)
            let now = try #require(try OwnBroker.encryption(in: broker.directory))
            #expect(now.fingerprint == broker.encryption.fingerprint)
            #expect(try #require(now.end) > OwnTestBroker.now.advanced(by: .seconds(300 * 86_400)))
        }
    }

    @Test func `a key of another certificate, as after a stop between two files, is replaced`() async throws {
        try await withOwnBroker { broker in
            let (_, key) = try Authority.open(BrokerFiles(directory: broker.directory), at: OwnTestBroker.now)
                .issue(to: ["localhost"], at: OwnTestBroker.now)
            try SecretFile.write(key, to: "\(broker.directory)/tls/server.key")
            #expect(try OwnBroker.renew(in: broker.directory, at: OwnTestBroker.now))
            try await broker.restart()
            let credential = try await broker.provisioner.add(.phone(try RoleCase.device("sam/phone")))
            #expect(try await broker.refusal(broker.connection(credential)) == nil)
        }
    }

    @Test(arguments: [
        ("192.168.1.10", "192.168.1.10", 8883), ("0.0.0.0:8884", "0.0.0.0", 8884), ("[::1]:1", "::1", 1),
        ("::", "::", 8883), ("[fd00::1]:8883", "fd00::1", 8883),
    ])
    func `an address to listen on is read`(_ text: String, _ address: String, _ port: UInt16) throws {
        let listener = try Listener(written: text)
        #expect((listener.address, listener.port) == (address, port))
    }

    @Test(arguments: ["", "home", "home:8883", "192.168.1", "1.2.3.4:0", "1.2.3.4:70000", "[::1", ":8883", "1.2.3.4:x"])
    func `what is no address to listen on is refused`(_ text: String) {
        #expect(throws: BrokerError.badAddress(text)) { try Listener(written: text) }
    }

    @Test(arguments: ["", "-a", "a b", "a..b", "ä.org", "a_b", String(repeating: "x", count: 64)])
    func `no certificate is made out for what is no host`(_ name: String) {
        let directory = OwnTestBroker.temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        #expect(throws: BrokerError.badName(name)) {
            try OwnBroker.listen(
                in: directory,
                Listener(address: "127.0.0.1", names: [name]),
                at: OwnTestBroker.now
            )
        }
    }
}
