import Broker
import Foundation
import MQTT
import Messages
import ServerSupport
import TestSupport
import Testing
import Tracking

@Suite(.timeLimit(.minutes(30)))
struct CommandsServiceTests {
    /// The items as `items --json` prints them.
    struct Item: Decodable {
        let owner: String, tracker: String, level: String, mode: String?
        let distance: Double?, battery: Int?

        enum CodingKeys: String, CodingKey {
            case owner, tracker, level, battery
            case mode = "active_mode"
            case distance = "distance_m"
        }
    }

    struct Fix: Decodable {
        let time: String, lat: Double, boot: UInt32?, seq: UInt32?, src: String?
    }

    struct Refusals: Decodable {
        struct Refused: Decodable { let topic: String, reason: String, sentence: String }
        let counters: [String: Int]
        let messages: [Refused]
    }

    struct Watched: Decodable {
        struct Payload: Decodable { let _type: String, event: String?, level: String? }
        let topic: String
        let payload: Payload
    }

    @Test func `what two devices send is shown by every command`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let history = try sandbox.start(["history", "--broker", broker.url, "--store", sandbox.store])
                try await history.wait(for: "connected")
                let watch = try sandbox.start(["watch", "--json", "--broker", broker.url, "--until-alerts", "2"])
                try await leaveKeysBehind(broker.configuration, watchedBy: watch)
                let watched = await watch.ended()
                try await expectAlerts(watched)
                try await expectLists(sandbox)
                #expect(await history.terminate().status == 0)
            }
        }
    }

    /// Sends positions once the watcher is there, and waits until the alerts are heard.
    private func leaveKeysBehind(_ broker: MQTTConfiguration, watchedBy watch: RunningCommand) async throws {
        try await withClient(of: broker, subscribing: "tagalong/alerts/#") { client, received in
            try await client.publish(Self.state(of: "Spare"))
            try await watch.wait(for: "Spare")
            let start = Traffic.now.advanced(by: .seconds(-20))
            for (index, metres) in [0.0, 3, 7, 12].enumerated() {
                let time = start.advanced(by: .seconds(index))
                try await client.publish(Traffic.location("phone", metres: 0, at: time))
                let sequence = UInt32(index + 1)
                try await client.publish(Traffic.location("keys", metres: metres, at: time, sequence: sequence))
            }
            try await client.publish(Message(topic: "owntracks/sam/keys", payload: Array("{\"lat\":95}".utf8)))
            try await eventually { await received.messages.count >= 2 }
        }
    }

    /// A state that the broker keeps, so that whoever subscribes gets it at once.
    private static func state(of item: String) throws -> Message {
        let state = StateMessage(level: .near, since: Traffic.now, item: item)
        return Message(topic: Topics().state(try Traffic.device("spare")), payload: state.encoded(), retained: true)
    }

    private func expectAlerts(_ watched: CommandOutcome) async throws {
        #expect(watched.status == 0)
        let lines = try watched.output.split(separator: "\n").map {
            try JSONDecoder().decode(Watched.self, from: Data($0.utf8))
        }
        let alerts = lines.filter { $0.topic == "tagalong/alerts/sam/keys" }
        #expect(alerts.map(\.payload.event) == ["raised", "escalated"])
        #expect(lines.contains { $0.topic == "tagalong/sam/keys/state" && $0.payload._type == "state" })
    }

    private func expectLists(_ sandbox: Sandbox) async throws {
        let items: [Item] = try await sandbox.run("items", "--json", "--store", sandbox.store).json()
        let item = try #require(items.first)
        #expect(items.count == 1)
        #expect((item.owner, item.tracker, item.level) == ("sam", "keys", "critical"))
        #expect((item.mode, item.battery) == ("bluetooth", 87))
        #expect(try abs(#require(item.distance) - 12) < 0.05)

        let fixes: [Fix] = try await sandbox.run("fixes", "keys", "--json", "--store", sandbox.store).json()
        #expect(fixes.map(\.seq) == [4, 3, 2, 1])
        #expect(fixes.allSatisfy { $0.boot == 1 && $0.src == "gnss" })
        let recent: [Fix] = try await sandbox.run(
            "fixes",
            "sam/keys",
            "--json",
            "--store",
            sandbox.store,
            "--limit",
            "2"
        )
        .json()
        #expect(recent.map(\.seq) == [4, 3])

        let explained = try await sandbox.run("explain", "keys", "--json", "--store", sandbox.store)
        #expect(explained.status == 0 && explained.output.contains(#""_type":"evidence""#))
        for command in ["keep", "trips", "account"] {
            let words = command == "trips" ? [command, "keys"] : [command]
            let options = command == "account" ? ["--json"] : ["--json", "--store", sandbox.store]
            #expect(try await sandbox.start(words + options).ended().status == 0)
        }

        let refused: Refusals = try await sandbox.run("quarantine", "--json", "--store", sandbox.store).json()
        #expect(refused.counters.values.reduce(0, +) == 1)
        #expect(refused.messages.map(\.topic) == ["owntracks/sam/keys"])

        let table = try await sandbox.run("items", "--store", sandbox.store)
        #expect(table.output.contains("sam/keys  critical  12 m"))
        let unknown = try await sandbox.run("fixes", "kys", "--store", sandbox.store)
        #expect(unknown.status == 1)
        #expect(unknown.errors.contains("sam/keys"))

        let file = try sandbox.write("time,lat,lon\n2026-05-01T09:00:00Z,46,14\n", to: "one.csv")
        let missing = try await sandbox.run("import", "sam/spare", file, "--store", sandbox.store)
        #expect(missing.status == 1)
        #expect(missing.errors.contains("; --new creates sam/spare\n"))
    }

    @Test func `what others write for the service to be kept is put right, or not followed`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let history = try sandbox.start(["history", "--broker", broker.url, "--store", sandbox.store])
                try await history.wait(for: "connected")
                try await withClient(of: broker.configuration, subscribing: "tagalong/#") { client, received in
                    try await client.publish(Traffic.location("keys", metres: 0, at: Traffic.now, sequence: 1))
                    let topics = Topics()
                    let keys = try Traffic.device("keys")
                    func put(_ topic: String, _ text: String, kept: Bool) async throws {
                        try await client.publish(Message(topic: topic, payload: Array(text.utf8), retained: kept))
                    }
                    try await put(topics.set(keys, "power"), "off", kept: true)
                    try await put(topics.set(keys, "command"), "ring", kept: false)
                    try await eventually { await received.messages.contains { $0.topic == topics.command(keys) } }
                    #expect(await !received.messages.contains { $0.topic == topics.desired(keys) })

                    func statuses() async -> [String] {
                        await received.messages.filter { $0.topic == topics.historyStatus }
                            .map { String(decoding: $0.payload, as: UTF8.self) }
                    }
                    let before = await statuses()
                    try await put(topics.historyStatus, "offline", kept: true)
                    try await eventually { await statuses() == before + ["offline", "online"] }
                    #expect(await history.terminate().status == 0)
                    try await eventually { await statuses() == before + ["offline", "online", "offline"] }
                }
            }
        }
    }

    @Test func `a file of more than 64 MiB goes through the service that runs, or nothing of it`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let history = try sandbox.start([
                    "history", "--broker", broker.url, "--store", sandbox.store, "--http", "127.0.0.1:0",
                ])
                try await history.wait(for: "listens on")
                // Lines that say nothing are sent and read as all others are.
                let blank = String(repeating: " ", count: 131_000) + "\n"
                let large = "lat,lon,time\n46.05,14.5,2026-05-01T09:00:00Z\n" + String(repeating: blank, count: 530)
                let (good, bad) = (large + "46.06,14.5,2026-05-01T09:10:00Z\n", large + "46.06,14.5,\"\n")
                #expect(good.utf8.count > 64 << 20)
                let files = try [sandbox.write(bad, to: "bad.csv"), sandbox.write(good, to: "good.csv")]
                let refused = try await sandbox.run("import", "sam/phone", files[0], "--new", "--store", sandbox.store)
                #expect(refused.status == 2)
                #expect(refused.errors.contains("bad.csv:533: position 2: the quote that opens in field 3"))
                let stored = try await sandbox.run("import", "sam/phone", files[1], "--new", "--store", sandbox.store)
                #expect(stored.status == 0)
                #expect(stored.output.hasPrefix("sam/phone: 2 positions stored"))

                // What is no file itself: a link to one, and a pipe, which has no size before it is read.
                let (link, pipe) = ("\(sandbox.directory)/link.csv", "\(sandbox.directory)/pipe.csv")
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: files[1])
                let linked = try await sandbox.run("import", "sam/phone", link, "--store", sandbox.store)
                #expect(linked.output.contains("2 were there already"))
                #expect(unsafe mkfifo(pipe, 0o600) == 0)
                async let writing: Void = onThread {
                    let text = "lat,lon,time\n46.07,14.5,2026-05-01T09:20:00Z\n"
                    try? FileHandle(forWritingAtPath: pipe)?.write(contentsOf: Data(text.utf8))
                }
                let piped = try await sandbox.run("import", "sam/phone", pipe, "--store", sandbox.store)
                #expect(piped.output.hasPrefix("sam/phone: 1 position stored"))
                await writing
                #expect(await history.terminate().status == 0)
            }
        }
    }

    @Test func `up brings a broker of its own that the others find, and ends in good order`() async throws {
        try await withSandbox { sandbox in
            let up = try sandbox.start(["up"])
            try await up.wait(for: "connected")
            let data = "\(sandbox.directory)/.local/share/tagalong"
            let mode = try FileManager.default.attributesOfItem(atPath: data)[.posixPermissions] as? Int
            #expect(mode == 0o700)
            let connection = try #require(PrivateBroker.connection(in: "\(data)/broker"))
            #expect(!up.output.contains(try #require(connection.password).value))

            #expect(try await sandbox.run("watch", "--for", "200ms").status == 0)
            #expect(try await sandbox.run("doctor").output.contains("answers"))
            let second = try await sandbox.run("history")
            #expect(second.status == 1)
            #expect(second.errors.contains("another history service"))

            let outcome = await up.terminate()
            #expect(outcome.status == 0)
            let after = try await sandbox.run("watch")
            #expect(after.status == 3)
            #expect(after.errors.contains("'tagalong up'"))
        }
    }

    @Test func `a second up in a directory says what the first one does there, and leaves it alone`() async throws {
        try await withSandbox { sandbox in
            let up = try sandbox.start(["up", "--http", "127.0.0.1:0"])
            try await up.wait(for: "connected")
            let second = try await sandbox.run("up", "--http", "127.0.0.1:0")
            #expect(second.status == 1)
            #expect(second.errors.contains("another history service writes this database already"))
            #expect(second.errors.split(separator: "\n").count == 1 && second.output.isEmpty)
            #expect(try await sandbox.run("watch", "--for", "200ms").status == 0)
            #expect(await up.terminate().status == 0)
        }
    }

    @Test func `an address of the pages that is taken is told in a sentence`() async throws {
        try await withSandbox { sandbox in
            let words = ["history", "--broker", "mqtt://127.0.0.1:1"]
            let first = try sandbox.start(words + ["--store", sandbox.store, "--http", "127.0.0.1:0"])
            try await first.wait(for: "listens on ")
            let port = try #require(first.errors.firstMatch(of: /listens on http:\/\/[^:]+:(\d+)/)?.1)
            let address = "127.0.0.1:\(port)"
            let second = try await sandbox.start(words + ["--store", sandbox.store + "2", "--http", address]).ended()
            #expect(second.status == 1)
            let sentence = "tagalong: --http: \(address) cannot be listened on: another program listens there already\n"
            #expect(second.errors.hasSuffix(sentence))
            #expect(await first.terminate().status == 0)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends a service that never reached its broker, with status 0`(_ signal: Int32) async throws {
        try await withSandbox { sandbox in
            let history = try sandbox.start(["history", "--broker", "mqtt://127.0.0.1:1", "--store", sandbox.store])
            try await history.wait(for: "refuses the connection")
            #expect(await history.terminate(signal).status == 0)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends watch with status 0`(_ signal: Int32) async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                try await withClient(of: broker.configuration) { client, _ in
                    try await client.publish(Self.state(of: "Spare"))
                    try await client.drained()
                }
                let watch = try sandbox.start(["watch", "--broker", broker.url])
                try await watch.wait(for: "Spare")
                #expect(await watch.terminate(signal).status == 0)
            }
        }
    }

    @Test func `watch says what it tried when there is no broker, with status 3`() async throws {
        try await withSandbox { sandbox in
            let given = try await sandbox.run("watch", "--broker", "mqtt://127.0.0.1:1")
            #expect(given.status == 3)
            #expect(given.errors.contains("127.0.0.1:1 refuses the connection"))
            #expect(given.errors.split(separator: "\n").count == 1)
        }
    }

    @Test func `a password from a file opens a broker, a wrong one is told`() async throws {
        try await withTestBroker(isAnonymous: false) { broker in
            try await withSandbox { sandbox in
                let password = try #require(broker.configuration.password).value
                let right = try sandbox.write("\(password)\n", to: "right")
                let wrong = try sandbox.write("wrong\n", to: "wrong")
                let watch = ["watch", "--for", "200ms", "--broker", broker.url, "--password-file"]
                #expect(await (try sandbox.start(watch + [right])).ended().status == 0)
                let refused = await (try sandbox.start(watch + [wrong])).ended()
                #expect(refused.status == 3)
                #expect(refused.errors.contains("refuses user"))
            }
        }
    }

    @Test func `doctor names the foreign broker's limits and fails only for what is essential`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let sound = try await sandbox.run("doctor", "--broker", broker.url)
                #expect(sound.status == 0)
                #expect(sound.output.contains("max_queued_messages"))
                let database = try sandbox.write("this is no database, but long enough to look at", to: "x.sqlite")
                let damaged = try await sandbox.run("doctor", "--store", database)
                #expect(damaged.status == 1)
                #expect(damaged.output.contains("not an SQLite database"))
            }
        }
    }
}
