import Foundation
import MQTT
import Messages
import ServerSupport
import Store
import TestSupport
import Testing
import Tracking

@Suite(.timeLimit(.minutes(30)))
struct CommandsBackupTests {
    private struct Check: Decodable { let check: String }

    /// Sends fixes until it is told to stop, and says how many.
    private static func pour(_ client: MQTTClient, from first: Int, while goesOn: () -> Bool) async throws -> Int {
        let start = Traffic.now.advanced(by: .seconds(-3000))
        var number = first
        while goesOn() {
            let time = start.advanced(by: .milliseconds(20 * number))
            try await client.publish(Traffic.location("keys", metres: 1, at: time, sequence: UInt32(number)))
            number += 1
            if number.isMultiple(of: 100) { try await client.drained() }
        }
        try await client.drained()
        return number - 1
    }

    private static func keys(in path: String) throws -> Int {
        try Store(path: path, mode: .readOnly).fixCount(of: Traffic.device("keys"))
    }

    @Test func `a copy under load is whole, can be restored, and the former database is kept`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let call = ["history", "--broker", broker.url, "--store", sandbox.store]
                let history = try sandbox.start(call)
                try await history.wait(for: "connected")
                let copy = "\(sandbox.directory)/copy.sqlite"
                let sent = try await withClient(of: broker.configuration) { client, _ in
                    let half = try await Self.pour(client, from: 1) { (try? Self.keys(in: sandbox.store)) ?? 0 < 2000 }
                    let backup = try sandbox.start(["backup", copy, "--store", sandbox.store, "--json"])
                    let all = try await Self.pour(client, from: half + 1) {
                        !FileManager.default.fileExists(atPath: copy)
                    }
                    #expect(await backup.ended().status == 0)
                    return all
                }
                try await eventually { try Self.keys(in: sandbox.store) == sent }
                let copied = try Self.keys(in: copy)
                let saved = try Store(path: copy, mode: .readOnly)
                let through = try saved.received(of: Traffic.device("keys"), boot: 1).ranges
                #expect((2000...sent).contains(copied))
                #expect(through == [1...UInt32(copied)])
                #expect(try saved.findings().isEmpty)
                let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
                #expect(mode == 0o600)
                #expect(!FileManager.default.fileExists(atPath: copy + ".part"))

                let twice = try await sandbox.run("backup", copy, "--store", sandbox.store)
                #expect(twice.status == 1 && twice.errors.contains("--force"))
                let early = try await sandbox.run("restore", copy, "--store", sandbox.store)
                #expect(early.status == 1 && early.errors.contains("another history service"))
                #expect(try Self.keys(in: sandbox.store) == sent)
                #expect(await history.terminate().status == 0)

                let restored = try await sandbox.run("restore", copy, "--store", sandbox.store)
                #expect(restored.status == 0)
                #expect(try Self.keys(in: sandbox.store) == copied)
                #expect(try Self.keys(in: sandbox.store + ".before-restore") == sent)
                let again = try await sandbox.run("restore", copy, "--store", sandbox.store)
                #expect(again.status == 1 && again.errors.contains(".before-restore"))
                let doctor = try await sandbox.run("doctor", "--full", "--json", "--store", sandbox.store)
                #expect(doctor.output.contains("sound in every block"))
                #expect(doctor.output.contains("copy.sqlite"))
                let checks = try doctor.json(as: [Check].self).map(\.check)
                #expect(Set(checks).count == checks.count)
                #expect(checks.contains("positions") && checks.contains("received positions"))
                print("backup under load: sent \(sent), stored \(sent), in the copy \(copied), restored \(copied)")
            }
        }
    }

    @Test func `a bad copy changes nothing`() async throws {
        try await withSandbox { sandbox in
            let device = try Traffic.device("keys")
            let fix = StoredFix(
                device: device,
                fix: Fix(coordinate: try Coordinate(latitude: 46, longitude: 14), time: Traffic.now),
                received: Traffic.now
            )
            try Store(path: sandbox.store, mode: .readWrite(create: true)).write { _ = try $0.insert(fix) }
            let bad = try sandbox.write(String(repeating: "x", count: 5000), to: "bad.sqlite")
            let outcome = try await sandbox.run("restore", bad, "--store", sandbox.store)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("not an SQLite database"))
            #expect(try Self.keys(in: sandbox.store) == 1)
            let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.directory)
            #expect(!names.contains { $0.contains("before-restore") || $0.hasSuffix(".part") })
        }
    }

    @Test(arguments: 0..<12)
    func `a restore killed at any moment leaves one database or the other, and can be run again`(
        step: Int
    ) async throws {
        try await withSandbox { sandbox in
            let device = try Traffic.device("keys")
            let copy = "\(sandbox.directory)/copy.sqlite"
            for (path, count) in [(sandbox.store, 3000), (copy, 6000)] {
                let store = try Store(path: path, mode: .readWrite(create: true))
                try store.write { transaction in
                    for number in 1...count {
                        let time = Traffic.now.advanced(by: .seconds(-Int64(number)))
                        let place = try Coordinate(latitude: 46, longitude: 14)
                        let fix = StoredFix(
                            device: device,
                            fix: Fix(coordinate: place, time: time),
                            mark: FixMark(boot: 1, sequence: UInt32(number)),
                            received: Traffic.now
                        )
                        _ = try transaction.insert(fix)
                    }
                }
            }
            let restore = try sandbox.start(["restore", copy, "--store", sandbox.store])
            try await Task.sleep(for: .milliseconds(5 * step))
            restore.send(SIGKILL)
            _ = await restore.ended()
            let found = try Self.keys(in: sandbox.store)
            #expect([3000, 6000].contains(found))
            #expect(try Store(path: sandbox.store, mode: .readOnly).findings().isEmpty)
            let again = try await sandbox.run("restore", copy, "--store", sandbox.store, "--force")
            #expect(again.status == 0, "\(again.errors)")
            #expect(try Self.keys(in: sandbox.store) == 6000)
        }
    }
}
