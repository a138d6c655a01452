import Foundation
import MQTT
import Messages
import Store
import TestSupport
import Testing
import Tracking

/// Much in a short time: four trackers that go away and come back again and again while their owner stands still.
struct Burst: Sendable {
    let steps: Int
    let trackers = ["keys", "bag", "bike", "dog"]
    /// Steps in which a tracker goes away to 15 m and comes back: four alerts.
    private let cycle = 500

    var alerts: Int { trackers.count * steps / cycle * 4 }
    var devices: [String] { trackers + ["phone"] }

    /// The messages of one step.
    func messages(of step: Int, since start: Timestamp) throws -> [Message] {
        let time = start.advanced(by: .milliseconds(50 * step))
        let place = Double(step % cycle) / Double(cycle)
        let metres = 15 * (1 - abs(2 * place - 1))
        let sequence = UInt32(step + 1)
        return [try Traffic.location("phone", metres: 0, at: time)]
            + (try trackers.map { try Traffic.location($0, metres: metres, at: time, sequence: sequence) })
    }

    /// When the first step was, if it is sent now.
    static var start: Timestamp { Traffic.now.advanced(by: .seconds(-300)) }

    /// Sends everything, and returns when the broker has acknowledged it.
    func send(to broker: MQTTConfiguration) async throws {
        try await send(0..<steps, since: Self.start, to: broker)
    }

    /// Sends a part, and returns when the broker has acknowledged it.
    func send(_ part: Range<Int>, since start: Timestamp, to broker: MQTTConfiguration) async throws {
        try await withClient(of: broker) { client, _ in
            for step in part {
                for message in try messages(of: step, since: start) { try await client.publish(message) }
            }
            try await client.drained()
        }
    }

    /// How many steps are stored of every device, or of each of some.
    func stored(in path: String, of names: [String]? = nil) throws -> Int {
        let store = try Store(path: path, mode: .readOnly)
        return try (names ?? devices).map { try store.fixCount(of: Traffic.device($0)) }.min() ?? 0
    }

    private static let end = "tagalong/alerts/x/end"

    /// Waits until all alerts are heard, and then until whatever was published before this has come too.
    func settle(_ client: MQTTClient, _ heard: Received) async throws {
        try await eventually { await heard.messages.count >= alerts }
        try await Task.sleep(for: .seconds(2))
        try await client.publish(Message(topic: Self.end, payload: []))
        try await eventually { await heard.messages.contains { $0.topic == Self.end } }
    }

    /// The alerts among what was heard.
    func alerts(_ messages: [Message]) throws -> [AlertMessage] {
        try messages.filter { $0.topic != Self.end && $0.topic.hasPrefix("tagalong/alerts/") }
            .map { try AlertMessage(decoding: $0.payload) }
    }

    func expectEachOnce(_ messages: [Message]) throws {
        let heard = try alerts(messages)
        #expect(heard.count == alerts)
        #expect(Set(heard.map(\.id)).count == heard.count)
        for tracker in trackers {
            let events = heard.filter { $0.tracker.text == tracker }.map(\.event)
            let expected = (0..<steps / cycle).flatMap { _ in [AlertEvent.raised, .escalated, .eased, .cleared] }
            #expect(events == expected)
        }
    }

    func expectAllStored(in path: String) throws {
        let store = try Store(path: path, mode: .readOnly)
        for name in trackers {
            let device = try Traffic.device(name)
            #expect(try store.fixCount(of: device) == steps)
            #expect(try store.received(of: device, boot: 1).ranges == [1...UInt32(steps)])
        }
        #expect(try store.fixCount(of: Traffic.device("phone")) == steps)
        #expect(try store.alerts(of: nil, limit: 10_000).count == alerts)
        #expect(try store.pendingOutbox().isEmpty)
        #expect(try store.findings().isEmpty)
    }

    /// Prints what was sent and what became of it.
    func report(_ fault: String, in path: String, _ messages: [Message]) throws {
        let store = try Store(path: path, mode: .readOnly)
        let sent = steps * devices.count
        let stored = try devices.reduce(0) { try $0 + store.fixCount(of: Traffic.device($1)) }
        let heard = try alerts(messages)
        let doubled = heard.count - Set(heard.map(\.id)).count
        print(
            "\(fault): sent \(sent), stored \(stored), lost \(max(0, sent - stored)), doubled \(max(0, stored - sent)); "
                + "alerts raised \(try store.alerts(of: nil, limit: 100_000).count), heard \(heard.count), "
                + "twice \(doubled)"
        )
    }
}
