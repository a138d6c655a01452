import History
public import Logging
public import Messages
import Reminders
public import ServiceLifecycle
package import Store
package import Tracking

/// What the bus says of trackers, items, alerts and gateways, for as many listeners as there are, and the way back.
public actor ConsoleFeed: Service {
    /// The changes, for those who watch them.
    package nonisolated let live: LiveHub
    let topics: Topics
    private let connect: @Sendable () throws -> any Bus
    private let logger: Logger
    private var bus: (any Bus)?
    /// What the broker keeps, by topic.
    private var kept: [String: Message] = [:]
    /// What was written here and has not come back, by topic, the oldest first.
    private var written: [String: [[UInt8]]] = [:]
    private var listeners: [Int: AsyncStream<Message>.Continuation] = [:]
    private var nextListener = 0
    /// Messages that a listener within the program was too slow for.
    private(set) var dropped = 0
    private var sweep: RetainedSweep
    private var alerts = AlertMemory()
    private var reminders = AlertMemory()
    private var rings = RingBook()
    /// What tells until when a thing rings; nobody does before it is there.
    private var clock: (any UTCClock)?
    /// Reads the newest alerts of the store.
    private var storedAlerts: (@Sendable () throws -> [AlertRow])?
    /// Reads the newest events of reminders of the store.
    private var storedReminders: (@Sendable () throws -> [ReminderEventRow])?
    /// Whether the broker is there.
    public private(set) var isConnected = false

    /// A feed, not yet running; `connect` makes a client of ``session(of:named:)``, which runs once.
    public init(topics: Topics, logger: Logger, connect: @escaping @Sendable () throws -> any Bus) {
        self.topics = topics
        self.logger = logger
        self.connect = connect
        live = LiveHub()
        sweep = RetainedSweep(topics)
    }

    /// What a feed subscribes to, by a client id that each process has of its own.
    public static func session(of topics: Topics, named clientID: String) -> BusSession {
        let base = topics.own
        let kinds = ["state", "reported", "desired", "availability", "rules", "command", "result"]
        let filters = kinds.map { "\(base)/+/+/\($0)" }
        // The marker's last: what is retained comes in the order of the subscriptions.
        let others = [
            "alerts/#", "gateway/+/#", "guard/+", "guard/+/ignored", "reminders/+", "reminders/+/+",
            "reminders/+/+/state",
        ].map { "\(base)/\($0)" }
        let all = filters + others + [RetainedSweep.topic(topics)]
        return BusSession(clientID: clientID, subscriptions: all.map { .init($0) }, persistent: false)
    }

    /// Listens until it is shut down.
    public func run() async throws {
        let bus = try connect()
        self.bus = bus
        defer { for listener in listeners.values { listener.finish() } }
        try await bus.run { event in await self.handle(event) }
    }

    private func handle(_ event: BusEvent) async {
        switch event {
        case .connected:
            isConnected = true
            let marker = sweep.begin()
            try? await bus?.publish(marker)
        case .disconnected(let reason):
            isConnected = false
            written = [:]
            sweep.interrupt()
            logger.debug("\(reason)")
        case .received(let messages): live.append(messages.flatMap { receive($0) })
        }
    }

    /// Takes in a message; answers with the changes that it tells.
    private func receive(_ message: Message) -> [LiveEvent] {
        if message.topic == sweep.topic {
            if sweep.cameBack(message.payload) { addMissed() }
            return []
        }
        let isOld = isOld(message)
        let event = isOld ? nil : change(message)
        if !isOld, isKept(message), counts(message) {
            kept[message.topic] = message.isEmpty ? nil : message
        }
        for listener in listeners.values { if case .dropped = listener.yield(message) { dropped += 1 } }
        return [event, ringing(message)].compactMap(\.self)
    }

    /// Whether a message was written here, and another one since then that has yet to come back.
    private func isOld(_ message: Message) -> Bool {
        guard let own = written[message.topic], let index = own.firstIndex(of: message.payload) else { return false }
        let newer = own.dropFirst(index + 1)
        written[message.topic] = newer.isEmpty ? nil : Array(newer)
        return !newer.isEmpty
    }

    /// What a message tells; which tags their owner knows changes what is told of the guard's list.
    private func event(_ message: Message) -> LiveEvent? {
        if let event = LiveEvent(message, topics) { return event }
        guard case .guardIgnored(let owner) = topics.parse(message.topic) else { return nil }
        return kept[topics.guarded(owner)].flatMap { LiveEvent($0, topics) }
    }

    /// What a message tells that was not known: after a reconnect all that is retained comes once more.
    private func change(_ message: Message) -> LiveEvent? {
        guard let event = event(message) else { return nil }
        switch event.kind {
        case .alert:
            guard let alert = try? AlertMessage(decoding: message.payload) else { return nil }
            return alerts.isNew(alert.id) ? event : nil
        case .reminderEvent:
            guard let told = try? ReminderEventMessage(decoding: message.payload) else { return nil }
            return reminders.isNew(told.id) ? event : nil
        case .result: return event
        default:
            let known = kept[message.topic]?.payload ?? []
            // The history service beside tells states sooner than the broker.
            return known == message.payload || live.isOvertaken(event) ? nil : event
        }
    }

    /// What cannot be read takes the place of nothing that can: the history service goes by that, too.
    ///
    /// A guard's list is its guard's, and that nobody can read it is to be told.
    private func counts(_ message: Message) -> Bool {
        guard let topic = topics.parse(message.topic) else { return true }
        if case .guarded = topic { return true }
        return topic.refusal(of: message.payload) == nil
    }

    /// A retained message comes unmarked to those who had subscribed before.
    private func isKept(_ message: Message) -> Bool {
        switch topics.parse(message.topic) {
        case .state, .reported, .desired, .availability, .rules, .gatewayStatus, .guarded, .guardIgnored, .reminder,
            .reminderState:
            true
        default: message.retained
        }
    }

    /// The last message of a topic whose messages the broker keeps; nil for none.
    public func latest(_ topic: String) -> Message? { kept[topic] }

    /// The last message of each topic whose messages the broker keeps.
    public func latest() -> [Message] { Array(kept.values) }

    /// Whether the broker is there and has handed out everything that it keeps.
    public var hasSwept: Bool { isConnected && sweep.isDone }

    /// Messages that wait for the broker.
    var backlog: Int { bus?.backlog ?? 0 }

    /// What has gone over the bus.
    var counts: BusCounts { (bus as? any CountedBus)?.counts ?? BusCounts() }

    /// Everything that comes from now on, for one listener; of more messages than may wait for a slow one, the oldest
    /// are dropped.
    public func messages(limit: Int = 1000) -> AsyncStream<Message> {
        let (stream, continuation) = AsyncStream.makeStream(of: Message.self, bufferingPolicy: .bufferingNewest(limit))
        let number = nextListener
        nextListener += 1
        listeners[number] = continuation
        continuation.onTermination = { _ in Task { await self.leave(number) } }
        return stream
    }

    private func leave(_ number: Int) { listeners[number] = nil }

    /// Forgets what the broker keeps of some devices.
    func forgetKept(of isForgotten: (DeviceID) -> Bool) {
        kept = kept.filter { topic, _ in !(topics.parse(topic)?.device.map(isForgotten) ?? false) }
        rings.forget(isForgotten)
    }

    /// Forgets what the broker keeps of some reminders.
    func forgetKept(of isForgotten: (ReminderID) -> Bool) {
        kept = kept.filter { topic, _ in
            switch topics.parse(topic) {
            case .reminder(let id), .reminderState(let id): !isForgotten(id)
            default: true
            }
        }
    }

    /// Hands a message to the broker.
    ///
    /// - Throws: ``BusClosed`` when the feed does not run.
    public func publish(_ message: Message) async throws(BusClosed) {
        guard let bus else { throw BusClosed() }
        try await bus.publish(message)
    }

    /// Changes what the broker keeps on a topic, and nobody here comes between.
    ///
    /// The change is known and told here at once; what the broker tells back of it is no news any more.
    ///
    /// - Throws: ``BusClosed`` when the feed does not run, or what the body throws.
    func change(_ topic: String, _ body: @Sendable (Message?) throws -> Message?) async throws {
        guard let bus else { throw BusClosed() }
        guard let message = try body(kept[topic]) else { return }
        if let event = event(message) { live.append([event]) }
        kept[topic] = message
        written[topic, default: []].append(message.payload)
        // A broker that tells nothing back is not to fill the memory.
        if written[topic, default: []].count > 1000 { written[topic]?.removeFirst() }
        do { try await bus.publish(message) } catch {
            written[topic]?.removeAll { $0 == message.payload }
            throw error
        }
    }
}

extension ConsoleFeed {
    /// Follows from now on what rings.
    package func followRings(by clock: any UTCClock) { self.clock = clock }

    /// Until when each thing rings.
    var ringing: [DeviceID: Timestamp] { rings.until }

    /// What a message tells of ringing, where it does.
    private func ringing(_ message: Message) -> LiveEvent? {
        guard let clock, !message.retained else { return nil }
        switch topics.parse(message.topic) {
        case .command(let device):
            if let command = try? Command(decoding: message.payload) { rings.receive(command, for: device) }
            return nil
        case .result(let device):
            let now = clock.now
            guard let result = try? CommandResult(decoding: message.payload),
                rings.receive(result, from: device, isTag: isTag(device), at: now)
            else { return nil }
            return .ringing(device, until: rings.until(device, at: now))
        default: return nil
        }
    }

    /// Whether it is of another make, for which a gateway speaks.
    private func isTag(_ device: DeviceID) -> Bool {
        let reported = kept[topics.reported(device)].flatMap { try? ReportedState(decoding: $0.payload) }
        return reported?.firmware.isEmpty ?? false
    }

    /// Says where alerts and events of reminders are to be had that go past while the broker is away, newest first.
    package func follow(
        alerts: @escaping @Sendable () throws -> [AlertRow],
        reminders: @escaping @Sendable () throws -> [ReminderEventRow]
    ) {
        (storedAlerts, storedReminders) = (alerts, reminders)
        // What is there now is not news.
        addMissed()
    }

    private func addMissed() {
        addMissedAlerts()
        guard let rows = try? storedReminders?() else { return }
        let missed = Set(reminders.missed(rows.reversed().map(\.id)))
        live.append(
            rows.reversed().compactMap { row in
                guard missed.contains(row.id), !row.payload.isEmpty else { return nil }
                let subject = LiveSubject.reminder(ReminderID(owner: row.owner, id: row.reminder))
                return LiveEvent(kind: .reminderEvent, subject: subject, content: .document(row.payload))
            }
        )
    }

    private func addMissedAlerts() {
        guard let rows = try? storedAlerts?() else { return }
        // The store's newest come first.
        let missed = Set(alerts.missed(rows.reversed().map(\.id)))
        live.append(
            rows.reversed().compactMap { row in
                guard missed.contains(row.id), let payload = row.payload else { return nil }
                return LiveEvent(kind: .alert, subject: .device(row.device), content: .document(payload))
            }
        )
    }
}
