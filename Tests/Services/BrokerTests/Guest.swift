import MQTT
import Messages
import TestSupport

/// A client of the broker for as long as a body runs.
struct Guest: Sendable {
    private let client: MQTTClient
    private let events: AsyncStream<BusEvent>

    /// The broker did not let it in, or not subscribe.
    struct Refused: Error, CustomStringConvertible {
        let reason: String
        var description: String { reason }
        /// The broker said nothing, and was gone.
        var isBroken: Bool { reason.hasSuffix(" broke") }
    }

    /// Visits a broker; a connection that breaks before it stood is made once more, as by any client.
    ///
    /// What is asked here is what the broker allows. It was seen once, on a busy machine, and why is not known.
    @discardableResult
    static func visit<Result: Sendable>(
        _ connection: MQTTConfiguration,
        as clientID: String,
        subscribing filters: [String] = [],
        will: Message? = nil,
        persistent: Bool = false,
        _ body: (Guest) async throws -> Result
    ) async throws -> Result {
        do {
            return try await visitOnce(connection, clientID, filters, will, persistent, body)
        } catch let error as Refused where error.isBroken {
            print("\(clientID): \(error.reason); once more")
            return try await visitOnce(connection, clientID, filters, will, persistent, body)
        }
    }

    private static func visitOnce<Result: Sendable>(
        _ connection: MQTTConfiguration,
        _ clientID: String,
        _ filters: [String],
        _ will: Message?,
        _ persistent: Bool,
        _ body: (Guest) async throws -> Result
    ) async throws -> Result {
        var connection = connection
        connection.backoff = .init(first: .milliseconds(20), most: .milliseconds(100))
        let session = BusSession(
            clientID: clientID,
            subscriptions: filters.map { .init($0) },
            will: will,
            persistent: persistent
        )
        let client = try MQTTClient(configuration: connection, session: session, logger: .silent)
        let (events, feed) = AsyncStream.makeStream(of: BusEvent.self)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await client.run { feed.yield($0) } }
            let result = try await body(Guest(client: client, events: events))
            group.cancelAll()
            try await group.waitForAll()
            return result
        }
    }

    /// Waits until the session stands; true when the broker had kept it.
    @discardableResult
    func connected() async throws -> Bool {
        for await event in events {
            switch event {
            case .connected(let resumed): return resumed
            case .disconnected(let reason): throw Refused(reason: reason)
            case .received: continue
            }
        }
        throw Refused(reason: "the run ended")
    }

    /// Waits until the broker has ended the connection, or does not let it in; answers with why.
    func disconnected() async -> String {
        for await event in events {
            if case .disconnected(let reason) = event { return reason }
        }
        return "the run ended"
    }

    /// Collects topics until one ends with a word.
    func topics(until last: String) async -> Set<String> {
        var topics: Set<String> = []
        for await event in events {
            guard case .received(let messages) = event else { continue }
            topics.formUnion(messages.map(\.topic))
            if topics.contains(where: { $0.hasSuffix(last) }) { return topics }
        }
        return topics
    }

    /// The texts that come, until one is this.
    func texts(until last: String) async -> [String] {
        var texts: [String] = []
        for await event in events {
            guard case .received(let messages) = event else { continue }
            texts += messages.map { String(decoding: $0.payload, as: UTF8.self) }
            if texts.contains(last) { return texts }
        }
        return texts
    }

    /// The text of the next message.
    func text() async -> String? {
        for await event in events {
            if case .received(let messages) = event, let first = messages.first {
                return String(decoding: first.payload, as: UTF8.self)
            }
        }
        return nil
    }

    /// Sends without waiting for the broker.
    func tells(on topic: String, _ text: String = "x", retained: Bool = false) async throws {
        try await client.publish(Message(topic: topic, payload: Array(text.utf8), retained: retained))
    }

    /// Waits until the broker has answered for everything.
    func drained() async throws { try await client.drained() }

    /// Whether the broker takes a message on a topic.
    func sends(on topic: String, _ text: String = "x", retained: Bool = false) async throws -> Bool {
        let before = client.counters.dropped
        try await client.publish(Message(topic: topic, payload: Array(text.utf8), retained: retained))
        try await client.drained()
        return client.counters.dropped == before
    }
}

extension OwnTestBroker {
    /// Whether the broker lets a client subscribe.
    nonisolated func subscribes(
        _ connection: MQTTConfiguration,
        as clientID: String,
        to filter: String
    ) async throws
        -> Bool
    {
        do {
            return try await Guest.visit(connection, as: clientID, subscribing: [filter]) { guest in
                try await guest.connected()
                return true
            }
        } catch let error as Guest.Refused where error.reason.contains("refuses to subscribe") {
            return false
        }
    }

    /// Why the broker does not let a client in; nil when it does.
    ///
    /// Phones and subscribers are called as their users are.
    nonisolated func refusal(
        _ connection: MQTTConfiguration,
        as clientID: String? = nil
    ) async throws -> String? {
        do {
            let name = clientID ?? connection.username ?? "guest"
            try await Guest.visit(connection, as: name) { try await $0.connected() }
            return nil
        } catch let error as Guest.Refused {
            return error.reason
        }
    }
}
