internal import CMosquitto
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
    private(set) var handle: MosquittoHandle
    /// What concerns the present connection only.
    var connection = Connection()
    private var backoff: Backoff
    private var generator: any RandomNumberGenerator
    private var hasComplained = false
    private var hasConnected = false

    struct Connection {
        let begin = ContinuousClock.now
        /// When the session stood: answered and subscribed.
        var stoodSince: ContinuousClock.Instant?
        /// The last reading ended because the batch was full.
        var hasMoreToRead = false
        /// The socket did not take all that was written.
        var isBlocked = false
        /// The broker will say nothing more.
        var hasHungUp = false
        var nextMaintenance = ContinuousClock.now
    }

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
        logger: Logger
    ) throws(MQTTError) {
        self.configuration = configuration
        self.session = session
        self.handoff = handoff
        self.generator = generator
        self.logger = logger
        backoff = Backoff(configuration.backoff)
        handle = try Self.makeHandle(configuration, session)
    }

    private static func makeHandle(
        _ configuration: MQTTConfiguration, _ session: BusSession
    ) throws(MQTTError) -> MosquittoHandle {
        let handle = try MosquittoHandle(
            clientID: session.clientID, persistent: session.persistent, address: configuration.address
        )
        try handle.configure(configuration, will: session.will)
        return handle
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
                guard !handoff.isStopping, report(trouble) else { return }
                pause(backoff.next(using: &generator))
                dropUnrepeated()
            }
        }
    }

    /// Returns when the run is to end and the broker has been taken leave of.
    private func connectAndServe() throws(Interruption) {
        defer { handoff.disconnected() }
        connection = Connection()
        if try connect() { try serve() }
        handle.disconnect()
    }

    private func connect() throws(Interruption) -> Bool {
        do throws(MQTTError) {
            return try handoff.whileConnecting { () throws(MQTTError) in
                try handle.connect(configuration, session: session)
            }
        } catch { throw .trouble(error) }
    }

    /// The session stands: tells everybody.
    func stand(resumed: Bool) throws(Interruption) {
        connection.stoodSince = .now
        handle.connected()
        handoff.connected(again: hasConnected)
        hasComplained = false
        hasConnected = true
        logger.debug("connected to \(configuration)", metadata: ["session": "\(resumed ? "resumed" : "new")"])
        guard handoff.post(.connected(resumed: resumed)) else { throw .abandoned }
    }

    /// Says once, until connected again, why there is no connection.
    private func report(_ trouble: MQTTError) -> Bool {
        // A session that held for a while was no mere attempt.
        if let since = connection.stoodSince, since.duration(to: .now) > .seconds(10) { backoff.reset() }
        // The handler is told the first time, and says it where it belongs.
        logger.debug("\(trouble)")
        guard !hasComplained else { return true }
        hasComplained = true
        return handoff.post(.disconnected(reason: trouble.description))
    }

    /// Sees to it that nothing is sent again that is not to be.
    ///
    /// The library sends again whatever it has in flight, and has no call to drop one message. So it starts afresh, and
    /// the rest is published once more; when it cannot start, it goes on as it is, and a message may come twice.
    private func dropUnrepeated() {
        let unconfirmed = handle.inbox.unconfirmed
        let beginnings = session.unrepeated
        func isUnrepeated(_ message: Message) -> Bool { beginnings.contains { message.topic.hasPrefix($0) } }
        guard unconfirmed.contains(where: isUnrepeated) else { return }
        do throws(MQTTError) {
            handle = try Self.makeHandle(configuration, session)
            handoff.takeBack(unconfirmed, but: isUnrepeated)
        } catch { logger.warning("what the broker has not confirmed may be sent twice: \(error)") }
    }

    private func pause(_ duration: Duration) {
        let end = ContinuousClock.now + duration
        while !handoff.isStopping, ContinuousClock.now < end {
            _ = Poll.wait([(handoff.work.descriptor, Int16(POLLIN))], for: end - ContinuousClock.now)
            handoff.work.clear()
        }
    }
}

/// Why a connection ended or never stood, in the broker's words where it gave any.
extension ConnectionLoop {
    /// Prefers what the broker said to what the library made of it.
    func explain(_ trouble: MQTTError) -> MQTTError {
        if let refusal { return refusal }
        if let farewell = handle.inbox.farewell { return closed(farewell) }
        guard case .lost(let address) = trouble, handle.inbox.answer == nil else { return trouble }
        if let complaint = handle.inbox.complaint { return .encryption(address: address, reason: complaint) }
        return .noAnswer(address: address)
    }

    /// What the broker has refused, if anything.
    var refusal: MQTTError? {
        if let refused = handle.inbox.refusedSubscription { return refused }
        guard let code = handle.inbox.answer?.code, code != 0 else { return nil }
        let badUser = [MQTT_RC_BAD_USERNAME_OR_PASSWORD.rawValue, MQTT_RC_NOT_AUTHORIZED.rawValue, 4, 5]
        if badUser.contains(UInt32(code)) { return .refusedUser(configuration.username, address: handle.address) }
        return .refusedByBroker(address: handle.address, reason: MosquittoHandle.text(reason: code))
    }

    private func closed(_ code: Int32) -> MQTTError {
        if UInt32(code) == MQTT_RC_SESSION_TAKEN_OVER.rawValue {
            return .sessionTaken(clientID: session.clientID, address: handle.address)
        }
        return .closedByBroker(address: handle.address, reason: MosquittoHandle.text(reason: code))
    }
}
