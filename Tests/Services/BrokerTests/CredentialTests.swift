import Broker
import Foundation
import MQTT
import Messages
import ServerSupport
import Testing

@Suite(.timeLimit(.minutes(30)))
struct CredentialTests {
    @Test func `without the right password nobody is let in`() async throws {
        try await withOwnBroker { broker in
            let credential = try await broker.provisioner.add(.phone(try RoleCase.device("sam/phone")))
            let wrong: [(String?, Secret?)] = [
                (credential.user, "wrong"), (credential.user, nil), ("nobody", credential.password), (nil, nil),
            ]
            for (user, password) in wrong {
                let connection = broker.connection(user: user, password: password)
                #expect(try await broker.refusal(connection) != nil, "\(user ?? "nobody")")
            }
            #expect(try await broker.refusal(broker.connection(credential)) == nil)
        }
    }

    @Test func `a broker of another authority, or of another name, is not spoken to`() async throws {
        try await withOwnBroker { broker in
            let credential = try await broker.provisioner.add(.phone(try RoleCase.device("sam/phone")))
            let right = broker.connection(credential)
            let other = OwnTestBroker.temporaryDirectory()
            defer { try? FileManager.default.removeItem(atPath: other) }
            let listener = Listener(address: "127.0.0.1", port: 8883, names: [])
            try OwnBroker.listen(in: other, listener, at: OwnTestBroker.now)
            var stranger = right
            stranger.tls?.authorities = try #require(try OwnBroker.encryption(in: other)).authority
            #expect(try await broker.refusal(stranger)?.hasPrefix("no encrypted connection") == true)
            var renamed = right
            // An address of this machine that the certificate does not name.
            renamed.host = "127.0.0.2"
            #expect(try await broker.refusal(renamed) != nil)
            var plain = right
            plain.tls = nil
            #expect(try await broker.refusal(plain) != nil)
        }
    }

    @Test func `a revoked client is disconnected and stays out`() async throws {
        try await withOwnBroker { broker in
            let credential = try await broker.provisioner.add(.phone(try RoleCase.device("sam/phone")))
            try await Guest.visit(broker.connection(credential), as: "sam.phone") { guest in
                try await guest.connected()
                try await broker.provisioner.revoke(credential.user)
                _ = await guest.disconnected()
            }
            #expect(try await broker.refusal(broker.connection(credential)) != nil)
            try await broker.restart()
            #expect(try await broker.refusal(broker.connection(credential)) != nil)
            await #expect(throws: BrokerError.unknown(credential.user)) {
                try await broker.provisioner.revoke(credential.user)
            }
        }
    }

    @Test func `a new password ends the connection and keeps the session`() async throws {
        try await withOwnBroker { broker in
            let old = try await broker.provisioner.add(.tracker(try RoleCase.device("sam/keys")))
            let (id, topic) = ("tagalong-sam-keys", "tagalong/sam/keys/command")
            let new = try await Guest.visit(broker.connection(old), as: id, subscribing: [topic], persistent: true) {
                guest in
                try await guest.connected()
                let new = try await broker.provisioner.rotate(old.user)
                _ = await guest.disconnected()
                return new
            }
            #expect(new.user == old.user)
            #expect(try await broker.refusal(broker.connection(old), as: id) != nil)
            try await Guest.visit(broker.owner, as: "owner") { _ = try await $0.sends(on: topic, "waits") }
            try await Guest.visit(broker.connection(new), as: id, subscribing: [topic], persistent: true) { guest in
                #expect(await guest.text() == "waits")
            }
        }
    }

    @Test func `a restart keeps clients, what is kept, and what waits`() async throws {
        try await withOwnBroker { broker in
            let credential = try await broker.provisioner.add(.tracker(try RoleCase.device("sam/keys")))
            let (id, topic) = ("tagalong-sam-keys", "tagalong/sam/keys/command")
            try await Guest.visit(broker.connection(credential), as: id, subscribing: [topic], persistent: true) {
                try await $0.connected()
                _ = try await $0.sends(on: "owntracks/sam/keys", "here", retained: true)
            }
            try await Guest.visit(broker.owner, as: "owner") { _ = try await $0.sends(on: topic, "waits") }
            let before = try broker.provisioner.records()
            try await broker.restart()
            #expect(try broker.provisioner.records() == before)
            #expect(PrivateBroker.connection(in: broker.directory) == broker.owner)
            try await Guest.visit(broker.connection(credential), as: id, subscribing: [topic], persistent: true) {
                #expect(await $0.text() == "waits")
            }
            try await Guest.visit(broker.owner, as: "owner", subscribing: ["owntracks/#"]) {
                #expect(await $0.text() == "here")
            }
        }
    }

    @Test func `a second credential of a tracker works beside the first, until one is chosen`() async throws {
        try await withOwnBroker { broker in
            let keys = try RoleCase.device("sam/keys")
            let id = "tagalong-sam-keys"
            let first = try await broker.provisioner.issue(for: keys)
            let second = try await broker.provisioner.issue(for: keys)
            let third = try await broker.provisioner.issue(for: keys)
            for one in [first, second, third] {
                #expect(try await broker.refusal(broker.connection(one), as: id) == nil)
            }
            try await broker.provisioner.withdraw(third.user, of: keys)
            #expect(try await broker.refusal(broker.connection(third), as: id) != nil)
            try await broker.provisioner.confirm(second.user, of: keys)
            #expect(try await broker.refusal(broker.connection(first), as: id) != nil)
            #expect(try await broker.refusal(broker.connection(second), as: id) == nil)
            try await broker.provisioner.withdraw(second.user, of: keys)
            #expect(try broker.provisioner.records().isEmpty)
        }
    }

    @Test func `a gateway may speak for a tracker from its registration until it is let go`() async throws {
        try await withOwnBroker { broker in
            let (keys, topic) = (try RoleCase.device("sam/keys"), "tagalong/sam/keys/proximity")
            let credential = try await broker.provisioner.add(.gateway(try RoleCase.den))
            try await Guest.visit(broker.connection(credential), as: "tagalong-gateway-den") { gateway in
                try await gateway.connected()
                #expect(try await !gateway.sends(on: topic))
                let tracker = try await broker.provisioner.issue(for: keys, gateway: try RoleCase.den)
                #expect(try await gateway.sends(on: topic))
                try await broker.provisioner.confirm(tracker.user, of: keys)
                #expect(try await gateway.sends(on: topic))
                try await broker.provisioner.revoke(tracker.user)
                #expect(try await !gateway.sends(on: topic))
            }
        }
    }

    @Test func `a tracker that could not be told still learns that it is to be off`() async throws {
        try await withOwnBroker { broker in
            let keys = try RoleCase.device("sam/keys")
            let credential = try await broker.provisioner.issue(for: keys)
            try await broker.provisioner.dismiss(keys)
            #expect(try broker.provisioner.records().map(\.client) == [.leaving(keys)])
            let connection = broker.connection(credential)
            try await Guest.visit(connection, as: "tagalong-sam-keys", subscribing: ["tagalong/sam/keys/desired"]) {
                try await $0.connected()
                #expect(try await !$0.sends(on: "owntracks/sam/keys"))
                #expect(try await $0.sends(on: "tagalong/sam/keys/reported"))
            }
            try await broker.provisioner.revoke(keys)
            #expect(try broker.provisioner.records().isEmpty)
        }
    }
}
