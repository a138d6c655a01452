internal import Messages

/// What the library's callbacks have brought and the connection's loop has not looked at yet.
///
/// Lives on the loop's thread: the library calls back only from within the calls the loop makes.
final class Inbox {
    /// Messages received, in order; their acknowledgements are queued in the library.
    private(set) var batch: [Message] = []
    /// Bytes of topics and payloads in the batch.
    private(set) var bytes = 0
    /// Grows with every packet that came, so that the loop sees whether a read brought anything.
    private(set) var progress = 0
    private(set) var answer: Answer?
    /// Subscriptions that wait for the broker's answer, by packet identifier.
    private(set) var unanswered: [Int32: String] = [:]
    private(set) var refusedSubscription: MQTTError?
    /// Why the broker ended the connection, in its own words.
    private(set) var farewell: Int32?
    /// What the library last complained of while it set up encryption.
    private(set) var complaint: String?
    private var inFlight: [Int32: Sent] = [:]
    private var sentCount = 0
    private var confirmed = Confirmations()

    /// The broker's answer to a connection.
    struct Answer {
        var code: Int32
        var resumed: Bool
    }

    /// A message of quality 1 on its way, and the how manyth it was.
    private struct Sent {
        var order: Int
        var message: Message
    }

    /// Messages of quality 1 the broker has answered for.
    struct Confirmations {
        var acknowledged = 0
        var refused = 0
    }

    /// Forgets all about the connection before; messages in flight stay, since the library sends them again.
    func beginConnection() {
        batch = []
        bytes = 0
        answer = nil
        unanswered = [:]
        refusedSubscription = nil
        farewell = nil
        complaint = nil
    }

    func takeBatch() -> [Message] {
        defer {
            batch = []
            bytes = 0
            batch.reserveCapacity(64)
        }
        return batch
    }

    func takeConfirmations() -> Confirmations {
        defer { confirmed = Confirmations() }
        return confirmed
    }

    func sent(_ message: Message, as identifier: Int32) {
        sentCount += 1
        inFlight[identifier] = Sent(order: sentCount, message: message)
    }

    /// What the broker has not answered for, in the order of sending.
    var unconfirmed: [Message] { inFlight.values.sorted { $0.order < $1.order }.map(\.message) }

    func asked(_ identifier: Int32, filter: String) { unanswered[identifier] = filter }
}

/// What the callbacks do.
extension Inbox {
    func received(_ message: Message) {
        progress += 1
        batch.append(message)
        bytes += message.topic.utf8.count + message.payload.count
    }

    func connectionAnswered(code: Int32, resumed: Bool) {
        progress += 1
        answer = Answer(code: code, resumed: resumed)
    }

    func subscriptionAnswered(_ identifier: Int32, code: Int32) {
        progress += 1
        guard let filter = unanswered.removeValue(forKey: identifier), code >= 0x80 else { return }
        refusedSubscription = .refusedSubscription(filter, reason: MosquittoHandle.text(reason: code))
    }

    /// Also called for messages of quality 0 when they have left; those are not in the set.
    func publicationAnswered(_ identifier: Int32, code: Int32) {
        progress += 1
        guard inFlight.removeValue(forKey: identifier) != nil else { return }
        if code < 0x80 { confirmed.acknowledged += 1 } else { confirmed.refused += 1 }
    }

    /// Reasons from 0x80 are the broker's; below are the library's own codes, which its calls return as well.
    func disconnected(code: Int32) {
        progress += 1
        if code >= 0x80 { farewell = code }
    }

    /// Keeps the end of the line; before it stand OpenSSL's numbers.
    func complained(_ text: String) {
        complaint = text.split(separator: ":").last.map { MosquittoHandle.clause(String($0.drop { $0 == " " })) }
    }
}
