import Foundation
import MQTT
import Messages
import ServerSupport
import Store
import TestSupport
import Testing
import Tracking

/// The services as systemd runs them, with a socket of our own in the manager's place.
@Suite(.timeLimit(.minutes(30)))
struct CommandsSupervisionTests {
    private func environment(_ manager: DatagramReceiver) -> [String: String] {
        ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "4000000"]
    }

    @Test func `the history service is ready once it listens, alive while it works, and says that it ends`()
        async throws
    {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let manager = try DatagramReceiver()
                let call = ["history", "--broker", broker.url, "--store", sandbox.store, "--http", "0"]
                let history = try sandbox.start(call, environment: environment(manager))
                try await eventually { manager.lines.contains("READY=1") }
                #expect(history.errors.contains("listens on"))
                try await eventually { manager.lines.filter { $0 == "WATCHDOG=1" }.count > 2 }
                try await eventually { manager.lines.contains { $0.hasPrefix("STATUS=connected to the broker") } }
                await broker.stop()
                try await eventually { manager.lines.contains { $0.hasPrefix("STATUS=waits for the broker") } }
                // Without a broker it goes on all the same: to start it anew would help nobody.
                let alive = manager.lines.filter { $0 == "WATCHDOG=1" }.count
                try await eventually { manager.lines.filter { $0 == "WATCHDOG=1" }.count > alive + 2 }
                #expect(await history.terminate().status == 0)
                #expect(manager.lines.filter { $0 == "READY=1" }.count == 1)
                #expect(manager.lines.contains("STOPPING=1"))
            }
        }
    }

    @Test
    func `a history service that is told to end under load ends in good order, and what it had not stored comes again`()
        async throws
    {
        let burst = Burst(steps: 4000)
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let call = ["history", "--broker", broker.url, "--store", sandbox.store, "--http", "0"]
                var history = try sandbox.start(call)
                try await history.wait(for: "connected")
                let sending = Task { try await burst.send(to: broker.configuration) }
                for share in 1...3 {
                    try await eventually { try burst.stored(in: sandbox.store) >= burst.steps * share / 5 }
                    let began = ContinuousClock.now
                    let outcome = await history.terminate()
                    print("told to end under load: ended \(ContinuousClock.now - began) later")
                    #expect(outcome.status == 0)
                    history = try sandbox.start(call)
                    try await history.wait(for: "connected")
                }
                try await sending.value
                try await eventually { try burst.stored(in: sandbox.store) == burst.steps }
                try await eventually { try Store(path: sandbox.store, mode: .readOnly).pendingOutbox().isEmpty }
                #expect(await history.terminate().status == 0)
                try burst.expectAllStored(in: sandbox.store)
            }
        }
    }

    @Test
    func `settings and secrets come from the service manager's directory, and from nowhere else when a flag is given`()
        async throws
    {
        try await withSandbox { sandbox in
            let credentials = "\(sandbox.directory)/credentials"
            try FileManager.default.createDirectory(atPath: credentials, withIntermediateDirectories: true)
            let environment = ["CREDENTIALS_DIRECTORY": credentials]
            _ = try sandbox.write("mqtt://nobody@127.0.0.1:1\n", to: "credentials/tagalong.broker")
            _ = try sandbox.write("hunter2-from-the-manager\n", to: "credentials/tagalong.password-file")
            let tried = try await sandbox.run(
                "watch",
                "--until-alerts",
                "1",
                "--broker",
                "nonsense",
                environment: environment
            )
            #expect(tried.status == 2)
            #expect(tried.errors.contains("--broker"))
            _ = try sandbox.write("\n", to: "credentials/tagalong.warning")
            let empty = try await sandbox.run("history", environment: environment)
            #expect((empty.status, empty.errors) == (2, "tagalong: the credential tagalong.warning is empty\n"))
            _ = try sandbox.write("near\n", to: "credentials/tagalong.warning")
            let wrong = try await sandbox.run("history", environment: environment)
            #expect(wrong.status == 2)
            #expect(wrong.errors.contains("the credential tagalong.warning: 'near' is given"))
            _ = try sandbox.write("mqtt://127.0.0.1:1\n", to: "credentials/tagalong.broker")
            let nameless = try await sandbox.run("history", "--warning", "7", environment: environment)
            #expect(nameless.status == 2)
            #expect(nameless.errors.contains("the credential tagalong.password-file: a password needs a user"))
            #expect(![tried, empty, wrong, nameless].contains { ($0.output + $0.errors).contains("hunter2") })
        }
    }
}
