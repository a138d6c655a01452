import Messages
import Store
import Tracking

/// One transaction on its way through the parts of the history service: its time, the store, and what there is to
/// publish and to tell once it is committed.
struct Batch: ~Copyable {
    let now: Timestamp
    var transaction: StoreTransaction
    /// Alerts and posts that are to go out; forgotten with the batch when it fails.
    var outbox: AlertOutbox
    private(set) var news: HistoryNews
    let wanted: HistoryNews.Kinds
    /// What there is to publish before the alerts.
    private(set) var answers: [Message] = []
    /// What there is to publish after them.
    private(set) var requests: [Message] = []

    /// What there is to publish once it is committed, behind the states of items.
    mutating func takeMessages() -> [Message] { answers + outbox.takeReady() + requests }

    mutating func answer(_ message: Message) { answers.append(message) }
    mutating func answer(_ messages: [Message]) { answers += messages }

    /// Publishes a request of a device, after everything else.
    mutating func request(_ message: Message) { requests.append(message) }

    /// Writes an alert into the outbox, together with what raised it.
    mutating func raise(_ row: AlertRow, _ message: Message) throws {
        try transaction.insert(row)
        if wanted.contains(.alerts) { news.alerts.append(row) }
        try enqueue(row.id, message, of: row.device)
    }

    /// Writes a message into the outbox: it is published when the broker is there, and again after a crash.
    mutating func enqueue(_ id: String, _ message: Message, of device: DeviceID, comesBackWhole: Bool = false) throws {
        try transaction.enqueue(
            OutboxRow(
                id: id,
                device: device,
                topic: message.topic,
                payload: message.payload,
                retained: message.retained,
                created: now
            )
        )
        outbox.add(id, message, comesBackWhole: comesBackWhole)
    }

    /// Notes that a post over HTTP has gone out; false for any other message.
    mutating func postCameBack(_ message: Message) throws -> Bool {
        guard let id = outbox.cameBack(message) else { return false }
        try transaction.removeOutbox(id)
        return true
    }

    /// Notes that an alert has gone out.
    mutating func alertCameBack(_ message: Message) throws {
        guard let alert = try? AlertMessage(decoding: message.payload), outbox.cameBack(alert.id) else { return }
        try transaction.removeOutbox(alert.id)
    }

    /// Writes what is told of a reminder: it is kept, and published when the broker is there, and again after a crash.
    mutating func tell(_ event: ReminderEventMessage, on topic: String) throws {
        let payload = event.encoded()
        let isNew = try transaction.insert(
            ReminderEventRow(
                id: event.id, owner: event.owner, reminder: event.reminder, time: event.time,
                event: event.event.rawValue, payload: payload, isSent: false
            )
        )
        guard isNew else { return }
        if wanted.contains(.reminders) { news.reminders.append(event) }
        outbox.add(event.id, Message(topic: topic, payload: payload))
    }

    /// Notes that what was told of a reminder has gone out.
    mutating func reminderCameBack(_ message: Message) throws {
        guard let event = try? ReminderEventMessage(decoding: message.payload), outbox.cameBack(event.id) else {
            return
        }
        try transaction.markSent(reminderEvent: event.id)
    }

    mutating func report(_ fix: StoredFix) {
        if wanted.contains(.fixes) { news.fixes.append(fix) }
    }

    /// Passes on what a guard has published of its owner; what cannot be read is nothing.
    mutating func report(_ message: Message, guardOf owner: Name) {
        guard wanted.contains(.guards), let list = GuardMessage(message.payload, of: owner) else { return }
        news.guards.append(list)
    }

    /// Passes on that an item was marked as lost, or is not any more.
    mutating func report(markOf device: DeviceID) {
        if wanted.contains(.marks) { news.marks.append(device) }
    }

    mutating func report(_ state: Message) { news.states.append(state) }

    /// Keeps what is known of a device under one of its documents.
    mutating func save(_ payload: [UInt8], as kind: DocumentKind, of device: DeviceID) throws {
        try transaction.saveDocument(DocumentRow(device: device, kind: kind, payload: payload, updated: now))
    }

    /// Keeps what is known of a device under one of its documents, written when it has to be.
    mutating func save(_ payload: some Payload, as kind: DocumentKind, of device: DeviceID) throws {
        try transaction.saveDocument(kind, of: device, at: now) { payload.encoded() }
    }

    /// Keeps a message of a device under one of its documents; what it carries is written when it has to be.
    mutating func save(_ message: Message, as kind: DocumentKind, of device: DeviceID) throws {
        try transaction.saveDocument(kind, of: device, at: now, message.writer)
    }

    /// What a message says; nil for one that cannot be read, which is kept with the reason.
    mutating func read<Value: Payload>(_ message: Message, as type: Value.Type = Value.self) throws -> Value? {
        do { return try message.decoded() } catch {
            try quarantine(message, error)
            return nil
        }
    }

    /// Keeps a message that cannot be read, with the reason.
    mutating func quarantine(_ message: Message, _ error: MessageError) throws {
        try quarantine(message, reason: error.reason.rawValue, "\(error)")
    }

    mutating func quarantine(_ message: Message, reason: String, _ sentence: String) throws {
        try transaction.quarantine(
            QuarantineRow(
                received: now, topic: message.topic, payload: message.payload, reason: reason, sentence: sentence
            )
        )
    }

    /// Keeps an encrypted message, which nobody here has the key of.
    mutating func quarantineEncrypted(_ message: Message, _ sentence: String) throws {
        try quarantine(message, reason: "encrypted", sentence)
    }
}

extension Message {
    /// Has the broker keep nothing more on a topic.
    static func emptied(_ topic: String) -> Message { Message(topic: topic, payload: [], retained: true) }
}
