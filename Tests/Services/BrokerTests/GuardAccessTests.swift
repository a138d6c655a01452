import Broker
import MQTT
import Messages
import ServerSupport
import Testing
import Tracking

@Suite(.timeLimit(.minutes(30)))
struct GuardAccessTests {
    @Test func `a guard beside the broker keeps its credential, whose rights are those of its role`() async throws {
        try await withOwnBroker { broker in
            let anna = try Name("anna")
            let access = try #require(try await broker.provisioner.access(ofGuardOf: anna))
            #expect(access.username == "guard.anna")
            #expect(try broker.provisioner.records().map(\.client) == [.guardian(of: anna)])
            #expect(try await broker.provisioner.access(ofGuardOf: anna) == access)
            try await broker.restart()
            #expect(try await broker.provisioner.access(ofGuardOf: anna) == access)
            #expect(try await broker.refusal(access, as: "tagalong-guard-anna") == nil)
            #expect(try await broker.refusal(access, as: "tagalong-guard-ben") != nil)
        }
    }

    @Test func `a revoked one is given anew, and one that somebody was given is left to them`() async throws {
        try await withOwnBroker { broker in
            let anna = try Name("anna"), ben = try Name("ben")
            let access = try #require(try await broker.provisioner.access(ofGuardOf: anna))
            try await broker.provisioner.revoke("guard.anna")
            let next = try #require(try await broker.provisioner.access(ofGuardOf: anna))
            #expect(next != access)
            _ = try await broker.provisioner.rotate("guard.anna")
            #expect(try await broker.provisioner.access(ofGuardOf: anna) == nil)
            _ = try await broker.provisioner.add(.guardian(of: ben))
            #expect(try await broker.provisioner.access(ofGuardOf: ben) == nil)
        }
    }
}
