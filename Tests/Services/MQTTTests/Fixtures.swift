import Logging
import MQTT
import Messages
import ServerSupport
import TestSupport

extension Message {
    init(_ topic: String, _ text: String, _ quality: QualityOfService = .atLeastOnce, retained: Bool = false) {
        self.init(topic: topic, payload: Array(text.utf8), quality: quality, retained: retained)
    }
}

extension MQTTConfiguration {
    /// The same with waits short enough for a test.
    var impatient: MQTTConfiguration {
        var copy = self
        copy.backoff = .init(first: .milliseconds(20), most: .milliseconds(100))
        return copy
    }
}

extension MQTTClient {
    convenience init(
        _ configuration: MQTTConfiguration,
        _ clientID: String,
        subscribing filters: String...,
        will: Message? = nil,
        persistent: Bool = false
    ) throws {
        let session = BusSession(
            clientID: clientID,
            subscriptions: filters.map { .init($0) },
            will: will,
            persistent: persistent
        )
        try self.init(configuration: configuration.impatient, session: session, logger: .silent)
    }
}

/// Runs a client beside the body, with a log of what it hears, and ends it by cancellation.
func running<Result: Sendable>(
    _ client: MQTTClient,
    _ body: (EventLog) async throws -> Result
) async throws -> Result {
    let log = EventLog()
    return try await withThrowingTaskGroup { group in
        group.addTask { try await client.run { await log.note($0) } }
        let result = try await body(log)
        group.cancelAll()
        try await group.waitForAll()
        return result
    }
}

/// Publishes texts on a topic from a client of their own, and waits until the broker has them.
func publish(_ texts: [String], on topic: String, to broker: TestBroker, retained: Bool = false) async throws {
    let client = try MQTTClient(broker.configuration, "publisher-\(topic)")
    try await running(client) { _ in
        for text in texts { try await client.publish(Message(topic, text, retained: retained)) }
        try await client.drained()
    }
}

/// A free port that nobody listens on.
func unusedPort() async throws -> MQTTConfiguration {
    try await withTestBroker { $0.configuration }
}
