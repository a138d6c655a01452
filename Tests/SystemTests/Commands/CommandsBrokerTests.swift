import Foundation
import MQTT
import Messages
import TestSupport
import Testing
import Tracking

@Suite(.timeLimit(.minutes(5)))
struct CommandsBrokerTests {
    private struct Given: Decodable { let user: String, url: String }
    private struct Known: Decodable { let user: String, kind: String }

    @Test func `a tracker with a credential is stored, and what it says of another is not, nor after its revocation`()
        async throws
    {
        try await withSandbox { sandbox in
            let up = try sandbox.start(["up", "--http", "127.0.0.1:0"])
            try await up.wait(for: "connected")
            let given: Given = try await sandbox.run("broker", "add", "tracker", "sam/keys", "--json").json()
            let connection = try MQTTConfiguration(url: given.url)
            let session = BusSession(clientID: "tagalong-sam-keys", subscriptions: [], persistent: false)
            let client = try MQTTClient(configuration: connection, session: session, logger: .silent)
            let run = Task { try await client.run { _ in } }
            for name in ["bag", "keys"] {
                try await client.publish(Traffic.location(name, metres: 12, at: Traffic.now, sequence: 1))
            }
            try await client.drained()
            #expect(client.counters.dropped == 1)
            try await eventually { try await sandbox.run("fixes", "sam/keys", "--json").status == 0 }
            #expect(try await sandbox.run("fixes", "sam/bag").status == 1)

            let listed: [Known] = try await sandbox.run("broker", "list", "--json").json()
            #expect(listed.map(\.user) == ["sam.keys"] && listed.map(\.kind) == ["tracker"])
            #expect(try await sandbox.run("broker", "revoke", "sam.keys").status == 0)
            #expect(try await sandbox.run("broker", "revoke", "sam.keys").status == 1)
            run.cancel()
            _ = await run.result
            let outcome = await up.terminate()
            #expect(outcome.status == 0)
            let password = try #require(connection.password).value
            #expect(!outcome.errors.contains(password) && !outcome.output.contains(password))
        }
    }

    @Test func `without a running broker one runs for as long as a client is added`() async throws {
        try await withSandbox { sandbox in
            let added = try await sandbox.run("broker", "add", "phone", "sam/phone")
            #expect(added.status == 0)
            #expect(added.output.hasPrefix("mqtt://sam.phone:"))
            #expect(PrivateBroker.process(in: "\(sandbox.directory)/.local/share/tagalong/broker") == nil)
            let rotated = try await sandbox.run("broker", "rotate", "sam.phone")
            #expect(rotated.status == 0 && rotated.output != added.output)
            #expect(try await sandbox.run("broker", "add", "phone", "sam/phone").status == 1)
            #expect(try await sandbox.run("broker").output.contains("sam.phone"))
        }
    }

    @Test(arguments: [
        ["add", "phone", "phone"], ["add", "lamp", "sam/lamp"], ["add", "phone", "sam/p", "--owner", "sam"],
        ["add", "gateway", "den", "--tracker", "keys"], ["init", "--listen", "home"], ["init", "--name", "home"],
        ["init", "--listen", "127.0.0.1", "--name", "a b"], ["acl", "--client", "tracker"],
    ])
    func `bad input is refused in a sentence`(_ words: [String]) async throws {
        try await withSandbox { sandbox in
            let outcome = try await sandbox.start(["broker"] + words).ended()
            #expect(outcome.status == 2)
            #expect(!outcome.errors.isEmpty && outcome.output.isEmpty)
        }
    }

    @Test func `rights for a broker of somebody else are printed without a broker`() async throws {
        try await withSandbox { sandbox in
            let client = "gateway:den=sam/keys"
            let acl = try await sandbox.run("broker", "acl", "--client", client, "--base", "fleet")
            #expect(acl.output.contains("user gateway.den\n"))
            #expect(acl.output.contains("topic readwrite fleet/sam/keys/proximity\n"))
            let commands = try await sandbox.run("broker", "acl", "--client", client, "--commands")
            #expect(commands.output.contains("createClient 'gateway.den'\n"))
        }
    }
}
