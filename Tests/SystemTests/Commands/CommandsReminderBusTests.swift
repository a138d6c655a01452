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
    /// So many things with so many reminders each; those of one thing are told together.
    private static let (things, size) = (8, 25)
    /// With each of the first things the service is killed; with others where that met nothing under way.
    private static let planned = 4

    /// What asks to be told when Sam goes without a thing.
    private static func reminders(of thing: Int) -> [Message] {
        (0..<size).map { number in
            let name = "r\(thing)-\(number)"
            let json = #"{"_type":"reminder","name":"\#(name)","thing":{"thing":"thing-\#(thing)","is":"away"}}"#
            return Message(topic: "tagalong/reminders/sam/\(name)", payload: Array(json.utf8), retained: true)
        }
    }

    /// Sam's phone is at home, and the thing is so far from it.
    private static func positions(of thing: Int, _ metres: Double, _ sequence: UInt32) throws -> [Message] {
        let time = Traffic.now
        return [
            try Traffic.location("phone", metres: 0, at: time),
            try Traffic.location("thing-\(thing)", metres: metres, at: time, sequence: sequence),
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
                    func stored() throws -> Store { try Store(path: sandbox.store, mode: .readOnly) }
                    // A service that begins may have the database for itself for longer than a reader waits.
                    func kept() -> Int { (try? stored().reminderEvents(of: nil, limit: 1000).count) ?? 0 }
                    let call = ["history", "--broker", broker.url, "--store", sandbox.store, "--log-level", "debug"]
                    var history = try sandbox.start(call)
                    try await history.wait(for: "connected")
                    for thing in 0..<Self.things {
                        try await tell(try Self.positions(of: thing, 1, 1) + Self.reminders(of: thing))
                    }
                    try await eventually { (try? stored().reminders().count) == Self.things * Self.size }

                    var (kills, interrupted) = (0, 0)
                    for thing in 0..<Self.things where thing < Self.planned || interrupted == 0 {
                        let (before, after) = (thing * Self.size, (thing + 1) * Self.size)
                        try await tell(try Self.positions(of: thing, 60, 2))
                        // By turns as soon as it is kept that they are to be told, and as soon as one is heard: the rest is
                        // under way then.
                        if thing.isMultiple(of: 2) {
                            try await eventually { kept() > before }
                        } else {
                            try await eventually { Set(await told().map(\.id)).count > before }
                        }
                        #expect(await history.terminate(SIGKILL).status == -SIGKILL)
                        kills += 1
                        if try !stored().unsentReminderEvents().isEmpty { interrupted += 1 }
                        history = try sandbox.start(call)
                        try await eventually { Set(await told().map(\.id)).count >= after }
                    }
                    #expect(interrupted > 0, "each time all was told before the service was killed")
                    let count = kills * Self.size
                    try await history.wait(for: "connected")

                    // An answer that comes while nobody is there is taken up, once, too.
                    #expect(await history.terminate(SIGKILL).status == -SIGKILL)
                    kills += 1
                    let answer = Message(topic: "tagalong/reminders/sam/r0-1/set", payload: Array("dismiss".utf8))
                    try await tell([answer])
                    history = try sandbox.start(call)
                    try await eventually { await told().contains { $0.event == .dismissed } }
                    #expect(await history.terminate().status == 0)

                    let events = try stored().reminderEvents(of: nil, limit: 1000)
                    #expect(Set(events.map(\.id)) == Set(await told().map(\.id)))
                    let fired = events.filter { $0.event == "fired" }.map(\.reminder)
                    #expect(fired.count == count && Set(fired).count == count)
                    #expect(events.filter { $0.event == "dismissed" }.map(\.reminder.text) == ["r0-1"])
                    #expect(events.count == count + 1 && events.allSatisfy(\.isSent))
                    // What comes again is the same to the byte, and comes again for a kill only.
                    let payloads = await heard.messages.filter { $0.topic == "tagalong/reminders/sam" }.map(\.payload)
                    #expect(Set(payloads).count == count + 1)
                    let times = Dictionary(grouping: await told(), by: \.id).mapValues(\.count)
                    #expect(times.values.allSatisfy { $0 <= 1 + kills })
                    #expect(payloads.count - times.count <= kills * Self.size, "all that is told comes again")
                }
            }
        }
    }
}
