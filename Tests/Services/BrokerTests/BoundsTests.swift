import Foundation
import MQTT
import Messages
import TestSupport
import Testing
import Tracking

@testable import Broker

@Suite(.timeLimit(.minutes(30)))
struct BoundsTests {
    private static let long = String(repeating: "x", count: 40_000)

    @Test func `a session of a guest for whom too much waits is ended, and what waits for services is not`()
        async throws
    {
        try await withOwnBroker { broker in
            let access = try #require(try OwnBroker.access(of: .history, in: broker.directory))
            let filters = ["tagalong/alerts/#"]
            try await Guest.visit(access.connection, as: access.clientID, subscribing: filters, persistent: true) {
                try await $0.connected()
            }
            let names = ["kim", "ben"]
            var connections: [MQTTConfiguration] = []
            for name in names {
                let client = BrokerClient.subscriber(try Name(name), owner: nil)
                connections.append(broker.connection(try await broker.provisioner.add(client)))
                try await Guest.visit(
                    connections[connections.count - 1],
                    as: "alerts.\(name)",
                    subscribing: name == "kim" ? filters : ["tagalong/alerts/sam/keys"],
                    persistent: true
                ) { try await $0.connected() }
            }
            let count = SessionBounds.bytes / Self.long.count + 1
            try await Guest.visit(broker.owner, as: "owner") { owner in
                try await owner.connected()
                for _ in 0..<count { try await owner.tells(on: "tagalong/alerts/sam/bag", Self.long) }
                try await owner.tells(on: "tagalong/alerts/sam/keys", "waits")
                try await owner.drained()
            }
            // It writes down what it keeps.
            try await broker.restart()
            let kept = try #require(await KeptMessages(in: broker.directory))
            #expect(kept.waiting["alerts.kim"]?.messages == count + 1)
            #expect(kept.waiting[access.clientID]?.messages == count + 1)
            #expect(kept.waiting["alerts.ben"]?.messages == 1)
            #expect(kept.users["alerts.kim"] == "alerts.kim" && kept.users[access.clientID] == "tagalong-history")
            #expect(kept.written["tagalong"]?.messages == 2 * count + 3)

            let warden = SessionWarden(provisioner: broker.provisioner, logger: .silent)
            #expect(try await warden.check().map(\.user) == ["alerts.kim"])
            var resumed: [Bool] = []
            for (name, connection) in zip(names, connections) {
                let isKept = try await Guest.visit(connection, as: "alerts.\(name)", persistent: true) {
                    try await $0.connected()
                }
                resumed.append(isKept)
            }
            #expect(resumed == [false, true])
            try await Guest.visit(access.connection, as: access.clientID, subscribing: filters, persistent: true) {
                #expect(await $0.texts(until: "waits").count == count + 1)
            }
        }
    }

    @Test func `sessions of a guest beyond their number are ended, whatever waits there`() async throws {
        try await withOwnBroker { broker in
            for (name, count) in [("kim", SessionBounds.sessions + 1), ("ben", SessionBounds.sessions)] {
                let client = BrokerClient.subscriber(try Name(name), owner: nil)
                let connection = broker.connection(try await broker.provisioner.add(client, identity: .any))
                for number in 1...count {
                    try await Guest.visit(connection, as: "\(name)-\(number)", persistent: true) {
                        try await $0.connected()
                    }
                }
            }
            // It writes down what it keeps.
            try await broker.restart()
            let warden = SessionWarden(provisioner: broker.provisioner, logger: .silent)
            #expect(try await warden.check().map(\.user) == ["alerts.kim"])
            try await broker.restart()
            let kept = try #require(await KeptMessages(in: broker.directory))
            #expect(kept.users.values.count { $0 == "alerts.kim" } == 0)
            #expect(kept.users.values.count { $0 == "alerts.ben" } == SessionBounds.sessions)
        }
    }

    @Test func `who has the broker keep what is told by user, and a phone can only on the topics that it needs`()
        async throws
    {
        try await withOwnBroker { broker in
            let phone = try await broker.provisioner.add(.phone(try RoleCase.device("sam/phone")))
            try await Guest.visit(broker.connection(phone), as: "sam.phone") { guest in
                try await guest.connected()
                for number in 1...200 { try await guest.tells(on: "owntracks/sam/phone/\(number)", retained: true) }
                for topic in BrokerClient.phoneTopics {
                    try await guest.tells(on: "owntracks/sam/phone/\(topic)", retained: true)
                }
                try await guest.drained()
            }
            try await broker.restart()
            let kept = try #require(await KeptMessages(in: broker.directory))
            #expect(kept.retained[phone.user]?.messages == BrokerClient.phoneTopics.count)
        }
    }

    @Test(arguments: [0, 14, 23, 24, 60, 100])
    func `a file that ends early, or is none, is not trusted beyond its end`(_ length: Int) async throws {
        var bytes = Array("\0\u{B5}\0mosquitto db".unicodeScalars.map { UInt8($0.value) })
        bytes += [0, 0, 0, 0, 0, 0, 0, 6] + [0, 0, 0, 2, 0xFF, 0xFF, 0xFF, 0xFF]
        bytes += [UInt8](repeating: 0xFF, count: 100)
        let kept = await KeptMessages(Data(bytes.prefix(length)))
        #expect(kept == nil || kept?.waiting.isEmpty == true)
    }
}
