public import Messages
import Store
public import Tracking

extension HistoryCore {
    /// How many devices of an owner may come to be by posting over HTTP.
    public static let mostPhonesOfOwner = 100
    /// How many devices of all owners may come to be by posting over HTTP.
    public static let mostPhones = 1000
    /// How many messages wait for a broker at most: what comes beyond is stored, and not passed on.
    static let mostWaiting = 10_000

    /// Stores what a phone posted over HTTP in one transaction, and returns what became of it and what is to be
    /// published.
    ///
    /// A message that cannot be accepted is in the quarantine afterwards: a phone would send it again for ever.
    ///
    /// The outcome has the commands that wait for the phone where it `takesCommands`; they wait on where it asks with an
    /// app that could not read them.
    ///
    /// - Throws: ``StoreError``, or ``TooManyPhones``; then nothing of it is stored.
    public mutating func post(
        _ payloads: [[UInt8]], from phone: DeviceID, takesCommands: Bool = true, at now: Timestamp
    ) throws -> (value: PostOutcome, messages: [Message]) {
        try parts.mailbox.checkRoom(for: phone, in: store)
        var outcome = PostOutcome()
        let newest = try store.latest(of: phone, limit: 1, reach: .store).first?.fix.time
        let messages = try commit(at: now) { parts, batch in
            for payload in payloads {
                try parts.post(payload, from: phone, newest, &outcome, &batch)
            }
            try parts.positions.handOn(to: &parts.watches, &batch)
            outcome.commands = try parts.mailbox.takeCommands(for: phone, isAnswered: takesCommands, &batch)
        }
        return (outcome, messages)
    }
}

extension HistoryParts {
    fileprivate mutating func post(
        _ payload: [UInt8],
        from phone: DeviceID,
        _ newest: Timestamp?,
        _ outcome: inout PostOutcome,
        _ batch: inout Batch
    ) throws {
        var readable = payload
        switch configuration.passphrases.read(payload, of: phone) {
        case .plain: break
        case .opened(let text, let key): (readable, outcome.key) = (text, key)
        case .closed(let sentence):
            outcome.refused += 1
            let message = Message(topic: configuration.topics.location(phone), payload: payload)
            monitor.note(message, at: batch.now)
            return try batch.quarantineEncrypted(message, sentence)
        }
        guard let (message, type) = try mailbox.message(readable, from: phone, &batch) else {
            monitor.note(Message(topic: configuration.topics.location(phone), payload: payload), at: batch.now)
            outcome.refused += 1
            return
        }
        let refused = batch.transaction.refused
        let repeated = batch.transaction.counted(.duplicates)
        try receive(message, &batch)
        guard batch.transaction.refused == refused else { return outcome.refused += 1 }
        guard batch.transaction.counted(.duplicates) == repeated else { return outcome.repeated += 1 }
        outcome.accepted += 1
        guard type.isPassedOn else { return }
        var published = message
        // What is encrypted stays so on its way, as over MQTT.
        published.payload = payload
        published.retained = type.isRetained(readable, after: newest)
        try mailbox.passOn(published, from: phone, &batch)
    }
}
