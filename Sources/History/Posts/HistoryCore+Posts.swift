public import Messages
import Store
public import Tracking

/// What became of messages that a phone posted.
public struct PostOutcome: Hashable, Sendable {
    /// How many were accepted for the first time.
    public var accepted = 0
    /// How many had come before.
    public var repeated = 0
    /// How many are in the quarantine.
    public var refused = 0
    /// The commands that waited for the phone, oldest first; they are handed out once.
    public var commands: [[UInt8]] = []

    public init(accepted: Int = 0, repeated: Int = 0, refused: Int = 0) {
        (self.accepted, self.repeated, self.refused) = (accepted, repeated, refused)
    }
}

/// Why a device that is not known yet may not post over HTTP.
public struct TooManyPhones: Error, Hashable, Sendable, CustomStringConvertible {
    /// Whose devices are too many; nil for those of all owners together.
    public let owner: Name?

    public var description: String {
        guard let owner else {
            return "\(HistoryCore.mostPhones) devices have posted here, and no more are taken"
        }
        return "\(owner) has \(HistoryCore.mostPhonesOfOwner) devices that post, and no more are taken: "
            + "post as one of them"
    }
}

extension HistoryCore {
    /// How many devices of an owner may come to be by posting over HTTP.
    public static let mostPhonesOfOwner = 100
    /// How many devices of all owners may come to be by posting over HTTP.
    public static let mostPhones = 1000
    /// A command that nobody fetched for so long is of no use any more, in milliseconds.
    static let commandLife: Int64 = 24 * 3_600_000
    /// A phone that was silent for so long does not speak over HTTP any more, in milliseconds.
    static let phoneLife: Int64 = 30 * 24 * 3_600_000
    /// How many messages wait for a broker at most: what comes beyond is stored, and not passed on.
    static let mostWaiting = 10_000

    /// Stores what a phone posted over HTTP in one transaction, and what is to be published of it beside.
    ///
    /// A message that cannot be accepted is in the quarantine afterwards: a phone would send it again for ever.
    ///
    /// - Parameters:
    ///   - payloads: The messages, as the phone would publish them over MQTT.
    ///   - phone: Who posts.
    ///   - now: The time of arrival.
    /// - Returns: What became of them, and what is to be published.
    /// - Throws: ``StoreError``, or ``TooManyPhones``; then nothing of it is stored.
    public mutating func post(
        _ payloads: [[UInt8]],
        from phone: DeviceID,
        at now: Timestamp
    ) throws -> (value: PostOutcome, messages: [Message]) {
        try checkRoom(for: phone)
        var outcome = PostOutcome()
        let newest = try store.latest(of: phone, limit: 1).first?.fix.time
        let messages = try commit(at: now) { core, transaction in
            outcome = PostOutcome()
            for payload in payloads {
                try core.post(payload, from: phone, newest, at: now, &outcome, &transaction)
            }
            try core.handOn(at: now, &transaction)
            outcome.commands = try core.takeCommands(for: phone, at: now, &transaction)
        }
        return (outcome, messages)
    }

    /// Whoever may post for an owner makes devices by naming them: a bound to that, for each owner and in all.
    private func checkRoom(for phone: DeviceID) throws {
        guard httpPhones[phone] == nil, try store.device(phone) == nil else { return }
        if httpPhones.keys.count(where: { $0.owner == phone.owner }) >= Self.mostPhonesOfOwner {
            throw TooManyPhones(owner: phone.owner)
        }
        if httpPhones.count >= Self.mostPhones { throw TooManyPhones(owner: nil) }
    }

    private mutating func post(
        _ payload: [UInt8],
        from phone: DeviceID,
        _ newest: Timestamp?,
        at now: Timestamp,
        _ outcome: inout PostOutcome,
        _ transaction: inout StoreTransaction
    ) throws {
        let base = configuration.topics.location(phone)
        guard let type = try postedType(payload, base, at: now, &transaction) else {
            outcome.refused += 1
            return
        }
        var message = Message(topic: base + type.subtopic, payload: payload)
        let (refused, repeated) = (transaction.refused, transaction.counted(.duplicates))
        try take(message, at: now, &transaction)
        guard transaction.refused == refused else { return outcome.refused += 1 }
        guard transaction.counted(.duplicates) == repeated else { return outcome.repeated += 1 }
        outcome.accepted += 1
        message.retained = type.isRetained && (type != .location || Self.isNewest(payload, newest))
        try passOn(message, from: phone, at: now, &transaction)
    }

    /// What a message is; nil for one that is refused.
    private func postedType(
        _ payload: [UInt8],
        _ base: String,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws -> PostedType? {
        let message = Message(topic: base, payload: payload)
        do {
            let envelope = try OwnTracksEnvelope(decoding: payload)
            if let type = PostedType(rawValue: envelope.type) { return type }
            if envelope.type == "encrypted" {
                try quarantineEncrypted(message, at: now, &transaction)
                return nil
            }
            let words = PostedType.allCases.map(\.rawValue).joined(separator: ", ")
            throw MessageError(.type, field: "_type", expected: "one of \(words)", found: "\"\(envelope.type)\"")
        } catch let error as MessageError {
            try quarantine(message, error, at: now, &transaction)
            return nil
        }
    }

    /// Whether a position is to take the place of the one that the broker keeps.
    private static func isNewest(_ payload: [UInt8], _ newest: Timestamp?) -> Bool {
        guard let newest, let location = try? LocationMessage(decoding: payload) else { return true }
        return location.fix.time >= newest
    }

    /// Writes a message into the outbox: it is published when the broker is there, and again after a crash.
    private mutating func passOn(
        _ message: Message,
        from phone: DeviceID,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        guard outbox.waitingEchoes < Self.mostWaiting else { return transaction.count(.unpublished) }
        posts += 1
        let id = "http-\(now)-\(posts)-\(phone)"
        try transaction.enqueue(
            OutboxRow(
                id: id,
                device: phone,
                topic: message.topic,
                payload: message.payload,
                retained: message.retained,
                created: now
            )
        )
        outbox.add(id, message, comesBackWhole: true)
    }
}

extension HistoryCore {
    /// Keeps a command for a phone that speaks over HTTP, until it does again.
    mutating func command(
        _ message: Message,
        for device: DeviceID,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        guard let heard = httpPhones[device], now.milliseconds - heard.milliseconds < Self.phoneLife,
            message.payload.count <= 8192, !message.retained,
            (try? OwnTracksEnvelope(decoding: message.payload)) != nil
        else { return }
        try transaction.queueCommand(message.payload, for: device, at: now)
    }

    /// The commands for a phone, which is known to speak over HTTP from now on.
    private mutating func takeCommands(
        for phone: DeviceID,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws -> [[UInt8]] {
        let last = httpPhones[phone]
        // Once an hour is often enough to know which phones do.
        if last.map({ now.milliseconds - $0.milliseconds > 3_600_000 }) ?? true {
            httpPhones[phone] = now
            try transaction.noteHTTP(phone, at: now)
        }
        // Nobody queues for a phone that was not known.
        guard last != nil else { return [] }
        return try transaction.takeCommands(
            for: phone,
            since: Timestamp(milliseconds: now.milliseconds - Self.commandLife)
        )
    }

    /// Keeps an encrypted message, which nobody here has the key of.
    func quarantineEncrypted(
        _ message: Message,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        let sentence =
            "payload: a readable message is expected, found an encrypted one; switch encryption off in the app"
        try quarantine(message, reason: "encrypted", sentence, at: now, &transaction)
    }
}

extension Counter {
    /// Messages over HTTP that are stored, and were not passed on to the broker because too many wait for it.
    static let unpublished = Counter("unpublished")
}
