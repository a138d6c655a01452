import Foundation
import JSON
import Logging
import MQTT
import Messages
import ServerSupport
import TestSupport
import Testing
import Tracking

@testable import Broker

@Suite(.timeLimit(.minutes(30)))
struct DirectoryTests {
    /// A directory of the version before, whose broker has stored things and ended.
    private func withOldDirectory(_ body: (String, MQTTConfiguration) async throws -> Void) async throws {
        try await withTestBroker(isAnonymous: false) { old in
            try await Guest.visit(old.configuration, as: "kept", subscribing: ["tagalong/a"], persistent: true) {
                try await $0.connected()
            }
            try await Guest.visit(old.configuration, as: "owner") {
                _ = try await $0.sends(on: "owntracks/sam/keys", "here", retained: true)
                _ = try await $0.sends(on: "tagalong/a", "waits")
            }
            await old.stop()
            try await body(old.directory, old.configuration)
        }
    }

    private func expectTakenOver(_ directory: String, _ connection: MQTTConfiguration) async throws {
        try await withOwnBroker(in: directory) { broker in
            #expect(broker.owner == connection)
            try await Guest.visit(connection, as: "other", subscribing: ["owntracks/#"]) {
                #expect(await $0.text() == "here")
            }
            try await Guest.visit(connection, as: "kept", subscribing: ["tagalong/a"], persistent: true) {
                #expect(await $0.text() == "waits")
            }
            #expect(!FileManager.default.fileExists(atPath: "\(directory)/passwords"))
            _ = try await broker.provisioner.add(.phone(try RoleCase.device("sam/phone")))
        }
    }

    @Test func `a directory of the version before is taken over with its URL and what it stored`() async throws {
        try await withOldDirectory { directory, connection in
            try await expectTakenOver(directory, connection)
        }
    }

    @Test(arguments: ["admin", "dynamic-security.json", "dynamic-security.json.new", "mosquitto.conf"])
    func `a take-over that was interrupted is made good by the next start`(_ file: String) async throws {
        try await withOldDirectory { directory, connection in
            let passwords = try Data(contentsOf: URL(filePath: "\(directory)/passwords"))
            let broker = try await OwnBroker.start(in: directory, at: OwnTestBroker.now, logger: .silent)
            await broker.stop()
            // As if it had ended before this file was there.
            try passwords.write(to: URL(filePath: "\(directory)/passwords"))
            try? FileManager.default.removeItem(atPath: "\(directory)/\(file)")
            if file.hasSuffix(".new") { try Data("{".utf8).write(to: URL(filePath: "\(directory)/\(file)")) }
            try await expectTakenOver(directory, connection)
        }
    }

    @Test func `what is secret is its owner's alone, and in no other file`() async throws {
        try await withOwnBroker { broker in
            let credential = try await broker.provisioner.add(.phone(try RoleCase.device("sam/phone")))
            #expect(try await broker.refusal(broker.connection(credential)) == nil)
            let admin = try String(contentsOfFile: "\(broker.directory)/admin", encoding: .utf8).prefix(24)
            let owner = try #require(broker.owner.password).value
            let files = try FileManager.default.subpathsOfDirectory(atPath: broker.directory)
            let ownersFiles = ["url", "mosquitto_sub", "mosquitto_pub"]
            let services = ["history", "credentials"]
            let secrets = try services.map {
                try String(contentsOfFile: "\(broker.directory)/\($0)", encoding: .utf8).prefix(24)
            }
            for file in files where file != "tls" {
                let path = "\(broker.directory)/\(file)"
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(mode == 0o600, "\(file)")
                let bytes = try Data(contentsOf: URL(filePath: path))
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(!text.contains(credential.password.value), "\(file)")
                #expect(!text.contains(admin) || file == "admin", "\(file)")
                #expect(!text.contains(owner) || ownersFiles.contains(file), "\(file)")
                #expect(!secrets.contains { text.contains($0) } || services.contains(file), "\(file)")
            }
            #expect(files.contains("tls/ca.key") && files.contains("dynamic-security.json"))
        }
    }

    @Test func `a broker whose port for other machines is taken has never started, however soon its own answers`()
        async throws
    {
        try await withOwnBroker { other in
            let directory = OwnTestBroker.temporaryDirectory()
            defer { try? FileManager.default.removeItem(atPath: directory) }
            try OwnBroker.listen(in: directory, other.encryption.listener, at: OwnTestBroker.now)
            for _ in 0..<5 {
                await #expect(throws: PrivateBrokerError.listenerBusy(other.encryption.listener.port)) {
                    try await OwnBroker.start(in: directory, at: OwnTestBroker.now, logger: .silent)
                }
            }
        }
    }

    @Test func `a damaged file of clients is named, and the broker does not start`() async throws {
        let directory = OwnTestBroker.temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let file = "\(directory)/dynamic-security.json"
        try Data("{\"clients\":".utf8).write(to: URL(filePath: file))
        let error = await #expect(throws: BrokerError.self) {
            try await OwnBroker.start(in: directory, at: OwnTestBroker.now, logger: .silent)
        }
        #expect(error == .damaged(file, expected: "a JSON object, or no file to begin with no clients"))
    }

    @Test func `clients and roles of others stay, and ours follow the topics`() throws {
        var file = SecurityFile()
        let (a, b): (Secret, Secret) = ("a", "b")
        file.maintain(owner: a, admin: b, topics: Topics())
        let gateway = BrokerClient.gateway(try Name("den"))
        let keys = try RoleCase.device("sam/keys")
        let formats = ForeignFormats(published: [.roomAssistant], read: [.theengs])
        file.put(gateway.rights(Topics(), trackers: [keys], formats: formats), of: gateway.role)
        file.put([TopicRight(.send, "x")], of: "theirs")
        let before = file
        file.maintain(owner: a, admin: b, topics: Topics())
        #expect(file == before)
        let moved = Topics(positions: "ot", own: "fleet/a")
        file.maintain(owner: a, admin: b, topics: moved)
        #expect(file.rights(of: "theirs") == [TopicRight(.send, "x")])
        #expect(
            Set(file.rights(of: gateway.role) ?? []) == Set(gateway.rights(moved, trackers: [keys], formats: formats)))
        #expect(file.rights(of: "service") == BrokerClient.service(moved))
    }

    @Test(arguments: [nil, "sam"], [false, true])
    func `a subscriber reads reminders after a start if it did before, and who reads alerts is not let in for them`(
        _ owner: String?, _ readsReminders: Bool
    ) throws {
        var file = SecurityFile()
        let client = BrokerClient.subscriber(try Name("kim"), owner: try owner.map { try Name($0) })
        let note = readsReminders ? SecurityFile.remindersNote : nil
        file.put(client.rights(Topics(), readsReminders: readsReminders), of: client.role, note: note)
        let (a, b): (Secret, Secret) = ("a", "b")
        for topics in [Topics(), Topics(own: "fleet/reminders")] {
            file.maintain(owner: a, admin: b, topics: topics)
            let rights = try #require(file.rights(of: client.role))
            #expect(Set(rights) == Set(client.rights(topics, readsReminders: readsReminders)))
            #expect(file.readsReminders(client.role) == readsReminders)
        }
        file.put(user: client.user(), a, role: client.role, title: "subscriber kim")
        #expect(file.records.map(\.readsReminders) == [readsReminders])
    }

    @Test(arguments: [nil, "sam"])
    func `a subscriber that a version let read reminders unasked reads alerts only after a start`(
        _ owner: String?
    ) throws {
        var file = SecurityFile()
        let client = BrokerClient.subscriber(try Name("kim"), owner: try owner.map { try Name($0) })
        file.put(client.rights(Topics(), readsReminders: true), of: client.role)
        let (a, b): (Secret, Secret) = ("a", "b")
        file.put(user: client.user(), a, role: client.role, title: "subscriber kim")
        #expect(file.records.map(\.readsReminders) == [false])
        // It is told whose right goes, as somebody may have asked for it, and once.
        let losing = file.maintain(owner: a, admin: b, topics: Topics(own: "fleet/reminders"))
        #expect(losing.map(\.client) == [client])
        #expect(
            Set(try #require(file.rights(of: client.role))) == Set(client.rights(Topics(own: "fleet/reminders"))))
        let rest = file.maintain(owner: a, admin: b, topics: Topics())
        #expect(rest.isEmpty)
        #expect(Set(try #require(file.rights(of: client.role))) == Set(client.rights(Topics())))
    }

    @Test func `who was let in with --reminders by the version before is told of with what to do, and nobody else`()
        async throws
    {
        let directory = OwnTestBroker.temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        var file = SecurityFile()
        let password: Secret = "a"
        func letIn(
            _ name: String, owner: String? = nil, reads: Bool = true, note: String? = nil, id: String? = nil
        ) throws {
            let client = BrokerClient.subscriber(try Name(name), owner: try owner.map { try Name($0) })
            file.put(client.rights(Topics(), readsReminders: reads), of: client.role, note: note)
            let clientID = id ?? client.user()
            file.put(user: client.user(), password, role: client.role, title: name, clientID: clientID)
        }
        try letIn("kim")
        try letIn("lee", owner: "sam", id: "desk")
        try letIn("ann", note: SecurityFile.remindersNote)
        try letIn("bo", reads: false)
        try file.write(to: "\(directory)/dynamic-security.json")
        let lines = LogLines(from: .warning)
        for _ in 0..<2 {
            let broker = try await OwnBroker.start(in: directory, at: OwnTestBroker.now, logger: lines.logger)
            await broker.stop()
        }
        #expect(lines.count(of: "and reminders no more") == 2)
        let kim = "'tagalong broker revoke alerts.kim', then 'tagalong broker add subscriber kim --reminders'"
        #expect(lines.count(of: kim) == 1)
        let lee = "then 'tagalong broker add subscriber lee --owner sam --reminders --client-id desk'"
        #expect(lines.count(of: lee) == 1)
        let kept = try #require(try SecurityFile(reading: "\(directory)/dynamic-security.json"))
        #expect(kept.records.filter(\.readsReminders).map(\.user) == ["alerts.ann"])
    }

    @Test func `what is noted of a role stays when its rights change, and others can be told from it`() {
        var file = SecurityFile()
        file.put([TopicRight(.send, "x")], of: "subscriber:kim", note: SecurityFile.remindersNote)
        file.put([TopicRight(.send, "x")], of: "subscriber:lee", note: "theirs")
        file.put([TopicRight(.send, "y")], of: "subscriber:kim")
        #expect(file.rights(of: "subscriber:kim") == [TopicRight(.send, "y")])
        #expect(file.readsReminders("subscriber:kim") && !file.readsReminders("subscriber:lee"))
        #expect(!file.readsReminders("none"))
    }

    @Test func `the plugin's own hash is matched by its password alone`() throws {
        // Made by Debian's mosquitto 2.0.11 for the password "pw".
        let client: JSONValue = [
            "password": .text(
                "dmkTMqr4DS6tWqRpTvAXbftVNufhmYQNo8PJSkIJMBof1oZUD07YKbiZnmBx"
                    + "c4dN9Smgw56y6mZAwp2gu/F0aw=="
            ),
            "salt": "R0dGpcfM1WoK4guK", "iterations": .number(101),
        ]
        let hash = try #require(PasswordHash(client))
        #expect(hash.matches("pw"))
        #expect(!hash.matches("pW"))
    }
}
