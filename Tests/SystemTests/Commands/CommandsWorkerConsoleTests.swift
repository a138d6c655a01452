import Foundation
import MQTT
import Messages
import ServerSupport
import Store
import TestSupport
import Testing
import Tracking

/// The console on any of several workers, as processes on a real PostgreSQL and a real broker.
@Suite(.timeLimit(.minutes(30)))
struct CommandsWorkerConsoleTests {
    private struct Answer {
        let status: Int
        let text: String
    }

    /// A worker with a console, and how it is asked.
    private struct Console {
        let worker: RunningCommand
        let base: String
        let sandbox: Sandbox

        init(_ worker: RunningCommand, _ sandbox: Sandbox) async throws {
            try await worker.wait(for: "listens on")
            base = String(try #require(worker.errors.firstMatch(of: /listens on (http:\S+)/)?.1))
            (self.worker, self.sandbox) = (worker, sandbox)
        }

        func ask(_ method: String, _ path: String, _ token: String, _ body: String? = nil) async throws -> Answer {
            var call = [
                "--silent", "--max-time", "120", "--request", method, "--write-out", "\n%{http_code}",
                "--header", "Authorization: Bearer \(token)", "--header", "Content-Type: application/json",
            ]
            if let body { call += ["--data-binary", body] }
            let command = try RunningCommand(
                "/usr/bin/curl", call + [base + path], environment: ["PATH": "/usr/bin:/bin"],
                files: "\(sandbox.directory)/curl-\(UUID().uuidString)"
            )
            let lines = await command.ended().output.split(separator: "\n", omittingEmptySubsequences: false)
            return Answer(status: Int(lines.last ?? "") ?? 0, text: lines.dropLast().joined(separator: "\n"))
        }

        /// Follows the stream of events until it is ended.
        func events(_ token: String) throws -> RunningCommand {
            try RunningCommand(
                "/usr/bin/curl",
                ["--silent", "--no-buffer", "--header", "Authorization: Bearer \(token)", base + "/api/v1/events"],
                environment: ["PATH": "/usr/bin:/bin"], files: "\(sandbox.directory)/curl-\(UUID().uuidString)"
            )
        }
    }

    private static func location(of device: DeviceID, _ sequence: UInt32) throws -> Message {
        var message = try Traffic.location("keys", metres: 1, at: Traffic.now, sequence: sequence)
        message.topic = Topics().location(device)
        return message
    }

    /// Who holds the partition of each device's owner.
    private static func holders(of devices: [DeviceID], _ store: String, count: Int) throws -> [String?] {
        let overview = try WorkOverview(path: store)
        return devices.map { device in
            let partition = Partitioning(count: count).partition(of: device.owner)
            return overview.partitions.first { $0.unit == .partition(partition) && $0.isConnected }?.holder
        }
    }

    @Test func `one shows what all store and has the others change it, also when one of them dies`() async throws {
        let store = try await TestPostgres.shared.address()
        let devices = try (0..<8).map { DeviceID(owner: try Name("owner-\($0)"), device: try Name("keys")) }
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let account = try await sandbox.run("account", "add", "sam", "--admin", "--accounts", store)
                #expect(account.status == 0, "\(account)")
                let made = try await sandbox.run(
                    "account", "token", "add", "sam", "--scope", "admin", "--accounts", store)
                let token = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
                func start(_ name: String) throws -> RunningCommand {
                    try sandbox.start([
                        "history", "--broker", broker.url, "--store", store, "--partitions", "4", "--lease", "3",
                        "--http", "127.0.0.1:0", "--worker", name,
                    ])
                }
                let ada = try await Console(try start("ada"), sandbox)
                let ben = try await Console(try start("ben"), sandbox)
                try await eventually { Set(try Self.holders(of: devices, store, count: 4)) == ["ada", "ben"] }
                let streams = [try ada.events(token), try ben.events(token)]
                try await withClient(of: broker.configuration) { client, _ in
                    for device in devices { try await client.publish(try Self.location(of: device, 1)) }
                    try await client.drained()
                }
                // Each one's stream has what both of them store.
                for stream in streams {
                    for device in devices { try await stream.wait(for: #""owner":"\#(device.owner)""#) }
                    stream.send(SIGTERM)
                }
                for console in [ada, ben] {
                    for device in devices {
                        let path = "/api/v1/items/\(device.owner)/keys/retention"
                        let days = console.base == ada.base ? 30 : 60
                        let changed = try await console.ask("PUT", path, token, #"{"keep_days":\#(days)}"#)
                        #expect(changed.status == 200 && changed.text.contains("\(days)"), "\(changed)")
                    }
                    let phone = #"{"_type":"location","lat":46,"lon":14,"acc":5,"tst":\#(Traffic.now.wholeSeconds)}"#
                    let name = console.base == ada.base ? "ada" : "ben"
                    for number in 0..<4 {
                        // Of an owner of whom nobody has heard.
                        let path = "/pub?u=new-\(name)-\(number)&d=phone"
                        let posted = try await console.ask("POST", path, token, phone)
                        #expect(posted.status == 200, "\(posted)")
                    }
                }
                let reading = try Store(path: store, mode: .readOnly)
                #expect(try Set(reading.retentions().values) == [Retention(days: 60, fixes: nil)])
                #expect(try reading.devices().count { $0.id.owner.text.hasPrefix("new-") } == 8)
                let metrics = try await ada.ask("GET", "/metrics", token)
                let held = try WorkOverview(path: store).partitions.count {
                    if case .partition = $0.unit { $0.holder == "ada" } else { false }
                }
                #expect(metrics.text.contains("tagalong_partitions_held \(held)"), "\(metrics.text.prefix(4000))")
                let connected = metrics.text.matches(of: /tagalong_partition_connected\{partition="\d"\} 1/)
                #expect(connected.count == held && held > 0)
                // What nobody holds at the moment is told, or done by whoever has taken it over.
                #expect(await ben.worker.terminate(SIGKILL).status == -SIGKILL)
                var answers: [Int] = []
                for device in devices {
                    let path = "/api/v1/items/\(device.owner)/keys/retention"
                    answers.append(try await ada.ask("PUT", path, token, #"{"keep_days":90}"#).status)
                }
                #expect(Set(answers).isSubset(of: [200, 503]), "\(answers)")
                try await eventually { Set(try Self.holders(of: devices, store, count: 4)) == ["ada"] }
                for device in devices {
                    let path = "/api/v1/items/\(device.owner)/keys"
                    let deleted = try await ada.ask("DELETE", path, token)
                    #expect(deleted.status == 204, "\(deleted)")
                }
                #expect(try devices.allSatisfy { try reading.device($0) == nil })
                let kim = try await sandbox.run("account", "add", "kim", "--accounts", store)
                #expect(kim.status == 0, "\(kim)")
                let phone = #"{"_type":"location","lat":46,"lon":14,"acc":5,"tst":\#(Traffic.now.wholeSeconds)}"#
                #expect(try await ada.ask("POST", "/pub?u=kim&d=phone", token, phone).status == 200)
                let order = #"{"account":"kim"}"#
                let erased = try await ada.ask("POST", "/api/v1/accounts/kim/erasure", token, order)
                #expect((200...202).contains(erased.status), "\(erased)")
                try await eventually {
                    let devices = try reading.devices().map(\.id.owner.text)
                    let list = try await sandbox.run("account", "list", "--accounts", store)
                    return !devices.contains("kim") && !list.output.contains("kim")
                }
                #expect(await ada.worker.terminate().status == 0)
            }
        }
    }

    @Test func `each alert is told once, by one of them, also when that one dies`() async throws {
        let store = try await TestPostgres.shared.address()
        let burst = Burst(steps: 1000)
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                try await withTestWebServer { server in
                    let file = try sandbox.write(
                        "channels:\n  hook: {kind: webhook, url: \"\(server.url)/x\"}\n", to: "notifications.yaml")
                    func start(_ name: String) throws -> RunningCommand {
                        try sandbox.start([
                            "history", "--broker", broker.url, "--store", store, "--partitions", "4", "--lease", "3",
                            "--notifications", file, "--worker", name, "--http", "127.0.0.1:0",
                        ])
                    }
                    func keys() -> Set<String> { Set(server.requests.compactMap { $0.headers["idempotency-key"] }) }
                    func teller() throws -> String? {
                        try WorkOverview(path: store).partitions
                            .first { $0.unit == .notifications && $0.isConnected }?.holder
                    }
                    let workers = ["ada": try start("ada"), "ben": try start("ben")]
                    try await eventually {
                        // Before the first one has made the tables there is nothing to see.
                        guard let overview = try? WorkOverview(path: store) else { return false }
                        return overview.workers.count == 2 && overview.partitions.allSatisfy(\.isConnected)
                    }
                    let sending = Task { try await burst.send(to: broker.configuration) }
                    try await eventually { keys().count >= 2 }
                    let first = try #require(try teller())
                    #expect(await workers[first]?.terminate(SIGKILL).status == -SIGKILL)
                    try await sending.value
                    try await eventually { keys().count >= burst.alerts }
                    let other = first == "ada" ? "ben" : "ada"
                    try await eventually { try teller() == other }
                    let reading = try Store(path: store, mode: .readOnly)
                    #expect(keys() == Set(try reading.alerts(of: nil, limit: 10_000).map(\.id)))
                    // Only what was under way when the one died may have come twice.
                    #expect(server.requests.count <= burst.alerts + 1)
                    let settings = ["TAGALONG_STORE": store, "TAGALONG_PARTITIONS": "4"]
                    let waiting = try await sandbox.run("notify", "outbox", environment: settings)
                    #expect(waiting.output.contains("Nothing waits"), "\(waiting)")
                    // The console of any worker says how the channels stand, and tries them.
                    let console = try await Console(try #require(workers[other]), sandbox)
                    let metrics = try await console.ask("GET", "/metrics", "")
                    let sent = #"tagalong_notifications_total{channel="hook",outcome="sent"} \#(burst.alerts)"#
                    #expect(metrics.text.contains(sent), "\(metrics.text.suffix(3000))")
                    let list = try await console.ask("GET", "/api/v1/notifications", "")
                    #expect(list.status == 200 && list.text.contains(#""hook""#), "\(list)")
                    let tested = try await console.ask("POST", "/api/v1/notifications/hook/test", "", "{}")
                    #expect(tested.status == 200 && tested.text.contains("delivered"), "\(tested)")
                    #expect(await workers[other]?.terminate().status == 0)
                }
            }
        }
    }
}
