import Logging
import MQTT
import Messages

/// A short session on the broker to ask something and wait for what comes of it.
struct Errand: Sendable {
    /// What happens on an errand.
    enum Event: Hashable, Sendable {
        /// The session stands and is subscribed.
        case connected
        case received(Message)
        /// A time asked for with ``remind(after:)`` is over.
        case timeUp
    }

    private let client: MQTTClient
    private let reminder: AsyncStream<Event>.Continuation
    /// What happens, in order; it ends with the session.
    ///
    /// Meant for one reader.
    let events: AsyncStream<Event>
    /// A topic of this errand alone, which nobody else reads.
    private let marker: String

    /// Runs an errand and takes leave when the body returns, with everything it published on the broker.
    ///
    /// - Throws: What the body throws, and ``CommandFailure`` when the broker cannot be reached, or not any more.
    static func run<Result: Sendable>(
        on choice: BrokerChoice,
        topics: Topics,
        subscribing filters: [String],
        logger: Logger,
        _ body: (Errand) async throws -> Result
    ) async throws -> Result {
        let name = "tagalong-cli-\(String(UInt64.random(in: 0 ... .max), radix: 16))"
        let marker = "\(topics.own)/\(name)/marker"
        let session = BusSession(
            clientID: name, subscriptions: (filters + [marker]).map { .init($0) }, persistent: false
        )
        let client = try MQTTClient(configuration: choice.connection, session: session, logger: logger)
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        let errand = Errand(client: client, reminder: continuation, events: events, marker: marker)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { continuation.finish() }
                try await client.run { event in try errand.handle(event, choice) }
            }
            do {
                let result = try await body(errand)
                try await client.drained()
                group.cancelAll()
                return result
            } catch is BusClosed {
                // Why it was closed is for the session to say.
                try await group.waitForAll()
                throw BusClosed()
            }
        }
    }

    private func handle(_ event: BusEvent, _ choice: BrokerChoice) throws {
        switch event {
        case .connected: reminder.yield(.connected)
        case .received(let messages): for message in messages { reminder.yield(.received(message)) }
        case .disconnected(let reason): throw choice.unreachable(because: reason)
        }
    }

    /// Hands a message over for the broker.
    func publish(_ message: Message) async throws(BusClosed) { try await client.publish(message) }

    /// Hands a message over, and waits until the broker has it.
    ///
    /// - Throws: ``BusClosed`` when the session has ended, or `CancellationError`.
    func deliver(_ message: Message) async throws {
        try await publish(message)
        try await client.drained()
    }

    /// Has ``Event/timeUp`` come after a time; the task ends with the errand at the latest.
    func remind(after time: Duration) -> Task<Void, Never> {
        Task { [reminder] in
            do { try await Task.sleep(for: time) } catch { return }
            reminder.yield(.timeUp)
        }
    }

    /// What the broker keeps on the topics subscribed to.
    ///
    /// A message of our own comes back only when those have come; a broker that does not hand it back costs five
    /// seconds.
    ///
    /// - Throws: ``BusClosed`` when the session has ended.
    func retained() async throws -> [Message] {
        var messages: [Message] = []
        let limit = remind(after: .seconds(5))
        defer { limit.cancel() }
        for await event in events {
            switch event {
            case .connected: try await publish(Message(topic: marker, payload: []))
            case .received(let message) where message.topic == marker: return messages
            case .received(let message): messages.append(message)
            case .timeUp: return messages
            }
        }
        throw BusClosed()
    }
}
