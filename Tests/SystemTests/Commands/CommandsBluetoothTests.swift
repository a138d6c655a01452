import Foundation
import SystemBus
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
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
}
