import Messages
import Store
import Tracking

/// The phones that speak over HTTP: what they post is published for them, and commands for them wait here.
struct Mailbox: Sendable {
    private let topics: Topics
    /// When each was noted to speak over HTTP.
    private var phones: [DeviceID: Timestamp] = [:]
    /// How many messages came in this life.
    private var posts = 0

    /// A command that nobody fetched for so long is of no use any more, in milliseconds.
    private static let commandLife: Int64 = 24 * 3_600_000
    /// A phone that was silent for so long does not speak over HTTP any more, in milliseconds.
    private static let phoneLife: Int64 = 30 * 24 * 3_600_000

    init(_ topics: Topics) { self.topics = topics }

    mutating func load(from store: Store) throws {
        phones = try store.phonesOverHTTP(since: Timestamp(milliseconds: 0))
    }

    mutating func remove(_ phone: DeviceID) { phones[phone] = nil }

    /// Whoever may post for an owner makes devices by naming them: a bound to that, for each owner and in all.
    func checkRoom(for phone: DeviceID, in store: Store) throws {
        guard phones[phone] == nil, try store.device(phone) == nil else { return }
        if phones.keys.count(where: { $0.owner == phone.owner }) >= HistoryCore.mostPhonesOfOwner {
            throw TooManyPhones(owner: phone.owner)
        }
        if phones.count >= HistoryCore.mostPhones { throw TooManyPhones(owner: nil) }
    }

    /// What a phone posts, as the phone would publish it over MQTT; nil for what is refused.
    func message(
        _ payload: [UInt8], from phone: DeviceID, _ batch: inout Batch
    ) throws -> (message: Message, type: PostedType)? {
        let message = Message(topic: topics.location(phone), payload: payload)
        do {
            let envelope = try OwnTracksEnvelope(decoding: payload)
            if let type = PostedType(rawValue: envelope.type) {
                return (Message(topic: message.topic + type.subtopic, payload: payload), type)
            }
            let words = PostedType.allCases.map(\.rawValue).joined(separator: ", ")
            throw MessageError(.type, field: "_type", expected: "one of \(words)", found: "\"\(envelope.type)\"")
        } catch let error as MessageError {
            try batch.quarantine(message, error)
            return nil
        }
    }

    /// Has a message of a phone published when the broker is there, and again after a crash.
    mutating func passOn(_ message: Message, from phone: DeviceID, _ batch: inout Batch) throws {
        guard batch.outbox.waitingEchoes < HistoryCore.mostWaiting else { return batch.transaction.count(.unpublished) }
        posts += 1
        let id = "http-\(batch.now)-\(posts)-\(phone)"
        try batch.enqueue(id, message, of: phone, comesBackWhole: true)
    }

    /// Keeps a command for a phone that speaks over HTTP, until it does again.
    func command(_ message: Message, for device: DeviceID, _ batch: inout Batch) throws {
        guard let heard = phones[device], batch.now.milliseconds - heard.milliseconds < Self.phoneLife,
            message.payload.count <= 8192, !message.retained,
            (try? OwnTracksEnvelope(decoding: message.payload)) != nil
        else { return }
        try batch.transaction.queueCommand(message.payload, for: device, at: batch.now)
    }

    /// The commands for a phone, which is known to speak over HTTP from now on; none where it could not read them.
    mutating func takeCommands(
        for phone: DeviceID, isAnswered: Bool, _ batch: inout Batch
    ) throws -> [[UInt8]] {
        let now = batch.now
        let last = phones[phone]
        // Once an hour is often enough to know which phones do.
        if last.map({ now.milliseconds - $0.milliseconds > 3_600_000 }) ?? true {
            phones[phone] = now
            try batch.transaction.noteHTTP(phone, at: now)
        }
        // Nobody queues for a phone that was not known.
        guard last != nil, isAnswered else { return [] }
        let oldest = Timestamp(milliseconds: now.milliseconds - Self.commandLife)
        return try batch.transaction.takeCommands(for: phone, since: oldest)
    }
}

extension PostedType {
    /// Whether the broker is to keep a message: of positions, the newest.
    func isRetained(_ payload: [UInt8], after newest: Timestamp?) -> Bool {
        guard self == .location, let newest, let location = try? LocationMessage(decoding: payload) else {
            return isRetained
        }
        return location.fix.time >= newest
    }
}

extension Counter {
    /// Messages over HTTP that are stored, and were not passed on to the broker because too many wait for it.
    fileprivate static let unpublished = Counter("unpublished")
}
