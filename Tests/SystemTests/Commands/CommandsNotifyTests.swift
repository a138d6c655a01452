import Foundation
import MQTT
import ServerSupport
import Store
import TestSupport
import Testing

/// Notifications by the built program, with a real receiver.
@Suite(.timeLimit(.minutes(30)))
struct CommandsNotifyTests {
    private static let burst = Burst(steps: 1000)

    private struct Line: Decodable { let id: String, state: String }
    private struct Channel: Decodable { let channel: String, kind: String, to: String, sent: Int, waiting: Int }

    /// Writes a file with one webhook, signed with a secret.
    private func configure(_ sandbox: Sandbox, _ server: TestWebServer) throws -> String {
        let key = try sandbox.write("hushhush\n", to: "hook.key")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        return try sandbox.write(
            """
            page-url: https://home.example
            channels:
              hook:
                kind: webhook
                url: \(server.url)/t0p-secret
                secret-file: hook.key
            """,
            to: "notifications.yaml"
        )
    }

    @Test func `a service killed in a burst tells a receiver of each alert, each by one key`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                try await withTestWebServer { server in
                    let file = try configure(sandbox, server)
                    let call = [
                        "history", "--broker", broker.url, "--store", sandbox.store, "--notifications", file,
                        "--log-level", "debug",
                    ]
                    var history = try sandbox.start(call)
                    // The session must be there before the burst: a broker keeps nothing for one it never saw.
                    try await history.wait(for: "connected")
                    let burst = Task { try await Self.burst.send(to: broker.configuration) }
                    let kills = [1, 5, 6, 14, 20]
                    var told = ""
                    for count in kills {
                        try await eventually { Self.keys(server).count >= count }
                        let outcome = await history.terminate(SIGKILL)
                        #expect(outcome.status == -SIGKILL)
                        told += outcome.errors
                        history = try sandbox.start(call)
                    }
                    try await burst.value
                    try await eventually { Self.keys(server).count >= Self.burst.alerts }
                    // The last one may have found nothing left to do: before it is up, a signal just ends it.
                    try await history.wait(for: "connected")
                    let outcome = await history.terminate()
                    #expect(outcome.status == 0)
                    let store = try Store(path: sandbox.store, mode: .readOnly)
                    let alerts = try store.alerts(of: nil, limit: 10_000).map(\.id).sorted()
                    #expect(alerts.count == Self.burst.alerts)
                    #expect(Self.keys(server).sorted() == alerts)
                    // What comes again is the same, and only what was under way when the process died.
                    let doubled = server.requests.count - alerts.count
                    #expect(doubled <= kills.count)
                    #expect(Set(server.requests.map(\.body)).count == alerts.count)
                    print("history killed \(kills.count) times: \(alerts.count) alerts, \(doubled) sent again, 0 lost")
                    for secret in ["hushhush", "t0p-secret"] { #expect(!(told + outcome.errors).contains(secret)) }
                    try await expectNothingWaits(sandbox, file)
                }
            }
        }
    }

    private static func keys(_ server: TestWebServer) -> Set<String> {
        Set(server.requests.compactMap { $0.headers["idempotency-key"] })
    }

    private func expectNothingWaits(_ sandbox: Sandbox, _ file: String) async throws {
        let waiting = try await sandbox.run("notify", "outbox", "--json")
        #expect(try waiting.json(as: [Line].self).isEmpty)
        let all = try await sandbox.run("notify", "outbox", "--all", "--json", "--limit", "1000")
        #expect(try all.json(as: [Line].self).filter { $0.state == "sent" }.count == Self.burst.alerts)
        let list = try await sandbox.run("notify", "list", "--json", "--notifications", file)
        let channels = try list.json(as: [Channel].self)
        #expect(channels.map(\.sent) == [Self.burst.alerts])
        #expect(channels.map(\.waiting) == [0])
        #expect(list.output.contains(#""last_sent":"#) && !list.output.contains("failing_since"))
        #expect(!list.output.contains("t0p-secret"))
    }

    @Test func `a test message is sent, or it is told why not`() async throws {
        try await withSandbox { sandbox in
            try await withTestWebServer { server in
                let file = try configure(sandbox, server)
                let sent = try await sandbox.run("notify", "test", "hook", "--notifications", file)
                #expect(sent.status == 0)
                #expect(sent.output == "hook: \(server.url) has taken the test message\n")
                #expect(server.requests.count == 1)
                await server.stop()
                let lost = try await sandbox.run("notify", "test", "hook", "--notifications", file)
                #expect(lost.status == 3)
                #expect(lost.errors.contains("hook: \(server.url) cannot be reached"))
                #expect(!lost.errors.contains("t0p-secret"))
                let strange = try await sandbox.run("notify", "test", "fax", "--notifications", file)
                #expect(strange.status == 2)
                #expect(strange.errors.contains("there is no channel 'fax'; it has hook"))
            }
        }
    }

    @Test func `a channel with a credential of the service keeps no other from being tried`() async throws {
        try await withSandbox { sandbox in
            try await withTestWebServer { server in
                let file = try configure(sandbox, server)
                let both =
                    try String(contentsOfFile: file, encoding: .utf8) + """

                          home:
                            kind: webhook
                            url: \(server.url)
                            secret-file: $CREDENTIALS_DIRECTORY/key
                        """
                _ = try sandbox.write(both, to: "notifications.yaml")
                #expect(try await sandbox.run("notify", "test", "hook", "--notifications", file).status == 0)
                let list = try await sandbox.run("notify", "list", "--notifications", file)
                #expect(list.status == 0)
                #expect(list.output.contains("\(server.url); its secret is a credential of the service"))
                let home = try await sandbox.run("notify", "test", "home", "--notifications", file)
                #expect(home.status == 2)
                #expect(home.errors.contains("notifications.yaml:10: CREDENTIALS_DIRECTORY is not set"))
                #expect(server.requests.count == 1)
                let history = try await sandbox.run("history", "--store", sandbox.store, "--notifications", file)
                #expect(history.status == 2)
                #expect(history.errors == home.errors)
            }
        }
    }

    @Test func `the channels are found beside the file that the customary configuration file is a link to`()
        async throws
    {
        try await withSandbox { sandbox in
            let (home, real) = ("\(sandbox.directory)/.config/tagalong", "\(sandbox.directory)/etc")
            for directory in [home, real] {
                try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            }
            let config = try sandbox.write("warning: 4\n", to: "etc/config.yaml")
            _ = try sandbox.write("channels:\n  desk:\n    kind: desktop\n", to: "etc/notifications.yaml")
            try FileManager.default.createSymbolicLink(
                atPath: "\(home)/config.yaml",
                withDestinationPath: config
            )
            let list = try await sandbox.run("notify", "list", "--json")
            #expect(try list.json(as: [Channel].self).map(\.channel) == ["desk"])
            let given = try await sandbox.run("notify", "list", "--json", "--config", "\(home)/config.yaml")
            #expect(given == list)
        }
    }

    @Test func `a file that is wrong ends the service before it begins, with the line`() async throws {
        try await withSandbox { sandbox in
            let file = try sandbox.write("channels:\n  a:\n    kind: fax\n", to: "notifications.yaml")
            let outcome = try await sandbox.run("history", "--store", sandbox.store, "--notifications", file)
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("notifications.yaml:3: 'kind' is 'fax'"))
            #expect(!FileManager.default.fileExists(atPath: sandbox.store))
        }
    }

    @Test func `without a file the commands say so`() async throws {
        try await withSandbox { sandbox in
            let list = try await sandbox.run("notify", "list")
            #expect(list.status == 0 && list.errors.isEmpty)
            #expect(list.output.contains("No notifications are set up"))
            let outbox = try await sandbox.run("notify", "outbox")
            #expect(outbox.status == 0 && outbox.errors.isEmpty)
            #expect(outbox.output.contains("there is no outbox yet"))
            for command in ["list", "outbox"] {
                #expect(try await sandbox.run("notify", command, "--json").output == "[]\n")
            }
            let test = try await sandbox.run("notify", "test", "phone")
            #expect(test.status == 1)
            #expect(test.errors.contains("no notifications are set up"))
            let named = try await sandbox.run("notify", "list", "--notifications", "missing.yaml")
            #expect(named.status == 2 && named.errors.contains("missing.yaml"))
        }
    }
}
