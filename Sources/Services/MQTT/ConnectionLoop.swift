internal import Glibc
internal import Logging
internal import Messages
internal import Threads

/// The life of a client on its thread: connect, serve, and after a break wait and connect again.
final class ConnectionLoop {
    let configuration: MQTTConfiguration
    let session: BusSession
    let handoff: ConnectionHandoff
    let logger: Logger
    let line: BrokerLine
    /// What concerns the present connection only.
    var connection = Connection()
    /// Where it waits for its turn, if it shares with others, and what wakes it then.
    let turns: (turnstile: Turnstile, bell: Bell)?
    private var backoff: Backoff
    private var generator: any RandomNumberGenerator
    private var hasComplained = false
    private var hasConnected = false

    struct Connection {
        /// When the broker was asked for the session.
        let begin = ContinuousClock.now
        /// When the session stood: answered and subscribed.
        var stoodSince: ContinuousClock.Instant?
        /// The last reading ended because the batch was full.
        var hasMoreToRead = false
        /// The socket did not take all that was written.
        var isBlocked = false
        var nextMaintenance = ContinuousClock.now
    }

    private static let soon = Duration.seconds(10)

    /// Why serving a connection came to its end.
    enum Interruption: Error {
        case trouble(MQTTError)
        /// The handler failed: nothing may be sent any more, for it would acknowledge.
        case abandoned
    }

    init(
        configuration: MQTTConfiguration,
        session: BusSession,
        handoff: ConnectionHandoff,
        generator: any RandomNumberGenerator,
        turns: Turnstile? = nil,
        logger: Logger
    ) throws(MQTTError) {
        self.configuration = configuration
        self.session = session
        self.handoff = handoff
        self.generator = generator
        self.logger = logger
        do throws(NoDescriptor) {
            self.turns = try turns.map { turnstile throws(NoDescriptor) in (turnstile, try Bell()) }
        } catch {
            throw .badSetting("\(error)")
        }
        backoff = Backoff(configuration.backoff)
        line = try BrokerLine(configuration, session)
    }

    /// Runs until it is told to stop, the handler fails, or a setting proves unusable.
    func run() throws(MQTTError) {
        while !handoff.isStopping {
            do throws(Interruption) {
                try connectAndServe()
                return
            } catch {
                guard case .trouble(let trouble) = error else { return }
                if case .badSetting = trouble { throw trouble }
                if line.fallBack() {
                    logger.debug("\(line.address) speaks MQTT 3.1.1")
                    continue
                }
                guard !handoff.isStopping, report(trouble) else { return }
                // The next address at once; a wait when each was tried, or when one stood and fell soon, as where another
                // client has the same id.
                let since = connection.stoodSince
                let fellSoon = since.map { $0.duration(to: .now) < Self.soon } ?? false
                if line.moveOn(afterStanding: since != nil) || fellSoon { pause(backoff.next(using: &generator)) }
                dropUnrepeated()
            }
        }
    }

    /// Returns when the run is to end and the broker has been taken leave of.
    private func connectAndServe() throws(Interruption) {
        defer {
            line.drop()
            handoff.disconnected()
        }
        if try connect() {
            connection = Connection()
            try serve()
        }
        line.disconnect()
    }

    private func connect() throws(Interruption) -> Bool {
        connection = Connection()
        do throws(MQTTError) {
            try line.include(handoff.takeWanted())
            return try handoff.whileConnecting { () throws(MQTTError) in try line.connect() }
        } catch { throw .trouble(error) }
    }

    /// The session stands: tells everybody.
    func stand(resumed: Bool) throws(Interruption) {
        connection.stoodSince = .now
        handoff.connected(again: hasConnected)
        hasComplained = false
        hasConnected = true
        logger.debug("connected to \(line.address)", metadata: ["session": "\(resumed ? "resumed" : "new")"])
        guard handoff.post(.connected(resumed: resumed)) else { throw .abandoned }
    }

    /// Says once, until connected again, why there is no connection.
    private func report(_ trouble: MQTTError) -> Bool {
        // A session that held for a while was no mere attempt.
        if let since = connection.stoodSince, since.duration(to: .now) > Self.soon { backoff.reset() }
        // The handler is told the first time, and says it where it belongs.
        logger.debug("\(trouble)")
        guard !hasComplained else { return true }
        hasComplained = true
        return handoff.post(.disconnected(reason: trouble.description))
    }

    /// Sees to it that nothing is sent again that is not to be.
    private func dropUnrepeated() {
        let beginnings = session.unrepeated
        guard !beginnings.isEmpty else { return }
        let dropped = line.abandon { message in
            !message.retained && beginnings.contains { message.topic.hasPrefix($0) }
        }
        handoff.confirm(acknowledged: 0, refused: 0, abandoned: dropped)
    }

    private func pause(_ duration: Duration) {
        let end = ContinuousClock.now + duration
        while !handoff.isStopping, ContinuousClock.now < end {
            _ = Poll.wait([(handoff.work.descriptor, Int16(POLLIN))], for: end - ContinuousClock.now)
            handoff.work.clear()
        }
    }
}
