import Foundation
import MQTT
import Messages
import ServerSupport
import Store
import TestSupport
import Testing
import Tracking

/// What reminders tell on the bus, by the built program with a real broker.
@Suite(.timeLimit(.minutes(30)))
struct CommandsReminderBusTests {
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

    @Test("R-16: a service killed while it tells of reminders on the bus tells each once, and takes up every answer")
    func killed() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                try await withClient(of: broker.configuration, subscribing: "tagalong/reminders/sam") { client, heard in
                    func told() async -> [ReminderEventMessage] {
                        await heard.messages.filter { $0.topic == "tagalong/reminders/sam" }
                            .compactMap { try? ReminderEventMessage(decoding: $0.payload) }
                    }
                    func tell(_ messages: [Message]) async throws {
                        for message in messages { try await client.publish(message) }
                        try await client.drained()
                    }
                    let call = ["history", "--broker", broker.url, "--store", sandbox.store, "--log-level", "debug"]
                    var history = try sandbox.start(call)
                    try await history.wait(for: "connected")
                    try await tell(try Self.positions(1, 1) + (1...Self.count).map { Self.reminder($0) })
                    try await eventually {
                        try Store(path: sandbox.store, mode: .readOnly).reminders().count == Self.count
                    }
                    try await tell(try Self.positions(60, 2))
                    // As soon as something is heard, and while the rest may be under way.
                    for count in [1, 10, 30] {
                        try await eventually { Set(await told().map(\.id)).count >= count }
                        #expect(await history.terminate(SIGKILL).status == -SIGKILL)
                        history = try sandbox.start(call)
                    }
                    try await eventually { Set(await told().map(\.id)).count >= Self.count }
                    try await history.wait(for: "connected")

                    // An answer that comes while nobody is there is taken up, once, too.
                    #expect(await history.terminate(SIGKILL).status == -SIGKILL)
                    try await tell([Message(topic: "tagalong/reminders/sam/r1/set", payload: Array("dismiss".utf8))])
                    history = try sandbox.start(call)
                    try await eventually { await told().contains { $0.event == .dismissed } }
                    #expect(await history.terminate().status == 0)

                    let store = try Store(path: sandbox.store, mode: .readOnly)
                    let events = try store.reminderEvents(of: nil, limit: 1000)
                    #expect(Set(events.map(\.id)) == Set(await told().map(\.id)))
                    #expect(events.filter { $0.event == "fired" }.count == Self.count)
                    #expect(Set(events.filter { $0.event == "fired" }.map(\.reminder)).count == Self.count)
                    #expect(events.filter { $0.event == "dismissed" }.map(\.reminder.text) == ["r1"])
                    #expect(events.count == Self.count + 1 && events.allSatisfy(\.isSent))
                    // What comes again is the same to the byte.
                    let payloads = await heard.messages.filter { $0.topic == "tagalong/reminders/sam" }.map(\.payload)
                    #expect(Set(payloads).count == Self.count + 1)
                }
            }
        }
    }
}
