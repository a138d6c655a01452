import Broker
import Foundation
import MQTT
import Messages
import TestSupport
import Testing
import Tracking

@Suite(.timeLimit(.minutes(30)))
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

    @Test func `what waits for the history service of an earlier version is stored by this one`() async throws {
        try await withSandbox { sandbox in
            let directory = "\(sandbox.directory)/.local/share/tagalong/broker"
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            let broker = try await PrivateBroker.start(in: directory, logger: .silent)
            let session = BusSession(
                clientID: "tagalong-history",
                subscriptions: ["owntracks/#", "tagalong/+/+/desired", "tagalong/history/fence"].map { .init($0) },
                persistent: true
            )
            let client = try MQTTClient(configuration: broker.connection, session: session, logger: .silent)
            struct Stood: Error {}
            await #expect(throws: Stood.self) {
                try await client.run { if case .connected = $0 { throw Stood() } }
            }
            try await withClient(of: broker.connection) { phone, _ in
                for number in 1...40 {
                    let time = Traffic.now.advanced(by: .seconds(Double(number - 50)))
                    try await phone.publish(
                        Traffic.location("keys", metres: Double(number), at: time, sequence: UInt32(number))
                    )
                }
                try await phone.drained()
            }
            await broker.stop()
            let up = try sandbox.start(["up", "--http", "off"])
            try await up.wait(for: "connected")
            try await eventually {
                try await sandbox.run("fixes", "sam/keys", "--limit", "100").output.split(separator: "\n").count > 40
            }
            // Whoever takes the old id takes nothing.
            let url = try String(contentsOfFile: "\(directory)/url", encoding: .utf8)
            #expect(try MQTTConfiguration(url: String(url.dropLast())) == broker.connection)
            #expect(await up.terminate().status == 0)
        }
    }

    @Test func `no position that was acknowledged is lost while others take the history service's ids`() async throws {
        try await withSandbox { sandbox in
            let up = try sandbox.start(["up", "--http", "off"])
            try await up.wait(for: "connected")
            func add(_ words: String...) async throws -> MQTTConfiguration {
                let given: Given = try await sandbox.start(["broker", "add"] + words + ["--json"]).ended().json()
                return try MQTTConfiguration(url: given.url)
            }
            let tracker = try await add("tracker", "sam/keys")
            // The second one has any id that it likes, as phones of earlier versions do.
            let hostile = [
                try await add("phone", "kim/phone"), try await add("phone", "ben/phone", "--any-client-id"),
            ]
            struct Done: Error {}
            func connects(_ connection: MQTTConfiguration, as id: String) async throws {
                let session = BusSession(clientID: id, subscriptions: [], persistent: false)
                let client = try MQTTClient(configuration: connection, session: session, logger: .silent)
                do {
                    try await client.run { event in
                        if case .received = event { return }
                        throw Done()
                    }
                } catch is Done {}
            }
            let session = BusSession(clientID: "tagalong-sam-keys", subscriptions: [], persistent: false)
            let client = try MQTTClient(configuration: tracker, session: session, logger: .silent)
            let run = Task { try await client.run { _ in } }
            let begin = Traffic.now.advanced(by: .seconds(-60))
            for number in 1...40 {
                let time = begin.advanced(by: .seconds(Double(number)))
                try await client.publish(
                    Traffic.location("keys", metres: Double(number), at: time, sequence: UInt32(number))
                )
                try await client.drained()
                guard number.isMultiple(of: 4) else { continue }
                for one in hostile { try await connects(one, as: "tagalong-history") }
                try await connects(hostile[0], as: "tagalong-sam-keys")
            }
            try await eventually {
                try await sandbox.run("fixes", "sam/keys", "--limit", "100").output.split(separator: "\n").count == 41
            }
            run.cancel()
            _ = await run.result
            #expect(await up.terminate().status == 0)
        }
    }

    @Test func `doctor names the client that has the broker keep more than its share`() async throws {
        try await withSandbox { sandbox in
            let up = try sandbox.start(["up", "--http", "off"])
            try await up.wait(for: "connected")
            let given: Given = try await sandbox.run("broker", "add", "service", "home", "--json").json()
            try await withClient(of: MQTTConfiguration(url: given.url)) { client, _ in
                for number in 0...1000 {
                    try await client.publish(
                        Message(topic: "homeassistant/flood/\(number)", payload: [1], retained: true)
                    )
                }
                try await client.drained()
            }
            // The broker writes down what it keeps.
            #expect(await up.terminate().status == 0)
            let doctor = try await sandbox.run("doctor").output
            #expect(doctor.contains("service~home has the broker keep messages on 1001 topics, 1001 bytes"))
            #expect(doctor.contains("tagalong broker revoke service~home"))
        }
    }

    @Test func `a phone that floods is cut off by 'up', another's positions are stored, and doctor names it`()
        async throws
    {
        try await withSandbox { sandbox in
            let up = try sandbox.start(["up", "--http", "off"])
            try await up.wait(for: "connected")
            func add(_ phone: String) async throws -> MQTTConfiguration {
                let given: Given = try await sandbox.run("broker", "add", "phone", phone, "--json").json()
                return try MQTTConfiguration(url: given.url)
            }
            let session = BusSession(clientID: "eve.phone", subscriptions: [], persistent: false)
            let flooder = try MQTTClient(configuration: try await add("eve/phone"), session: session, logger: .silent)
            let flood = Task {
                let payload = [UInt8](repeating: 120, count: 64_000)
                while !Task.isCancelled {
                    try await flooder.publish(Message(topic: "owntracks/eve/phone", payload: payload))
                }
            }
            let run = Task { try await flooder.run { _ in } }
            try await up.wait(for: "cut off for 60 s: eve.phone")
            let quiet = BusSession(clientID: "kim.phone", subscriptions: [], persistent: false)
            let phone = try MQTTClient(configuration: try await add("kim/phone"), session: quiet, logger: .silent)
            let other = Task { try await phone.run { _ in } }
            let position = try Traffic.location("phone", metres: 1, at: Traffic.now).payload
            try await phone.publish(Message(topic: "owntracks/kim/phone", payload: position))
            try await phone.drained()
            try await eventually {
                try await sandbox.run("fixes", "kim/phone").output.split(separator: "\n").count == 2
            }
            for task in [flood, run, other] { task.cancel() }
            for task in [flood, run, other] { _ = await task.result }
            let doctor = try await sandbox.run("doctor").output
            #expect(doctor.contains("eve.phone was cut off at"))
            #expect(await up.terminate().status == 0)
        }
    }

    @Test func `a gateway's doctor does not take the gateway's id, and says so`() async throws {
        try await withSandbox { sandbox in
            let up = try sandbox.start(["up", "--http", "off"])
            try await up.wait(for: "connected")
            let given: Given = try await sandbox.run("broker", "add", "gateway", "den", "--json").json()
            let doctor = try await sandbox.run("doctor", environment: ["TAGALONG_BROKER": given.url]).output
            #expect(doctor.contains("in as tagalong-gateway-den only"))
            #expect(await up.terminate().status == 0)
        }
    }

    @Test func `the command that up prints has no password among its arguments, and works`() async throws {
        try await withSandbox { sandbox in
            let up = try sandbox.start(["up", "--http", "off"])
            try await up.wait(for: "connected")
            let lines = up.output.split(separator: "\n").map { $0.drop { $0 == " " } }
            let line = try #require(lines.first { $0.contains("mosquitto_sub") })
            #expect(!line.contains("$(") && !line.contains("url"))
            let child = Process()
            child.executableURL = URL(filePath: "/bin/sh")
            child.arguments = ["-c", line.replacing("alerts/#", with: "history/status") + " -C 1 -W 20"]
            let pipe = Pipe()
            child.standardOutput = pipe
            try child.run()
            child.waitUntilExit()
            #expect(child.terminationStatus == 0)
            let told = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(told.hasPrefix("tagalong/history/status "))
            #expect(await up.terminate().status == 0)
        }
    }

    @Test func `a subscriber reads reminders where that is asked for, and list and rules say who does`() async throws {
        try await withSandbox { sandbox in
            for wish in ["kim --owner sam", "sam --owner sam --reminders", "desk --reminders"] {
                let words = wish.split(separator: " ").map(String.init)
                let added = try await sandbox.start(["broker", "add", "subscriber"] + words).ended()
                #expect(added.status == 0, "\(added.errors)")
            }
            let listed = try await sandbox.run("broker", "list").output.split(separator: "\n")
            for (user, may) in [
                ("alerts.kim", "read sam's alerts"), ("alerts.sam", "read sam's alerts and reminders"),
                ("alerts.desk", "read alerts and reminders"),
            ] {
                let line = try #require(listed.first { $0.hasPrefix("\(user) ") })
                #expect(line.contains("\(may)  "))
            }
            let rules = try await sandbox.run("broker", "acl").output.split(separator: "\n")
            let reads = rules.filter { $0.contains("reminders") }
            #expect(reads.sorted() == ["topic read tagalong/reminders/#", "topic read tagalong/reminders/sam/#"])
            let phone = try await sandbox.run("broker", "add", "phone", "sam/phone", "--reminders")
            #expect(phone.status == 2 && phone.errors.contains("--reminders applies only to a subscriber"))
        }
    }

    @Test func `a client id is told with a credential, and doctor names those that have none`() async throws {
        try await withSandbox { sandbox in
            let phone = try await sandbox.run("broker", "add", "phone", "sam/phone")
            #expect(phone.errors.contains("its client id has to be sam.phone"))
            let any = try await sandbox.run("broker", "add", "subscriber", "desk", "--any-client-id")
            #expect(any.errors.contains("its client id may be any"))
            let listed = try await sandbox.run("broker", "list").output
            #expect(listed.contains("CLIENT ID") && listed.contains("sam.phone") && listed.contains("any"))
            let doctor = try await sandbox.run("doctor").output
            #expect(doctor.contains("alerts.desk: may take any client id"))
            #expect(!doctor.contains("of an earlier version"))

            // As a version left it that bound none but trackers.
            let file = "\(sandbox.directory)/.local/share/tagalong/broker/dynamic-security.json"
            let text = try String(contentsOfFile: file, encoding: .utf8)
            let old = text.replacing(#/"clientid":\s*"sam\.phone",/#, with: "")
            #expect(old != text)
            try Data(old.utf8).write(to: URL(filePath: file))
            #expect(try await sandbox.run("doctor").output.contains("sam.phone: of an earlier version"))
            let rotated = try await sandbox.run("broker", "rotate", "sam.phone")
            #expect(rotated.errors.contains("its client id has to be sam.phone"))
            #expect(try await !sandbox.run("doctor").output.contains("of an earlier version"))
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
        ["add", "gateway", "den", "--tracker", "keys"], ["add", "gateway", "den", "--any-client-id"],
        ["add", "phone", "sam/p", "--client-id", "a b"],
        ["add", "phone", "sam/p", "--client-id", "a", "--any-client-id"],
        ["init", "--listen", "home"], ["init", "--name", "home"],
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
            #expect(commands.output.contains("createClient 'gateway.den' -c 'tagalong-gateway-den'\n"))
        }
    }
}
