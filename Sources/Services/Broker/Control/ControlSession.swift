internal import JSON
internal import Logging
internal import MQTT
internal import Messages

/// A short session with mosquitto's dynamic security plugin, on its control topic.
struct ControlSession: Sendable {
    private static let topic = "$CONTROL/dynamic-security/v1"
    private static let answers = "\(topic)/response"
    /// Longer than any broker takes that is not wedged.
    private static let patience: Duration = .seconds(60)

    private let client: MQTTClient
    private let events: AsyncStream<Event>
    /// Tells our answers from others': every administrator hears all.
    private let name: String

    private enum Event: Sendable {
        case connected
        case received(Message)
        case timeUp
    }

    /// Connects with the administrator's password, and leaves when the body returns.
    ///
    /// - Throws: What the body throws, or ``BrokerError/unreachable(_:)``.
    static func run<Result: Sendable>(
        on connection: MQTTConfiguration, logger: Logger, _ body: (ControlSession) async throws -> Result
    ) async throws -> Result {
        let name = "tagalong-admin-\(String(UInt64.random(in: 0 ... .max), radix: 16))"
        let bus = BusSession(clientID: name, subscriptions: [.init(answers)], persistent: false)
        let client = try MQTTClient(configuration: connection, session: bus, logger: logger)
        let (events, feed) = AsyncStream.makeStream(of: Event.self)
        let session = ControlSession(client: client, events: events, name: name)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { feed.finish() }
                try await client.run { event in
                    switch event {
                    case .connected: feed.yield(.connected)
                    case .received(let messages): for message in messages { feed.yield(.received(message)) }
                    case .disconnected(let reason): throw BrokerError.unreachable(reason)
                    }
                }
            }
            group.addTask {
                try? await Task.sleep(for: patience)
                feed.yield(.timeUp)
            }
            do {
                try await session.awaitConnection()
                let result = try await body(session)
                group.cancelAll()
                return result
            } catch let error as BrokerError where error == .unreachable("") {
                // Why is for the session to say.
                try await group.next()
                throw BrokerError.unreachable("the broker does not answer")
            }
        }
    }

    private func awaitConnection() async throws {
        for await event in events {
            if case .connected = event { return }
            if case .timeUp = event { throw BrokerError.unreachable("the broker does not answer") }
        }
        throw BrokerError.unreachable("")
    }

    /// Sends commands, which the plugin carries out one after the other, and waits for its answers.
    ///
    /// - Throws: ``BrokerError/refused(command:reason:)`` for the first that was refused; the others were carried out.
    func send(_ commands: [ControlCommand]) async throws {
        guard !commands.isEmpty else { return }
        let tagged = commands.enumerated().map { $1.tagged("\(name)-\($0)") }
        let payload = JSONValue.object(["commands": .list(tagged)]).encoded(.sorted)
        try await client.publish(Message(topic: Self.topic, payload: payload))
        for await event in events {
            switch event {
            case .connected: continue
            case .timeUp: throw BrokerError.unreachable("the broker does not answer")
            case .received(let message):
                let answers = try JSONValue(message.payload)["responses"]?.list ?? []
                guard answers.contains(where: { $0["correlationData"]?.text?.hasPrefix("\(name)-") == true }) else {
                    continue
                }
                return try check(answers, commands)
            }
        }
        throw BrokerError.unreachable("")
    }

    private func check(_ answers: [JSONValue], _ commands: [ControlCommand]) throws(BrokerError) {
        for (command, answer) in zip(commands, answers) {
            guard let error = answer["error"]?.text, !command.tolerated.contains(error) else { continue }
            throw .refused(command: "\(command.name) of \(command.subject)", reason: error)
        }
    }
}
