import Foundation
import ServerSupport
import SystemBus
import Testing

@Suite(.timeLimit(.minutes(30)))
struct CommandsBluetoothTests {
    private struct Check: Decodable { let check: String, result: String, detail: String }

    /// Runs the body with an org.bluez that has one adapter without power.
    private func withAdapter(_ body: (Sandbox, [String: String]) async throws -> Void) async throws {
        try await withTestMessageBus { messageBus in
            try await withSandbox { sandbox in
                let bus = try SystemBus(.address(messageBus.address))
                let adapter = ExportedInterface(
                    name: "org.bluez.Adapter1",
                    properties: [
                        "Address": ExportedProperty("C0:FF:EE:00:12:34"), "Powered": ExportedProperty(false),
                    ]
                )
                let root = try await bus.export(ExportedObject(path: "/", isObjectManager: true))
                let object = try await bus.export(ExportedObject(path: "/org/bluez/hci0", interfaces: [adapter]))
                try await bus.requestName("org.bluez")
                try await body(sandbox, ["DBUS_SYSTEM_BUS_ADDRESS": messageBus.address])
                await object.remove()
                await root.remove()
                await bus.close()
            }
        }
    }

    @Test func `doctor lists the adapters that bluetoothd has`() async throws {
        try await withAdapter { sandbox, environment in
            let outcome = try await sandbox.run("doctor", "--json", environment: environment)
            #expect(outcome.status == 0)
            let checks: [Check] = try outcome.json()
            let adapter = try #require(checks.first { $0.check == "adapter hci0" })
            #expect(adapter.result == "note")
            #expect(adapter.detail == "C0:FF:EE:00:12:34, without power")
        }
    }

    @Test func `an adapter that is not there is told with those that are, with status 3`() async throws {
        try await withAdapter { sandbox, environment in
            let outcome = try await sandbox.run("scan", "--adapter", "hci7", environment: environment)
            #expect(outcome.status == 3)
            #expect(outcome.errors.hasSuffix("adapter hci7: there are hci0 (C0:FF:EE:00:12:34)\n"))
            #expect(outcome.output.isEmpty)
        }
    }

    @Test(arguments: [["scan"], ["scan", "--json"]])
    func `without bluetoothd the sentence says what to do, with status 3`(_ command: [String]) async throws {
        try await withTestMessageBus { messageBus in
            try await withSandbox { sandbox in
                let environment = ["DBUS_SYSTEM_BUS_ADDRESS": messageBus.address]
                let outcome = await (try sandbox.start(command, environment: environment)).ended()
                #expect(outcome.status == 3)
                #expect(outcome.errors.contains("bluetoothd does not run") || outcome.errors.contains("this kernel"))
                #expect(outcome.errors.split(separator: "\n").count == 1)
            }
        }
    }

    /// An entry as the gateway writes it.
    private static let entry =
        #"{"_type":"tag","owner":"sam","device":"keys","item":"Car keys","identity":"C0:FF:EE:00:12:34","#
        + #""address":"C0:FF:EE:00:12:34","bonded":false,"profile":"itag"}"#

    private func register(_ text: String, in sandbox: Sandbox) throws {
        let directory = "\(sandbox.directory)/.local/share/tagalong"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        _ = try sandbox.write(text, to: ".local/share/tagalong/tags.jsonl")
    }

    @Test(arguments: [["gateway"], ["pair", "iTAG", "--item", "Keys"], ["forget", "keys"]])
    func `a machine without Bluetooth is told what to do, with status 3, and nothing changes`(
        _ command: [String]
    ) async throws {
        try await withTestBroker { broker in
            try await withTestMessageBus { messageBus in
                try await withSandbox { sandbox in
                    try register(Self.entry + "\n", in: sandbox)
                    let environment = [
                        "DBUS_SYSTEM_BUS_ADDRESS": messageBus.address, "TAGALONG_BROKER": broker.url,
                    ]
                    let outcome = await (try sandbox.start(command, environment: environment)).ended()
                    #expect(outcome.status == 3)
                    #expect(
                        outcome.errors.contains("bluetoothd does not run") || outcome.errors.contains("this kernel")
                    )
                    let tags = try await sandbox.run("tags", "--json")
                    #expect(tags.output.contains(#""item":"Car keys","identity":"C0:FF:EE:00:12:34""#))
                }
            }
        }
    }

    @Test(arguments: [["pair", "iTAG", "--item", "Keys"], ["forget", "keys"]])
    func `without a broker nothing is begun, with status 3`(_ command: [String]) async throws {
        try await withAdapter { sandbox, environment in
            try register(Self.entry + "\n", in: sandbox)
            let call = command + ["--broker", "mqtt://127.0.0.1:1"]
            let outcome = await (try sandbox.start(call, environment: environment)).ended()
            #expect(outcome.status == 3)
            #expect(outcome.errors.contains("127.0.0.1:1 refuses the connection"))
            #expect(try await sandbox.run("tags").output.contains("Car keys"))
        }
    }

    @Test func `a pairing that is stopped leaves everything as it was, with status 1`() async throws {
        try await withTestBroker { broker in
            try await withAdapter { sandbox, environment in
                // Its adapter is off, and lets nobody switch it on.
                let call = ["pair", "iTAG", "--item", "Keys", "--power-on", "--broker", broker.url]
                let pair = try sandbox.start(call, environment: environment)
                try await pair.wait(for: "waiting for a Bluetooth adapter")
                let outcome = await pair.terminate(SIGINT)
                #expect(outcome.status == 1)
                #expect(outcome.errors.contains("stopped before the end"))
                #expect(outcome.output.isEmpty)
                #expect(try await sandbox.run("tags").output.hasPrefix("No tag is paired"))
            }
        }
    }

    @Test func `a recording stays as it is where there is no Bluetooth to record anything`() async throws {
        try await withTestMessageBus { messageBus in
            try await withSandbox { sandbox in
                let path = try sandbox.write("what was heard before\n", to: "tag.jsonl")
                let environment = ["DBUS_SYSTEM_BUS_ADDRESS": messageBus.address]
                let outcome = try await sandbox.run("scan", "--record", path, environment: environment)
                #expect(outcome.status == 3)
                #expect(try String(contentsOfFile: path, encoding: .utf8) == "what was heard before\n")
            }
        }
    }

    @Test func `a key is exported only when it is asked for, pairs its tag again, and is forgotten without Bluetooth`()
        async throws
    {
        try await withTestBroker { broker in
            try await withTestMessageBus { messageBus in
                try await withSandbox { sandbox in
                    let environment = [
                        "DBUS_SYSTEM_BUS_ADDRESS": messageBus.address, "TAGALONG_BROKER": broker.url,
                    ]
                    func run(_ arguments: String...) async throws -> CommandOutcome {
                        await (try sandbox.start(arguments, environment: environment)).ended()
                    }
                    let secret = "ec0234a357c8ad05341010a60a397d9b"
                    let key = try sandbox.write(#"{"irk":"\#(secret)"}"#, to: "key.json")
                    let pair = ["--item", "Bag", "--owner", "sam", "--timeout", "1s"]
                    func pairs(_ file: String, _ names: String...) async throws -> CommandOutcome {
                        let call = ["pair"] + names + ["--key", file] + pair
                        return await (try sandbox.start(call, environment: environment)).ended()
                    }
                    #expect(try await pairs(key).status == 0)
                    _ = try await run("account", "add", "sam")
                    let (plain, full) = ("\(sandbox.directory)/plain.zip", "\(sandbox.directory)/full.zip")
                    #expect(try await run("account", "export", "sam", "-o", plain).status == 0)
                    #expect(try await run("account", "export", "sam", "-o", full, "--with-keys").status == 0)
                    func text(_ path: String) throws -> String {
                        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
                    }
                    #expect(try !text(plain).contains(secret) && !text(plain).contains("keys.json"))
                    let archive = try text(full)
                    let mode = try FileManager.default.attributesOfItem(atPath: full)[.posixPermissions] as? Int
                    #expect(mode == 0o600)

                    let outcome = try await run("unpair", "bag")
                    #expect(outcome.status == 0 && !outcome.errors.contains("looking for"), "\(outcome.errors)")
                    #expect(try await run("tags").output.hasPrefix("No tag is paired"))

                    let start = try #require(archive.range(of: #"[{"name":"bag""#))
                    let end = try #require(archive.range(of: "}]", range: start.lowerBound..<archive.endIndex))
                    let list = String(archive[start.lowerBound..<end.upperBound])
                    #expect(list.contains(secret))
                    let exported = try sandbox.write(list, to: "keys.json")
                    #expect(try await pairs(exported, "bag").status == 0)
                    #expect(try await run("tags", "--json").output.contains(#""identity":"irk:"#))
                }
            }
        }
    }

    @Test func `a tag that is lost is forgotten by force`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                try register(Self.entry + "\n", in: sandbox)
                let unknown = try await sandbox.run("forget", "bag", "--force", "--broker", broker.url)
                #expect(unknown.status == 1)
                #expect(unknown.errors.contains("sam/keys (Car keys)"))
                let outcome = try await sandbox.run("forget", "car keys", "--force", "--broker", broker.url)
                #expect(outcome.status == 0)
                #expect(outcome.output.hasPrefix("Car keys (sam/keys) is unpaired; "))
                #expect(try await sandbox.run("tags").output.hasPrefix("No tag is paired"))
            }
        }
    }

    @Test func `a registry that is damaged is told with its line, and left as it is`() async throws {
        try await withSandbox { sandbox in
            try register(Self.entry + "\n{]\n", in: sandbox)
            for command in [["tags"], ["forget", "keys"], ["pair", "iTAG", "--item", "Keys"]] {
                let outcome = await (try sandbox.start(command)).ended()
                #expect(outcome.status == 1)
                #expect(outcome.errors.contains("tags.jsonl:2: "))
            }
            let doctor = try await sandbox.run("doctor")
            #expect(doctor.status == 1)
            #expect(doctor.output.contains("paired tags"))
        }
    }

    @Test func `a tag that is paired makes doctor want Bluetooth`() async throws {
        try await withTestMessageBus { messageBus in
            try await withSandbox { sandbox in
                try register(Self.entry + "\n", in: sandbox)
                let environment = ["DBUS_SYSTEM_BUS_ADDRESS": messageBus.address]
                let outcome = try await sandbox.run("doctor", environment: environment)
                #expect(outcome.status == 1)
                #expect(outcome.errors.contains("something essential is missing"))
            }
        }
    }
}
