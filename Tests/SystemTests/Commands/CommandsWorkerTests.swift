import Foundation
import MQTT
import Messages
import ServerSupport
import Store
import TestSupport
import Testing
import Tracking

/// Several history services that share the work, as processes on a real PostgreSQL and a real broker.
///
/// What becomes of it when they fail is in `Tests/Faults`.
@Suite(.timeLimit(.minutes(30)))
struct CommandsWorkerTests {
    private static func location(of owner: Name, sequence: UInt32) throws -> Message {
        var message = try Traffic.location("keys", metres: 1, at: Traffic.now, sequence: sequence)
        message.topic = Topics().location(DeviceID(owner: owner, device: try Name("keys")))
        return message
    }

    private struct Overview: Decodable {
        struct Partition: Decodable {
            let partition: String
            let holder: String?
            let owners: Int
            let connected: Bool
        }

        let partitions: [Partition]
        let strays: Int
        let count: Int?
        let moving: Int

        /// Whether all partitions are at work, and nobody is on the way to another one.
        var isSettled: Bool { strays == 0 && moving == 0 && partitions.allSatisfy(\.connected) }
    }

    private static func overview(_ store: String, in sandbox: Sandbox) async throws -> Overview {
        let outcome = try await sandbox.run("store", "partitions", "--store", store, "--json")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try OutputSchema(of: "store-partitions").errors(in: outcome.output) == [])
        return try JSONDecoder().decode(Overview.self, from: Data(outcome.output.utf8))
    }

    @Test func `two share what comes of owners whom nobody knew, and one goes on with all of it`() async throws {
        let server = try await TestPostgres.shared
        let store = server.address()
        let owners = try (0..<20).map { try Name("owner-\($0)") }
        let devices = try owners.map { DeviceID(owner: $0, device: try Name("keys")) }
        func stored() throws -> [Int] {
            let store = try Store(path: store, mode: .readOnly)
            return try devices.map { try store.fixCount(of: $0) }
        }
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let call = [
                    "history", "--broker", "mqtt://127.0.0.1:1,\(broker.url.dropFirst("mqtt://".count))", "--store",
                    store, "--partitions", "4", "--lease", "3", "--worker",
                ]
                let ada = try sandbox.start(call + ["ada"])
                try await ada.wait(for: "holds 5 partitions")
                let ben = try sandbox.start(call + ["ben"])
                try await eventually {
                    let held = try await Self.overview(store, in: sandbox).partitions
                    return held.allSatisfy(\.connected) && held.count { $0.holder == "ben" } == 2
                }
                let twin = try await sandbox.start(call + ["ben"]).ended()
                #expect(twin.status == 1 && twin.errors.contains("a name of its own"), "\(twin)")
                let whole = try await sandbox.run(
                    "history", "--broker", broker.url, "--store", store, "--http", "off"
                )
                #expect(whole.status == 2 && whole.errors.contains("start it with --partitions 4"), "\(whole)")
                let keep = try await sandbox.run("compact", "--store", store)
                #expect(keep.status == 1 && keep.errors.contains("the workers ada, ben: end them first"), "\(keep)")
                try await withClient(of: broker.configuration) { client, _ in
                    for owner in owners { try await client.publish(try Self.location(of: owner, sequence: 1)) }
                    try await client.drained()
                    try await eventually { try stored() == owners.map { _ in 1 } }
                    #expect(await ben.terminate().status == 0)
                    for owner in owners { try await client.publish(try Self.location(of: owner, sequence: 2)) }
                    try await eventually { try stored() == owners.map { _ in 2 } }
                }
                try await eventually {
                    let overview = try await Self.overview(store, in: sandbox)
                    return overview.strays == 0 && overview.partitions.allSatisfy { $0.holder == "ada" && $0.connected }
                }
                #expect(try await Self.overview(store, in: sandbox).partitions.reduce(0) { $0 + $1.owners } == 20)
                let text = try await sandbox.run("store", "partitions", "--store", store)
                #expect(text.output.contains("strangers  ada") && text.output.contains("Workers: ada (5)."), "\(text)")
                #expect(await ada.terminate().status == 0)
                let other = try await sandbox.start(call.map { $0 == "4" ? "8" : $0 } + ["ada"]).ended()
                #expect(other.status == 1 && other.errors.contains("over 4 partitions"), "\(other)")
            }
        }
    }

    @Test func `owners move to more partitions while they report, and to fewer again`() async throws {
        let store = try await TestPostgres.shared.address()
        let owners = try (0..<20).map { try Name("owner-\($0)") }
        let devices = try owners.map { DeviceID(owner: $0, device: try Name("keys")) }
        func stored() throws -> [Int] {
            let store = try Store(path: store, mode: .readOnly)
            return try devices.map { try store.fixCount(of: $0) }
        }
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                func call(_ name: String, _ count: Int) -> [String] {
                    [
                        "history", "--broker", broker.url, "--store", store, "--lease", "3", "--strangers", "ignore",
                        "--worker", name, "--partitions", "\(count)",
                    ]
                }
                func change(to count: String) async throws -> (status: Int32, errors: String) {
                    let outcome = try await sandbox.run("store", "partitions", "--store", store, "--change-to", count)
                    return (outcome.status, outcome.errors)
                }
                _ = try Store(path: store, mode: .readWrite(create: true))
                #expect(try await change(to: "4").errors.contains("start them with --partitions 4"))
                let none = try await change(to: "0")
                #expect(none == (2, "tagalong: --change-to: '0', expected a number from 1 to 1024\n"))
                // They are known, as something is stored of them.
                let home = try Coordinate(latitude: Traffic.home.latitude, longitude: Traffic.home.longitude)
                let earlier = Fix(coordinate: home, time: Traffic.now.advanced(by: .seconds(-60)), accuracy: 5)
                try Store(path: store, mode: .readWrite(create: true)).write { transaction in
                    for device in devices {
                        _ = try transaction.insert(StoredFix(device: device, fix: earlier, received: earlier.time))
                    }
                }
                let workers = try ["ada", "ben"].map { try sandbox.start(call($0, 4)) }
                try await eventually { try await Self.overview(store, in: sandbox).count == 4 }
                try await eventually {
                    let history = try Store(path: store, mode: .readOnly)
                    let known = try (0..<4).flatMap { try history.owners(of: $0) }
                    return known.count == owners.count && known.allSatisfy(\.place.isSubscribed)
                }
                var sequence: UInt32 = 0
                try await withClient(of: broker.configuration) { client, _ in
                    func report() async throws {
                        sequence += 1
                        for owner in owners {
                            try await client.publish(try Self.location(of: owner, sequence: sequence))
                        }
                        try await client.drained()
                    }
                    for count in [9, 2] {
                        try await report()
                        let told = try await change(to: "\(count)")
                        #expect(told == (0, "2 workers will give back all and go on with \(count) partitions.\n"))
                        try await report()
                        try await eventually {
                            try await report()
                            let overview = try await Self.overview(store, in: sandbox)
                            return overview.isSettled && overview.count == count && overview.partitions.count == count
                        }
                        try await eventually { try stored() == owners.map { _ in Int(sequence) + 1 } }
                    }
                }
                #expect(try await change(to: "2") == (0, "It has 2 partitions already.\n"))
                for worker in workers { #expect(await worker.terminate().status == 0) }
                let other = try await sandbox.start(call("cleo", 4)).ended()
                #expect(other.status == 1 && other.errors.contains("over 2 partitions, and not over 4"), "\(other)")
                let alone = try await change(to: "3")
                #expect(alone == (0, "No worker runs; the next one that starts makes it 3 partitions.\n"))
                let last = try sandbox.start(call("cleo", 2))
                try await eventually {
                    let overview = try await Self.overview(store, in: sandbox)
                    return overview.isSettled && overview.count == 3
                }
                #expect(await last.terminate().status == 0)
            }
        }
    }

    @Test(arguments: [
        (["--partitions", "4"], 2, "give --store postgres://"),
        (["--partitions", "0"], 2, "1 to 1024"),
        (["--partitions", "4", "--gpsd", "van/gps"], 2, "a worker has none yet"),
        (["--partitions", "4", "--clouds", "clouds.yaml"], 2, "a worker has none yet"),
        (["--partitions", "4", "--worker", "a b"], 2, "--worker"),
        (["--partitions", "4", "--lease", "1"], 2, "2 to 600"),
        (["--partitions", "4", "--strangers", "perhaps"], 2, "take or ignore"),
        (["--worker", "ada"], 2, "of use only with --partitions"),
    ])
    func `what a worker cannot do is told in one line`(_ flags: [String], _ status: Int32, _ words: String) async throws
    {
        try await withSandbox { sandbox in
            let outcome = try await sandbox.start(["history", "--broker", "mqtt://127.0.0.1:9"] + flags).ended()
            #expect(outcome.status == status, "\(outcome)")
            #expect(outcome.errors.contains(words), "\(outcome)")
            #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
        }
    }

    @Test func `a history that nobody shares has no partitions, and a file cannot have any`() async throws {
        let store = try await TestPostgres.shared.address()
        _ = try Store(path: store, mode: .readWrite(create: true))
        try await withSandbox { sandbox in
            let none = try await sandbox.run("store", "partitions", "--store", store)
            #expect(none.status == 0 && none.output.contains("No worker has shared this history yet."), "\(none)")
            let file = try await sandbox.run("store", "partitions", "--store", "\(sandbox.directory)/history.sqlite")
            #expect(file.status == 1 && file.errors.contains("PostgreSQL only"), "\(file)")
        }
    }
}
