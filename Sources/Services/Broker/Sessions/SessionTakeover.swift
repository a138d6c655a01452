public import Logging
public import MQTT
public import Messages
internal import Synchronization

/// A bus whose service had a session of another client id before: hands on what waits there, ends that session, and goes
/// on with the new one.
///
/// Nothing is lost on the way. The new session stands, and messages wait for it, before the old one is read to its end;
/// the end is a marker that comes back behind all that waited. What comes in between comes twice, as after a broken
/// connection. A stop at any moment leaves what was not handed on in one session or the other, for the next start.
public struct SessionTakeover: Bus {
    private let access: ServiceAccess
    private let former: String
    private let owner: MQTTConfiguration
    private let session: BusSession
    private let topic: String
    private let logger: Logger
    private let client: MQTTClient
    private let current: Current

    private final class Current: Sendable {
        let client: Mutex<MQTTClient>

        init(_ client: MQTTClient) { self.client = Mutex(client) }
    }

    private struct Stood: Error {}

    /// The bus of a service, to run once, which takes over what a session of before holds, if there may be one.
    ///
    /// The session's client id is replaced by the service's own one; `topic` is where a marker may be published that
    /// nobody takes amiss.
    ///
    /// - Throws: `MQTTError` for a setting that cannot be used.
    public static func bus(
        _ session: BusSession, as access: ServiceAccess, owner: MQTTConfiguration, topic: String, logger: Logger
    ) throws(MQTTError) -> any Bus {
        var session = session
        session.clientID = access.clientID
        let client = try MQTTClient(configuration: access.connection, session: session, logger: logger)
        guard let former = access.former else { return client }
        return SessionTakeover(
            access: access,
            former: former,
            owner: owner,
            session: session,
            topic: topic,
            logger: logger,
            client: client,
            current: Current(client)
        )
    }

    /// What the client of the new session has done so far.
    public var counters: MQTTCounters { client.counters }

    public var backlog: Int { now.backlog }
    public func publish(_ message: Message) async throws(BusClosed) { try await now.publish(message) }
    public func drained() async throws { try await now.drained() }
    public func unsubscribe(_ filter: String) { now.unsubscribe(filter) }

    /// Hands on what the old session holds, then what comes over the new one; of connections only the new one's are told.
    public func run(_ handler: @escaping @Sendable (BusEvent) async throws -> Void) async throws {
        guard try await drain(handler) else { return }
        current.client.withLock { $0 = client }
        // One that begins anew, and ends with its connection.
        let last = BusSession(clientID: former, subscriptions: [], persistent: false)
        guard try await open(last, on: owner) else { return }
        access.removeFormer()
        try await client.run(handler)
    }

    private var now: MQTTClient { current.client.withLock { $0 } }

    /// Reads the old session to its end; false when it was told to stop before.
    private func drain(_ handler: @escaping @Sendable (BusEvent) async throws -> Void) async throws -> Bool {
        let old = BusSession(clientID: former, subscriptions: [.init(topic)], persistent: true)
        let reader = try MQTTClient(configuration: owner, session: old, logger: logger)
        current.client.withLock { $0 = reader }
        let nonce = String(UInt64.random(in: 0 ... .max), radix: 16)
        let marker = Message(topic: topic, payload: Array("{\"_type\":\"fence\",\"id\":\"\(nonce)\"}".utf8))
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await reader.run { event in
                    switch event {
                    case .connected(resumed: false): end.yield()
                    case .connected:
                        if try await open(session, on: access.connection) { try await reader.publish(marker) }
                    case .received(let batch):
                        let messages = batch.filter { $0.topic != marker.topic || $0.payload != marker.payload }
                        if !messages.isEmpty { try await handler(.received(messages)) }
                        if messages.count < batch.count { end.yield() }
                    case .disconnected: try await handler(event)
                    }
                }
                return false
            }
            group.addTask {
                for await _ in ends { return true }
                return false
            }
            var isAtEnd = false
            defer { group.cancelAll() }
            while let result = try await group.next() {
                isAtEnd = isAtEnd || result
                // Takes leave when what was published meanwhile has left, and what was handed on is acknowledged.
                group.cancelAll()
            }
            return isAtEnd
        }
    }

    /// Connects, and leaves as soon as the session stands, without a word on what came: that comes again.
    ///
    /// Tells whether it stands; not when it was told to stop before.
    private func open(_ session: BusSession, on connection: MQTTConfiguration) async throws -> Bool {
        var session = session
        session.will = nil
        let visitor = try MQTTClient(configuration: connection, session: session, logger: logger)
        do {
            try await visitor.run { event in
                if case .connected = event { throw Stood() }
            }
            return false
        } catch is Stood {
            return true
        }
    }
}
