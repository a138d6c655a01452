import Foundation
import MQTT
import Messages
import ServerSupport
import TestSupport
import Testing
import Tracking

@testable import Broker

/// Whoever takes another's client id ends its connection, and with "clean start" its session.
@Suite(.timeLimit(.minutes(30)))
struct ClientIDTests {
    private static func clients() throws -> [BrokerClient] {
        [
            .phone(try RoleCase.device("sam/phone")), .gateway(try RoleCase.den),
            .subscriber(try Name("kim"), owner: nil), .tracker(try RoleCase.device("sam/keys")),
            .guardian(of: try Name("sam")),
        ]
    }

    @Test func `nobody gets in under the id of another client or service, which keep their sessions`() async throws {
        try await withOwnBroker { broker in
            var credentials: [BrokerCredential] = []
            for client in try Self.clients() { credentials.append(try await broker.provisioner.add(client)) }
            let services = try broker.services()
            let ids = credentials.compactMap(\.clientID) + services.flatMap { [$0.clientID, $0.service.user] }
            #expect(Set(ids).count == 9)
            for credential in credentials {
                for id in ids {
                    let refusal = try await broker.refusal(broker.connection(credential), as: id)
                    #expect((refusal == nil) == (id == credential.clientID), "\(credential.user) as \(id)")
                }
            }
        }
    }

    @Test func `a hostile phone cannot have acknowledged positions thrown away`() async throws {
        try await withOwnBroker { broker in
            let access = try #require(try OwnBroker.access(of: .history, in: broker.directory))
            let phone = try await broker.provisioner.add(.phone(try RoleCase.device("sam/phone")))
            let hostile = broker.connection(try await broker.provisioner.add(.phone(try RoleCase.device("kim/phone"))))
            let filters = ["owntracks/#"]
            try await Guest.visit(access.connection, as: access.clientID, subscribing: filters, persistent: true) {
                try await $0.connected()
            }
            try await Guest.visit(broker.connection(phone), as: "sam.phone") { guest in
                try await guest.connected()
                for number in 1...40 {
                    #expect(try await guest.sends(on: "owntracks/sam/phone", "\(number)"))
                    guard number.isMultiple(of: 10) else { continue }
                    for id in [access.clientID, "tagalong-history", "sam.phone"] {
                        #expect(try await broker.refusal(hostile, as: id) != nil, "\(id)")
                    }
                }
            }
            try await Guest.visit(access.connection, as: access.clientID, subscribing: filters, persistent: true) {
                #expect(await $0.texts(until: "40") == (1...40).map { "\($0)" })
            }
        }
    }

    @Test func `an id that is asked for is the only one, or any is, and none is given twice`() async throws {
        try await withOwnBroker { broker in
            let phone = try RoleCase.device("sam/phone")
            let named = try await broker.provisioner.add(.phone(phone), identity: .named("my-phone"))
            #expect(try await broker.refusal(broker.connection(named), as: "my-phone") == nil)
            #expect(try await broker.refusal(broker.connection(named), as: "sam.phone") != nil)
            await #expect(throws: BrokerError.idTaken("my-phone", by: "sam.phone")) {
                try await broker.provisioner.add(.service(try Name("home")), identity: .named("my-phone"))
            }
            let any = try await broker.provisioner.add(.subscriber(try Name("kim"), owner: nil), identity: .any)
            #expect(try await broker.refusal(broker.connection(any), as: "whatever") == nil)
            let service = try await broker.provisioner.add(.service(try Name("home")))
            #expect(try await broker.refusal(broker.connection(service), as: "whatever") == nil)
            let rotated = try await broker.provisioner.rotate(any.user)
            #expect(rotated.clientID == nil)
            #expect(try await broker.provisioner.rotate(named.user).clientID == "my-phone")
            let records = try broker.provisioner.records()
            #expect(records.map(\.identity) == [.any, .named("my-phone"), .usual])
            #expect(records.allSatisfy { !$0.isUnbound })
        }
    }

    @Test func `names that run together into one client id are not let in both, but a tracker is paired anew`()
        async throws
    {
        try await withOwnBroker { broker in
            let provisioner = broker.provisioner
            let (one, other) = (try RoleCase.device("a-b/c"), try RoleCase.device("a/b-c"))
            let first = try await provisioner.add(.tracker(one))
            let taken = BrokerError.idTaken("tagalong-a-b-c", by: "a-b.c")
            await #expect(throws: taken) { try await provisioner.add(.tracker(other)) }
            await #expect(throws: taken) { try await provisioner.issue(for: other) }
            #expect(try await provisioner.issue(for: one).clientID == first.clientID)
            _ = try await provisioner.add(.gateway(try Name("a-b")))
            let gateway = BrokerError.idTaken("tagalong-gateway-a-b", by: "gateway.a-b")
            await #expect(throws: gateway) { try await provisioner.issue(for: try RoleCase.device("gateway-a/b")) }
        }
    }

    @Test func `a credential of an earlier version goes on with any id, and is bound when it gets a new password`()
        async throws
    {
        try await withOwnBroker { broker in
            let old = try await broker.provisioner.addOld(.phone(try RoleCase.device("sam/phone")))
            #expect(try await broker.refusal(broker.connection(old), as: "whatever") == nil)
            try await broker.restart()
            #expect(try await broker.refusal(broker.connection(old), as: "whatever") == nil)
            #expect(try broker.provisioner.records().map(\.isUnbound) == [true])
            let new = try await broker.provisioner.rotate(old.user)
            #expect(new.clientID == "sam.phone")
            #expect(try await broker.refusal(broker.connection(new), as: "whatever") != nil)
            #expect(try await broker.refusal(broker.connection(new), as: "sam.phone") == nil)
            #expect(try broker.provisioner.records().map(\.isUnbound) == [false])
        }
    }

    @Test func `services have ids that nobody can guess, and keep them`() async throws {
        try await withOwnBroker { broker in
            let before = try broker.services()
            try await broker.restart()
            #expect(try broker.services() == before)
            #expect(Set((1...100).map { _ in OwnService.history.generatedID() }).count == 100)
            #expect(OwnService.history.generatedID().count == "tagalong-history-".count + 32)
            // A lost password is made anew; the session stays.
            try FileManager.default.removeItem(atPath: "\(broker.directory)/history")
            try await broker.restart()
            let after = try #require(try OwnBroker.access(of: .history, in: broker.directory))
            #expect(after.clientID == before[0].clientID)
            #expect(try await broker.refusal(after.connection, as: after.clientID) == nil)
        }
    }

    @Test func `what waits for the session of a version before is taken over, and none of it is lost`() async throws {
        try await withTestBroker(isAnonymous: false) { old in
            let filters = ["owntracks/#", "tagalong/history/fence"]
            try await Guest.visit(old.configuration, as: "tagalong-history", subscribing: filters, persistent: true) {
                try await $0.connected()
            }
            try await Guest.visit(old.configuration, as: "owner") { guest in
                for number in 1...40 { _ = try await guest.sends(on: "owntracks/sam/phone", "\(number)") }
            }
            await old.stop()
            try await withOwnBroker(in: old.directory) { broker in
                let first = try #require(try OwnBroker.access(of: .history, in: broker.directory))
                #expect(first.former == "tagalong-history")
                let got = try await broker.takesOver(first, filters, until: "41") { guest in
                    // Only once the new session stands.
                    _ = try await guest.sends(on: "owntracks/sam/phone", "41")
                }
                #expect(got == (1...41).map { "\($0)" })
                let second = try #require(try OwnBroker.access(of: .history, in: broker.directory))
                #expect(second.former == nil && second.clientID == first.clientID)
                // Nothing of the old session is left.
                try await Guest.visit(broker.owner, as: "tagalong-history", persistent: true) {
                    let resumed = try await $0.connected()
                    #expect(!resumed)
                }
            }
        }
    }

    @Test func `where no session of before is left, the new one stands at once`() async throws {
        try await withTestBroker(isAnonymous: false) { old in
            await old.stop()
            try await withOwnBroker(in: old.directory) { broker in
                let access = try #require(try OwnBroker.access(of: .history, in: broker.directory))
                #expect(access.former != nil)
                let got = try await broker.takesOver(access, ["owntracks/#"], until: "1") { guest in
                    _ = try await guest.sends(on: "owntracks/sam/phone", "1")
                }
                #expect(got == ["1"])
                #expect(try OwnBroker.access(of: .history, in: broker.directory)?.former == nil)
            }
        }
    }
}

extension OwnTestBroker {
    /// How our own services get in.
    nonisolated func services() throws -> [ServiceAccess] {
        var all: [ServiceAccess] = []
        for service in OwnService.allCases {
            all.append(try #require(try OwnBroker.access(of: service, in: directory)))
        }
        return all
    }

    /// Runs a service's bus until a text has come; what comes twice is told once.
    nonisolated func takesOver(
        _ access: ServiceAccess,
        _ filters: [String],
        until last: String,
        onceConnected body: (Guest) async throws -> Void
    ) async throws -> [String] {
        let session = BusSession(clientID: "any", subscriptions: filters.map { .init($0) }, persistent: true)
        let bus = try SessionTakeover.bus(
            session,
            as: access,
            owner: owner,
            topic: "tagalong/history/fence",
            logger: .silent
        )
        let (events, feed) = AsyncStream.makeStream(of: BusEvent.self)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await bus.run { feed.yield($0) } }
            var texts: [String] = []
            for await event in events {
                if case .connected = event { try await Guest.visit(owner, as: "owner", body) }
                guard case .received(let messages) = event else { continue }
                for message in messages where message.topic != "tagalong/history/fence" {
                    let text = String(decoding: message.payload, as: UTF8.self)
                    if !texts.contains(text) { texts.append(text) }
                }
                if texts.contains(last) { break }
            }
            group.cancelAll()
            try await group.waitForAll()
            return texts
        }
    }
}

extension Provisioner {
    /// A credential as versions made it that bound none but trackers.
    func addOld(_ client: BrokerClient) async throws -> BrokerCredential {
        let credential = BrokerCredential(client: client, user: client.user(), password: .generated(), clientID: nil)
        try await send([
            .createRole(client.role, client.rights(topics)), .createClient(credential, .old),
        ])
        return credential
    }
}
