import MQTT
import Messages
import Testing
import Tracking

@testable import Broker

@Suite(.timeLimit(.minutes(30)))
struct RoleTests {
    @Test(arguments: RoleCase.names)
    func `each role may do what is its own, and nothing else`(_ name: String) async throws {
        let role = try RoleCase.named(name)
        try await withOwnBroker { broker in
            if !role.formats.isEmpty {
                try await broker.provisioner.allowOwner(ForeignFormats(published: Set(ForeignFormat.allCases)))
            }
            let connection = broker.connection(
                try await broker.provisioner.add(
                    role.client, trackers: role.trackers, formats: role.formats, readsReminders: role.readsReminders)
            )
            if role.client.kind == "subscriber" {
                let record = try broker.provisioner.records().first { $0.client == role.client }
                #expect(record?.readsReminders == role.readsReminders)
            }
            try await Guest.visit(connection, as: role.clientID) { guest in
                try await guest.connected()
                for topic in role.sends { #expect(try await guest.sends(on: topic), "sends \(topic)") }
                for topic in role.doesNotSend { #expect(try await !guest.sends(on: topic), "sends \(topic)") }
            }
            for filter in role.subscribes {
                #expect(try await broker.subscribes(connection, as: role.clientID, to: filter), "subscribes \(filter)")
            }
            for filter in role.doesNotSubscribe {
                #expect(try await !broker.subscribes(connection, as: role.clientID, to: filter), "subscribes \(filter)")
            }
            // A weather station hears nothing.
            guard let last = role.gets.last else { return }
            let got = try await Guest.visit(connection, as: role.clientID, subscribing: role.subscribes) { guest in
                try await guest.connected()
                try await Guest.visit(broker.owner, as: "owner") { owner in
                    for topic in role.doesNotGet + role.gets { _ = try await owner.sends(on: topic) }
                }
                return await guest.topics(until: last)
            }
            #expect(got == Set(role.gets))
        }
    }

    @Test func `what a tracker says on another's topic reaches nobody, and is not kept`() async throws {
        try await withOwnBroker { broker in
            let tracker = BrokerClient.tracker(try RoleCase.device("sam/keys"))
            let connection = broker.connection(try await broker.provisioner.add(tracker))
            let will = Message(topic: "owntracks/sam/bag", payload: [1], retained: true)
            let heard = try await Guest.visit(broker.owner, as: "owner", subscribing: ["owntracks/#"]) { owner in
                try await owner.connected()
                try await Guest.visit(connection, as: "tagalong-sam-keys", will: will) { guest in
                    try await guest.connected()
                    #expect(try await !guest.sends(on: "owntracks/sam/bag", retained: true))
                    // The revocation ends the connection without a goodbye.
                    try await broker.provisioner.revoke("sam.keys")
                    _ = await guest.disconnected()
                }
                _ = try await owner.sends(on: "owntracks/sam/last")
                return await owner.topics(until: "last")
            }
            #expect(heard == ["owntracks/sam/last"])
            let kept = try await Guest.visit(broker.owner, as: "other", subscribing: ["owntracks/#"]) { other in
                try await other.connected()
                _ = try await other.sends(on: "owntracks/sam/last")
                return await other.topics(until: "last")
            }
            #expect(kept == ["owntracks/sam/last"])
        }
    }

    @Test func `the owner uses others' formats as a gateway beside the broker asks, over a restart, and no longer`()
        async throws
    {
        try await withOwnBroker { broker in
            func sends(_ topic: String) async throws -> Bool {
                try await Guest.visit(broker.owner, as: "owner") { owner in
                    try await owner.connected()
                    return try await owner.sends(on: topic)
                }
            }
            let topics = ["espresense/devices/x/hall", "home/TheengsGateway/LWT"]
            #expect(try await !sends(topics[0]))
            try await broker.provisioner.allowOwner(ForeignFormats(published: [.espresense]))
            for topic in topics { #expect(try await sends(topic) == (topic == topics[0])) }
            try await broker.restart()
            #expect(try await sends(topics[0]))
            try await broker.provisioner.allowOwner(ForeignFormats(read: [.theengs]))
            for topic in topics { #expect(try await sends(topic) == (topic == topics[1])) }
            #expect(try await sends("tagalong/sam/keys/state"))
        }
    }

    @Test func `a tracker uses its own client id and no other`() async throws {
        try await withOwnBroker { broker in
            let tracker = BrokerClient.tracker(try RoleCase.device("sam/keys"))
            let connection = broker.connection(try await broker.provisioner.add(tracker))
            #expect(try await broker.refusal(connection, as: "tagalong-sam-keys") == nil)
            #expect(try await broker.refusal(connection, as: "tagalong-sam-bag") != nil)
        }
    }

    @Test func `users are never the same for two clients, and fit into a registration`() throws {
        let long = String(repeating: "x", count: 64)
        let clients: [BrokerClient] = [
            .tracker(try RoleCase.device("a-b/c")), .tracker(try RoleCase.device("a/b-c")),
            .tracker(try RoleCase.device("\(long)/\(long)")),
            .tracker(try RoleCase.device("\(long)/\(long.dropLast())")),
            .gateway(try Name(long)), .gateway(try Name("den")), .subscriber(try Name("den"), owner: nil),
            .service(try Name("den")), .tracker(try RoleCase.device("service/den")), .guardian(of: try Name("den")),
            .station(try Name("den")), .tracker(try RoleCase.device("station/den")),
        ]
        let users = clients.flatMap { client in (1...3).map { client.user(generation: $0) } }
        #expect(Set(users).count == users.count)
        #expect(users.allSatisfy { $0.utf8.count <= Registration.longestCredential })
    }
}
