internal import Glibc
internal import Messages

/// A client's line to its broker: one connection after the other, and what outlives them.
///
/// Stays on one thread. Nothing is written but by ``write()``, and no message is acknowledged that ``acknowledge()`` has not released.
final class BrokerLine {
    let configuration: MQTTConfiguration
    private(set) var session: BusSession
    let inbox: Inbox
    private var stream: BrokerStream?
    private var reader = PacketReader()
    private var writer = PacketWriter()
    /// For the messages that came and are not handled yet.
    private var acknowledgements = PacketWriter()
    private var flight = Flight()
    private var terms = BrokerTerms()
    private var keepAlive: KeepAlive
    private var route: BrokerRoute
    /// What is spoken: the former version with a broker that does not know the current one.
    private var version = ProtocolVersion.current
    /// The broker has spoken the current version before.
    private var knowsCurrent = false
    /// The broker has hung up without an answer, as RabbitMQ 3.10 does on a version that it does not know.
    var isUnanswered = false

    /// Most bytes that wait for the socket before another message of quality 1 is written.
    private static let mostWaiting = 256 * 1024
    /// Most receipts in a turn: a flood of what is no message fills no inbox, and must not hold up the rest.
    private static let mostReceipts = 32
    /// Longer than any answer to a connection.
    private static let longestAnswer = 1 << 20

    /// A line that is not connected.
    ///
    /// - Throws: ``MQTTError/badSetting(_:)`` for what can never be sent to a broker.
    init(_ configuration: MQTTConfiguration, _ session: BusSession) throws(MQTTError) {
        try configuration.tls?.validate()
        if let will = session.will {
            guard TopicCheck.isTopic(will.topic) else {
                throw .badSetting("\"\(will.topic)\" is no topic for a will")
            }
            guard will.payload.count <= TopicCheck.mostBytes else {
                throw .badSetting("a will cannot have more than \(TopicCheck.mostBytes) bytes")
            }
        }
        try Self.check(session.subscriptions)
        self.configuration = configuration
        self.session = session
        inbox = Inbox(limit: configuration.batchLimit, bytes: configuration.batchBytes)
        keepAlive = KeepAlive(nil, at: .now)
        route = BrokerRoute(configuration)
    }

    private static func check(_ subscriptions: [BusSession.Subscription]) throws(MQTTError) {
        for subscription in subscriptions where !TopicCheck.isFilter(subscription.filter) {
            throw .badSetting("\"\(subscription.filter)\" is no topic filter")
        }
    }

    /// Host and port of the present connection, or the next one, for messages to people.
    var address: String { route.current.address }

    /// Turns to the next address after a failure; true when none is left that was not tried since a session stood.
    func moveOn(afterStanding hasStood: Bool) -> Bool { route.moveOn(afterStanding: hasStood) }

    /// Speaks the former version next, where the broker seems not to know the current one; tells whether it does.
    ///
    /// The current one is tried again after that, whether or not a session stood: the broker may be another by then, or
    /// may have been about to end.
    func fallBack() -> Bool {
        let wasFormer = version == .former
        version = .current
        let isRefused = inbox.answer?.code == .unsupportedVersion || isUnanswered
        guard !wasFormer, !knowsCurrent, isRefused else { return false }
        version = .former
        return true
    }

    /// Adds subscriptions to the session, for the connections to come.
    ///
    /// - Throws: ``MQTTError/badSetting(_:)`` for what is no filter.
    func include(_ subscriptions: [BusSession.Subscription]) throws(MQTTError) {
        try Self.check(subscriptions)
        session.subscriptions += subscriptions
    }

    /// Adds subscriptions, with what is written next.
    ///
    /// - Throws: ``MQTTError/badSetting(_:)`` for what is no filter, or too many.
    func subscribe(_ subscriptions: [BusSession.Subscription]) throws(MQTTError) {
        try include(subscriptions)
        try ask(for: subscriptions)
    }

    private func ask(for subscriptions: [BusSession.Subscription]) throws(MQTTError) {
        for some in Self.packets(subscriptions) {
            guard let identifier = flight.reserve() else { throw .badSetting("there are too many subscriptions") }
            writer.subscribe(some, as: identifier)
            inbox.asked(identifier, filters: some.map(\.filter))
        }
    }

    /// The connection's socket; `nil` while there is none.
    var socket: Int32? { stream?.descriptor }

    /// Whether something is left that the socket did not take.
    var wantsToWrite: Bool {
        guard let stream, !stream.isBroken else { return false }
        return !writer.isEmpty || stream.hasUnsent
    }

    /// The broker has hung up, and what it had said is not all read.
    var hasHungUp: Bool { stream?.isBroken ?? false }

    /// Connects and asks for the subscriptions; blocks while names are looked up and the network answers.
    ///
    /// The subscriptions go out right behind the connection, as MQTT allows, so that they need not wait behind the
    /// acknowledgements of what a kept session sends first.
    func connect() throws(MQTTError) {
        drop()
        inbox.beginConnection()
        flight.beginConnection()
        terms = BrokerTerms()
        reader.mostBytes = Self.longestAnswer
        isUnanswered = false
        (reader.version, writer) = (version, PacketWriter(version))
        stream = try BrokerStream(route.current)
        keepAlive = KeepAlive(configuration.keepAlive, at: .now)
        writer.connect(session, configuration)
        try ask(for: session.subscriptions)
        try write()
    }

    /// Lets go of subscriptions on this connection, with what is written next.
    func unsubscribe(_ filters: [String]) {
        for some in Self.packets(filters.filter(TopicCheck.isFilter)) {
            // Without an identifier everything goes on coming, which is no harm.
            guard let identifier = flight.reserve() else { return }
            writer.unsubscribe(some, as: identifier)
        }
    }

    /// What goes into one packet each: eight filters, as AWS IoT Core takes no more, and each takes an identifier of
    /// 65,535 until the broker has answered.
    private static func packets<Filter>(_ filters: [Filter]) -> [ArraySlice<Filter>] {
        stride(from: 0, to: filters.count, by: 8).map { filters[$0..<min($0 + 8, filters.count)] }
    }

    /// Leaves the connection as it is, without a word.
    func drop() {
        stream = nil
        reader.clear()
        writer.clear()
        acknowledgements.clear()
    }

    /// Takes leave of the broker, so that it does not publish the will, and waits shortly until it has heard it.
    ///
    /// Everything written before leaves first, released acknowledgements included.
    func disconnect(within limit: Duration = .milliseconds(500)) {
        defer { drop() }
        guard let stream, !stream.isBroken else { return }
        let deadline = ContinuousClock.now + limit
        writer.disconnect()
        while true {
            do throws(MQTTError) { try stream.send(&writer) } catch { return }
            guard wantsToWrite else { break }
            let rest = ContinuousClock.now.duration(to: deadline)
            guard rest > .zero else { return }
            _ = Poll.wait([(stream.descriptor, Int16(POLLOUT))], for: rest)
        }
        stream.end(by: deadline)
    }

    /// Whether the broker has still to answer for something that was published over this connection.
    var awaitsConfirmation: Bool { socket != nil && !flight.isIdle }

    /// Reads until the inbox is full, much was read or nothing more has come; tells whether there may be more.
    func read() throws(MQTTError) -> Bool {
        guard let stream else { throw .lost(address: address) }
        for _ in 0..<Self.mostReceipts {
            while !inbox.isFull {
                guard let packet = try nextPacket() else { break }
                try take(packet)
            }
            if inbox.isFull { return true }
            guard try stream.receive(into: &reader) else {
                keepAlive.foundNothing(at: .now)
                return false
            }
            keepAlive.heard(at: .now)
        }
        return true
    }

    private func nextPacket() throws(MQTTError) -> Packet? {
        do throws(MalformedPacket) { return try reader.next() } catch {
            throw malformed(error.reason)
        }
    }

    private func take(_ packet: Packet) throws(MQTTError) {
        if case .connected(let terms) = packet { return try begin(terms) }
        guard inbox.answer != nil else { throw .noAnswer(address: address) }
        switch packet {
        case .message(let message, let identifier):
            inbox.received(message)
            if identifier > 0 { acknowledgements.acknowledge(identifier) }
        case .published(let identifier, let code):
            if flight.remove(identifier) { inbox.publicationAnswered(code) }
        case .subscribed(let identifier, let codes):
            flight.release(identifier)
            guard inbox.subscriptionAnswered(identifier, codes) else {
                throw malformed("the broker does not answer for each subscription")
            }
        case .unsubscribed(let identifier): flight.release(identifier)
        case .disconnected(let code):
            inbox.disconnected(code)
            throw .lost(address: address)
        case .pong, .connected: break
        }
    }

    private func begin(_ terms: BrokerTerms) throws(MQTTError) {
        guard inbox.answer == nil else { throw malformed("the broker has answered twice") }
        inbox.connectionAnswered(terms)
        guard !terms.code.isFailure else { return }
        self.terms = terms
        if version == .current { knowsCurrent = true }
        reader.mostBytes = PacketReader.mostOfAll
        if let seconds = terms.keepAlive { keepAlive.interval = seconds == 0 ? nil : .seconds(Int(seconds)) }
        flight.begin(quota: terms.receiveMaximum, isResumed: terms.isResumed)
    }

    /// The messages read so far are handled: their acknowledgements go with what is written next.
    func acknowledge() { writer.append(&acknowledgements) }

    /// Sends what is to be sent, as far as the socket takes it.
    func write() throws(MQTTError) {
        guard let stream else { return }
        repeat {
            depart()
            guard wantsToWrite else { return }
            try stream.send(&writer)
            keepAlive.sent(at: .now)
        } while writer.isEmpty && !stream.hasUnsent && flight.hasNext
    }

    /// Writes those messages in flight that the broker takes now.
    private func depart() {
        while writer.count < Self.mostWaiting, let next = flight.next() {
            // A broker that was replaced may take less than the one before.
            guard excess(of: next.message) == nil else {
                if flight.remove(next.identifier) { inbox.publicationAnswered(.unspecified) }
                continue
            }
            let isRetained = next.message.retained && terms.keepsRetained
            writer.publish(next.message, as: next.identifier, isRepeated: next.isRepeated, isRetained: isRetained)
        }
    }

    /// Asks a silent broker whether it is still there; wanted about each second.
    func maintain() throws(MQTTError) {
        switch keepAlive.check(at: .now) {
        case .nothing: break
        case .ping:
            writer.ping()
            try write()
        case .end: throw .lost(address: address)
        }
    }

    /// Takes a message in, which is sent by ``write()``, and one of quality 1 again until the broker has answered.
    ///
    /// - Throws: ``MQTTError/badSetting(_:)`` for one that no broker would take, or not this one.
    func publish(_ message: Message) throws(MQTTError) {
        let message = message.written
        if let refusal = refusal(of: message) { throw refusal }
        guard message.quality > .atMostOnce else {
            let isRetained = message.retained && terms.keepsRetained
            return writer.publish(message, as: 0, isRepeated: false, isRetained: isRetained)
        }
        guard flight.add(message) else { throw .badSetting("too many messages are under way") }
    }

    /// Why a message cannot be sent, if it cannot.
    private func refusal(of message: Message) -> MQTTError? {
        guard TopicCheck.isTopic(message.topic) else {
            let hasZero = message.topic.utf8.contains(0)
            return .badSetting(hasZero ? "a topic cannot hold a zero byte" : "nothing can be published on such a topic")
        }
        return excess(of: message)
    }

    /// Why a message is too much for this broker, if it is.
    private func excess(of message: Message) -> MQTTError? {
        guard message.quality == .atMostOnce || terms.takesQuality1 else {
            return .badSetting("the broker takes messages of quality 0 only")
        }
        let size = PacketWriter.size(of: message)
        guard size <= min(Int(terms.packetSize), PacketReader.mostOfAll) else {
            return .badSetting("the message has \(size) bytes, more than the broker takes at once")
        }
        return nil
    }

    /// Drops messages that the broker has not answered for, and returns how many.
    func abandon(where isDropped: (Message) -> Bool) -> Int { flight.drop(where: isDropped) }
}
