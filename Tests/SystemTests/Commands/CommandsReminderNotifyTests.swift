import Foundation
import MQTT
import Messages
import ServerSupport
import Store
import TestSupport
import Testing
import Tracking

/// Reminders told by the built program, with a real receiver.
@Suite(.timeLimit(.minutes(30)))
struct CommandsReminderNotifyTests {
    private struct Line: Decodable {
        struct Reminder: Decodable { let id: String, event: String }

        let state: String
        let reminder: Reminder?
    }

    private static let count = 40

    /// What asks to be told when Sam goes without the keys.
    private static func reminder(_ number: Int) -> Message {
        let json = #"{"_type":"reminder","name":"Keys \#(number)","thing":{"thing":"keys","is":"away"}}"#
        return Message(topic: "tagalong/reminders/sam/r\(number)", payload: Array(json.utf8), retained: true)
    }

    /// Sam's phone is at home, and the keys are so far from it.
    private static func positions(_ metres: Double, _ sequence: UInt32) throws -> [Message] {
        let time = Traffic.now
        return [
            try Traffic.location("phone", metres: 0, at: time),
            try Traffic.location("keys", metres: metres, at: time, sequence: sequence),
        ]
    }

    private static func send(_ messages: [Message], to broker: MQTTConfiguration) async throws {
        try await withClient(of: broker) { client, _ in
            for message in messages { try await client.publish(message) }
            try await client.drained()
        }
    }

    /// What has come of reminders; alerts come, too.
    private static func requests(_ server: TestWebServer) -> [TestWebServer.Request] {
        server.requests.filter { $0.headers["idempotency-key"]?.hasPrefix("reminder-") == true }
    }

    private static func keys(_ server: TestWebServer) -> [String] {
        requests(server).compactMap { $0.headers["idempotency-key"] }
    }

    private func configure(_ sandbox: Sandbox, _ server: TestWebServer) throws -> String {
        try sandbox.write(
            """
            page-url: https://home.example
            channels:
              hook:
                kind: webhook
                url: \(server.url)/hook
                owners: [sam]
                reminders: yes
            """,
            to: "notifications.yaml"
        )
    }

    @Test func `R-16 a service killed while it tells of reminders tells a receiver of each, each by one key`()
        async throws
    {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                try await withTestWebServer { server in
                    let file = try configure(sandbox, server)
                    let call = [
                        "history", "--broker", broker.url, "--store", sandbox.store, "--notifications", file,
                        "--log-level", "debug",
                    ]
                    var history = try sandbox.start(call)
                    try await history.wait(for: "connected")
                    let begin = try Self.positions(1, 1) + (1...Self.count).map { Self.reminder($0) }
                    try await Self.send(begin, to: broker.configuration)
                    try await eventually {
                        try Store(path: sandbox.store, mode: .readOnly).reminders().count == Self.count
                    }
                    try await Self.send(try Self.positions(60, 2), to: broker.configuration)
                    let kills = [1, 7, 20]
                    for count in kills {
                        try await eventually { Set(Self.keys(server)).count >= count }
                        #expect(await history.terminate(SIGKILL).status == -SIGKILL)
                        history = try sandbox.start(call)
                    }
                    try await eventually { Set(Self.keys(server)).count >= Self.count }
                    try await history.wait(for: "connected")
                    #expect(await history.terminate().status == 0)
                    let store = try Store(path: sandbox.store, mode: .readOnly)
                    let events = try store.reminderEvents(of: nil, limit: 1000)
                    #expect(events.map(\.event) == Array(repeating: "fired", count: Self.count))
                    let keys = Self.keys(server)
                    #expect(Set(keys) == Set(events.map { "reminder-\($0.id)" }))
                    // What comes again is the same, and only what was under way when the process died.
                    #expect(keys.count - Self.count <= kills.count)
                    #expect(Set(Self.requests(server).map(\.body)).count == Self.count)
                    let all = try await sandbox.run("notify", "outbox", "--all", "--json", "--limit", "1000")
                    let told = try all.json(as: [Line].self).filter { $0.reminder != nil }
                    #expect(told.count == Self.count)
                    #expect(told.allSatisfy { $0.state == "sent" && $0.reminder?.event == "fired" })
                }
            }
        }
    }
}
