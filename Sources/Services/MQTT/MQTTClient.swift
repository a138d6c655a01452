public import Logging
public import Messages
internal import ServiceLifecycle
public import Threads

/// The bus over a connection to an MQTT 5 broker.
///
/// The connection has a thread of its own, which reads what the broker has sent, waits until the handler is done
/// with it, and only then lets the acknowledgements go. A program that dies in between gets the batch again, if its
/// session is persistent.
///
/// Messages are sent between batches, in the order they were published. One published by the handler leaves after
/// the handler has returned; so a handler must not wait for an answer to it, nor for another task that publishes.
public final class MQTTClient: Bus, Sendable {
    private let configuration: MQTTConfiguration
    private let session: BusSession
    private let handoff: ConnectionHandoff
    private let logger: Logger
    private let turns: Turnstile?
    private let generator: any RandomNumberGenerator & Sendable

    /// The client whose handler the task runs in.
    @TaskLocal private static var handling: ObjectIdentifier?

    /// A client that connects once it runs; the generator decides how long to wait between attempts.
    ///
    /// The logger hears of messages that cannot be sent, and for debugging of every attempt to connect. `onSettled` is
    /// told, on the connection's thread, as soon as messages of quality 1 are acknowledged, or refused: in the order in
    /// which they were published, where the broker acknowledges in that order as MQTT 5 has it (section 4.6), and of one
    /// call the acknowledged ones before the refused.
    ///
    /// Clients that share `turns` take in what came and have it handled one after the other, as far as that lets them
    /// through: meanwhile more comes, which is handled at once.
    ///
    /// - Throws: ``MQTTError/badSetting(_:)`` when a setting cannot be used.
    public init(
        configuration: MQTTConfiguration,
        session: BusSession,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        logger: Logger,
        turns: Turnstile? = nil,
        onSettled: (@Sendable (_ acknowledged: Int, _ refused: Int) -> Void)? = nil
    ) throws(MQTTError) {
        try configuration.validate()
        try session.validate()
        self.configuration = configuration
        var session = session
        // A node that dies in the middle of passing a message on has passed it to some and not to others: that it came
        // back tells nothing of them. What one broker has taken, it passes on to all.
        if !configuration.others.isEmpty { session.unrepeated = [] }
        self.session = session
        self.generator = generator
        self.logger = logger
        self.turns = turns
        handoff = try ConnectionHandoff(
            queueLimit: configuration.queueLimit, window: configuration.sendingWindow, onSettled: onSettled
        )
    }

    /// What the client has done so far.
    public var counters: MQTTCounters { handoff.counters }

    public var backlog: Int { counters.queued }

    /// Connects and serves until the task is cancelled or shut down; the end waits up to
    /// ``MQTTConfiguration/flushTimeout`` for what is queued, and takes leave so that the will is not published.
    ///
    /// - Throws: what the handler threw, or an ``MQTTError`` for a setting that cannot be used.
    public func run(_ handler: @escaping @Sendable (BusEvent) async throws -> Void) async throws {
        try handoff.begin()
        try startThread()
        let result = await withTaskCancellationOrGracefulShutdownHandler {
            await serve(handler)
        } onCancelOrGracefulShutdown: { [handoff] in
            handoff.stop()
        }
        try result.get()
        if let failure = handoff.failure { throw failure }
    }

    public func publish(_ message: Message) async throws(BusClosed) {
        try await handoff.publish(message, waits: Self.handling != ObjectIdentifier(self))
    }

    public func unsubscribe(_ filter: String) { handoff.unsubscribe(filter) }

    /// Adds subscriptions; one that is no filter, or that the broker refuses, ends the connection as at its beginning.
    public func subscribe(_ subscriptions: [BusSession.Subscription]) { handoff.subscribe(subscriptions) }

    /// Waits until the broker has confirmed every message of quality 1 published so far.
    ///
    /// - Throws: `BusClosed` when the run ends before, `CancellationError` when the task is cancelled, and
    ///   ``MQTTError/drainedInHandler`` in the handler.
    public func drained() async throws {
        guard Self.handling != ObjectIdentifier(self) else { throw MQTTError.drainedInHandler }
        try await handoff.drained()
    }

    private func startThread() throws(MQTTError) {
        let loop: @Sendable () -> Void = { [configuration, session, handoff, generator, turns, logger] in
            var failure: MQTTError?
            do throws(MQTTError) {
                try ConnectionLoop(
                    configuration: configuration,
                    session: session,
                    handoff: handoff,
                    generator: generator,
                    turns: turns,
                    logger: logger
                ).run()
            } catch { failure = error }
            handoff.close(failure)
        }
        do { try DedicatedThread.start(loop) } catch { throw .badSetting("\(error)") }
    }

    /// Calls the handler for each event until the thread has ended.
    private func serve(_ handler: @Sendable (BusEvent) async throws -> Void) async -> Result<Void, any Error> {
        var result: Result<Void, any Error> = .success(())
        while let event = await handoff.nextEvent() {
            do {
                try await Self.$handling.withValue(ObjectIdentifier(self)) { try await handler(event) }
                handoff.decide(.handled)
            } catch {
                result = .failure(error)
                handoff.decide(.failed)
            }
        }
        return result
    }
}
