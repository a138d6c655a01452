import Foundation
import MQTT
import Messages
import ServerSupport
import Store
import TestSupport
import Testing
import Tracking

/// The program with its history in a real PostgreSQL.
@Suite(.timeLimit(.minutes(30)))
struct CommandsPostgresTests {
    /// Runs the body with a server of its own, which is gone afterwards.
    private static func withServer(_ body: (TestPostgres) async throws -> Void) async throws {
        let server = try await TestPostgres()
        try await afterwards({ await server.remove() }) { try await body(server) }
    }

    @Test func `a server that crashes and comes again loses nothing, and no alert is told twice`() async throws {
        let burst = Burst(steps: 2000)
        try await Self.withServer { server in
            let store = server.address()
            try await withTestBroker { broker in
                try await withSandbox { sandbox in
                    let call = ["history", "--broker", broker.url, "--store", store, "--http", "off"]
                    let history = try sandbox.start(call)
                    try await history.wait(for: "connected")
                    try await withClient(
                        of: broker.configuration, subscribing: "tagalong/alerts/#", "tagalong/+/+/stored"
                    ) { client, heard in
                        let start = Burst.start
                        // A part before each crash, and one while there is no server: all of it may be stored before.
                        for first in [0, 1000] {
                            let before = try burst.stored(in: store)
                            let sending = Task {
                                try await burst.send(first..<first + 500, since: start, to: broker.configuration)
                            }
                            try await eventually { try burst.stored(in: store) > before + 10 }
                            await server.stop()
                            try await sending.value
                            try await burst.send(first + 500..<first + 1000, since: start, to: broker.configuration)
                            try await history.wait(for: "a running server is expected")
                            try await server.start()
                            try await eventually { (try? burst.stored(in: store)) ?? 0 > before }
                        }
                        try await eventually { try burst.stored(in: store) == burst.steps }
                        try await burst.settle(client, heard)
                        #expect(await history.terminate().status == 0)
                        try await burst.expectEachOnce(heard.messages.filter { $0.topic.hasPrefix("tagalong/alerts/") })
                        try burst.expectAllStored(in: store)
                        #expect(try Store(path: store, mode: .readOnly).findings().isEmpty)
                    }
                }
            }
        }
    }

    @Test func `accounts move to where services share them, once, and back`() async throws {
        let shared = try await TestPostgres.shared.address()
        try await withSandbox { sandbox in
            let file = "\(sandbox.directory)/access.sqlite"
            let there = ["--accounts", shared]
            let added = try await sandbox.run("account", "add", "sam", "--admin", "--accounts", file)
            #expect(added.status == 0, "\(added)")
            let none = try await sandbox.run("account", "migrate", file + ".none", shared)
            #expect(none.status == 2 && none.errors.contains("there is no such file"), "\(none)")
            let moved = try await sandbox.run("account", "migrate", file, shared)
            #expect(moved.status == 0 && moved.output.contains("1 account copied to"), "\(moved)")
            let again = try await sandbox.run("account", "migrate", file, shared)
            #expect(again.status == 1 && again.errors.contains("there are accounts already"), "\(again)")
            let kim = try await sandbox.start(["account", "add", "kim", "--allow", "sam=last"] + there).ended()
            #expect(kim.status == 0, "\(kim)")
            let list = try await sandbox.start(["account", "list"] + there).ended()
            #expect(list.output.contains("sam=last"), "\(list)")
            let back = try await sandbox.run("account", "migrate", shared, file + ".back")
            #expect(back.status == 0 && back.output.contains("2 accounts copied"), "\(back)")
            // By its settings alone, too.
            let settings = ["TAGALONG_STORE": shared, "TAGALONG_PARTITIONS": "4"]
            let told = try await sandbox.run("account", "list", environment: settings)
            #expect(told.output.contains("kim"), "\(told)")
        }
    }

    @Test func `one service writes, commands read beside it, and all of it moves to a file and back`() async throws {
        try await Self.withServer { server in
            let store = server.address()
            try await withTestBroker { broker in
                try await withSandbox { sandbox in
                    let call = ["history", "--broker", broker.url, "--http", "off", "--store"]
                    let history = try sandbox.start(call + [store])
                    try await history.wait(for: "connected")
                    try await withClient(of: broker.configuration) { client, _ in
                        for number in 1...20 as ClosedRange<UInt32> {
                            let time = Traffic.now.advanced(by: .seconds(-60 + Int64(number)))
                            try await client.publish(Traffic.location("keys", metres: 1, at: time, sequence: number))
                        }
                        try await client.drained()
                    }
                    let keys = try Traffic.device("keys")
                    try await eventually { try Store(path: store, mode: .readOnly).fixCount(of: keys) == 20 }
                    let fixes = try await sandbox.run("fixes", "sam/keys", "--store", store, "--json", "--limit", "20")
                    #expect(fixes.output.split(separator: "\n").count >= 20)
                    // From another home, so that no lock of this machine keeps it away.
                    try await withSandbox { other in
                        let second = try await other.run(
                            "history", "--broker", broker.url, "--store", store, "--http", "off"
                        )
                        #expect(second.status == 1)
                        #expect(second.errors.contains("another process is writing the database"))
                    }
                    let file = "\(sandbox.directory)/moved.sqlite"
                    let early = try await sandbox.run("store", "migrate", store, file)
                    #expect(early.status == 1, "\(early)")
                    #expect(!FileManager.default.fileExists(atPath: file))
                    #expect(await history.terminate().status == 0)

                    let moved = try await sandbox.run("store", "migrate", store, "sqlite:\(file)", "--json")
                    #expect(moved.status == 0, "\(moved)")
                    #expect(try OutputSchema(of: "store-migrate").errors(in: moved.output) == [])
                    #expect(try Store(path: file, mode: .readOnly).fixCount(of: keys) == 20)
                    let back = server.address()
                    let again = try await sandbox.run("store", "migrate", file, back)
                    #expect(again.status == 0 && again.output.contains("compared"), "\(again)")
                    let twice = try await sandbox.run("store", "migrate", file, back)
                    #expect(twice.status == 1 && twice.errors.contains("already"), "\(twice)")
                    let itself = try await sandbox.run("store", "migrate", file, "sqlite:\(file)")
                    #expect(itself.status == 2, "\(itself)")
                    #expect(try Store(path: back, mode: .readOnly).findings().isEmpty)

                    let copy = "\(sandbox.directory)/copy.sqlite"
                    let backup = try await sandbox.run("backup", copy, "--store", back)
                    #expect(backup.status == 0 && backup.output.contains("20 positions"), "\(backup)")
                    let restored = try await sandbox.run("restore", copy, "--store", back)
                    #expect(restored.status == 2 && restored.errors.contains("store migrate"), "\(restored)")
                    let compacted = try await sandbox.run("compact", "--store", back)
                    #expect(compacted.status == 0, "\(compacted)")
                    let doctor = try await sandbox.run("doctor", "--store", back, "--broker", broker.url, "--full")
                    #expect(doctor.output.contains("sound in every block"), "\(doctor)")
                }
            }
        }
    }

    @Test func `a password is never printed, and a server that is not there is told in one line`() async throws {
        try await withSandbox { sandbox in
            let address = "postgres://sam:geheim@127.0.0.1:9/none?password=geheim"
            for call in [["items"], ["doctor"], ["compact"], ["store", "migrate", address, "x.sqlite"]] {
                let words = call.first == "store" ? call : call + ["--store", address]
                let outcome = try await sandbox.start(words).ended()
                #expect(outcome.status != 0)
                #expect(!(outcome.output + outcome.errors).contains("geheim"), "\(outcome)")
                #expect((outcome.output + outcome.errors).contains("postgres://sam@127.0.0.1:9/none"), "\(outcome)")
                if call != ["doctor"] { #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)") }
            }
        }
    }
}
