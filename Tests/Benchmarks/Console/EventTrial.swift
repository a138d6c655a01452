import Foundation
import MQTT
import Messages
import Tracking

/// 200 items that say something each second, seen on a stream of events and by a subscriber of the broker.
struct EventTrial {
    let load: Load
    let broker: MQTTConfiguration
    let console: ConsoleChild

    private static let items = 200

    func run() async throws -> [Measurement] {
        let (stream, subscriber) = (EventClock(), EventClock())
        let seconds = load.amount(20, quick: 2)
        let expected = seconds * Self.items
        let socket = try LoopbackSocket(port: console.port)
        try socket.write(Array("GET /api/v1/events?types=reported HTTP/1.1\r\nhost: localhost\r\n\r\n".utf8))
        Thread.detachNewThread { Self.read(socket, stream) }
        let session = BusSession(
            clientID: "bench-events",
            subscriptions: [.init("tagalong/+/+/reported")],
            persistent: false
        )
        let client = try MQTTClient(configuration: broker, session: session, logger: .silent)
        let (connections, connected) = AsyncStream<Void>.makeStream()
        var processor = 0.0
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await client.run { event in
                    switch event {
                    case .connected: connected.yield()
                    case .received(let messages):
                        for message in messages { Self.number(message.payload).map(subscriber.see) }
                    case .disconnected: break
                    }
                }
            }
            _ = await connections.first { _ in true }
            let before = console.child.status.processorSeconds
            try await publish(expected, client, [stream, subscriber])
            processor = console.child.status.processorSeconds - before
            group.cancelAll()
        }
        socket.close()
        guard stream.seen == expected else {
            throw WrongCount("events on the stream", expected: expected, found: stream.seen)
        }
        return [
            Measurement("published → stream of events, 200 items, 1 Hz, median", stream.quantile(0.5), "ms"),
            Measurement("  a subscriber of the broker", subscriber.quantile(0.5), "ms"),
            Measurement("  99 of 100 on the stream", stream.quantile(0.99), "ms"),
            Measurement("  99 of 100 at the subscriber", subscriber.quantile(0.99), "ms"),
            Measurement("  processor time of the service", processor / Double(expected) * 1e6, "µs an update"),
        ]
    }

    /// Publishes evenly, and waits until all has been seen.
    private func publish(_ count: Int, _ client: MQTTClient, _ clocks: [EventClock]) async throws {
        let start = ContinuousClock.now
        for number in 1...count {
            try await Task.sleep(until: start + .microseconds(number * 1_000_000 / Self.items))
            for clock in clocks { clock.send(number) }
            let topic = "tagalong/owner-0/tracker-\(number % Self.items)/reported"
            // As long as what a tracker says.
            let payload = """
                {"_type":"reported","version":1,"power":"on","report_every_s":600,"mode":"auto","firmware":"1.0","model":"simulated",\
                "boot":1,"battery":80,"active_mode":"cellular","number":\(number)}
                """
            try await client.publish(Message(topic: topic, payload: Array(payload.utf8), retained: true))
        }
        let watch = Stopwatch()
        while clocks.contains(where: { $0.seen < count }), watch.seconds < 10 {
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private static func read(_ socket: LoopbackSocket, _ clock: EventClock) {
        while let line = socket.line() { number(line).map(clock.see) }
    }

    /// The number that a message carries.
    private static func number(_ bytes: [UInt8]) -> Int? {
        String(decoding: bytes, as: UTF8.self).firstMatch(of: /"number":([0-9]+)/).flatMap { Int($0.1) }
    }
}
