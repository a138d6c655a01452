import MQTT
import Messages
import ServerSupport
import Tracking

/// A tracker of Sam's on a broker that follows what is wanted of it and does what it is told, or refuses.
struct ScriptedTracker: Sendable {
    let id: DeviceID
    /// Why it refuses commands; nil when it does them.
    var refusal: String?
    let topics = Topics()

    /// What it says of itself when nothing was wanted of it yet.
    static let reported = ReportedState(
        version: 0,
        power: .on,
        reportEvery: 10,
        mode: .auto,
        firmware: "1",
        model: "scripted",
        boot: 1,
        battery: 87,
        activeMode: .bluetooth
    )

    /// Runs the tracker beside the body.
    func live<Result: Sendable>(
        on broker: MQTTConfiguration,
        _ body: () async throws -> Result
    ) async throws -> Result {
        let (wanted, ordered) = (topics.desired(id), topics.command(id))
        return try await withClient(of: broker, subscribing: wanted, ordered) { client, received in
            try await client.publish(report(Self.reported))
            try await client.drained()
            let life = Task {
                var count = 0
                while !Task.isCancelled {
                    for message in await received.messages.dropFirst(count) {
                        count += 1
                        for answer in try answers(to: message) { try await client.publish(answer) }
                    }
                    try await Task.sleep(for: .milliseconds(10))
                }
            }
            defer { life.cancel() }
            return try await body()
        }
    }

    private func report(_ state: ReportedState) -> Message {
        Message(topic: topics.reported(id), payload: state.encoded(), retained: true)
    }

    private func answers(to message: Message) throws -> [Message] {
        if message.topic == topics.desired(id) {
            let desired = try DesiredState(decoding: message.payload)
            var state = Self.reported
            (state.version, state.power, state.mode) = (desired.version, desired.power, desired.mode)
            state.reportEvery = desired.reportEvery ?? state.reportEvery
            return [report(state)]
        }
        let command = try Command(decoding: message.payload)
        let result = CommandResult(id: command.id, error: refusal)
        let answer = Message(topic: topics.result(id), payload: result.encoded())
        guard command.verb == .locate, refusal == nil else { return [answer] }
        return [try Traffic.location("keys", metres: 7, at: Traffic.now, sequence: 1), answer]
    }
}
