internal import Messages

/// What the broker has said and the connection's loop has not looked at yet; lives on the loop's thread.
final class Inbox {
    /// Messages received, in order.
    private(set) var batch: [Message] = []
    /// Bytes of topics and payloads in the batch.
    private(set) var bytes = 0
    private(set) var answer: BrokerTerms?
    /// Filters of subscriptions that wait for the broker's answer, by packet identifier.
    private(set) var unanswered: [UInt16: [String]] = [:]
    private(set) var refusedSubscription: MQTTError?
    /// Why the broker ended the connection, in its own words.
    private(set) var farewell: ReasonCode?
    private var confirmed: [Confirmations] = []
    private let limit: Int
    private let bytesLimit: Int

    /// Messages of quality 1 the broker has answered for: first those that it acknowledged, then those that it refused.
    struct Confirmations: Equatable {
        var acknowledged = 0
        var refused = 0
    }

    /// An inbox that is full with so many messages, or so many bytes.
    init(limit: Int, bytes: Int) { (self.limit, bytesLimit) = (limit, bytes) }

    var isFull: Bool { batch.count >= limit || bytes >= bytesLimit }

    /// Forgets all about the connection before.
    func beginConnection() {
        batch = []
        bytes = 0
        answer = nil
        unanswered = [:]
        refusedSubscription = nil
        farewell = nil
    }

    func takeBatch() -> [Message] {
        defer {
            // The next one is mostly as long.
            let count = batch.count
            batch = []
            batch.reserveCapacity(count)
            bytes = 0
        }
        return batch
    }

    /// What the broker has answered since this was called last, in its order.
    func takeConfirmations() -> [Confirmations] {
        defer { confirmed.removeAll(keepingCapacity: true) }
        return confirmed
    }

    func asked(_ identifier: UInt16, filters: [String]) { unanswered[identifier] = filters }
}

/// What packets do.
extension Inbox {
    func received(_ message: Message) {
        bytes += message.topic.utf8.count + message.payload.count
        batch.append(message)
    }

    func connectionAnswered(_ terms: BrokerTerms) { answer = terms }

    /// Notes the answer for each filter; tells whether there are as many answers as filters.
    func subscriptionAnswered(_ identifier: UInt16, _ codes: [ReasonCode]) -> Bool {
        guard let filters = unanswered[identifier] else { return true }
        guard filters.count == codes.count else { return false }
        unanswered[identifier] = nil
        if let (filter, code) = zip(filters, codes).first(where: \.1.isFailure) {
            refusedSubscription = .refusedSubscription(filter, reason: code.words)
        }
        return true
    }

    func publicationAnswered(_ code: ReasonCode) {
        if confirmed.isEmpty || !code.isFailure && confirmed[confirmed.count - 1].refused > 0 {
            confirmed.append(Confirmations())
        }
        if code.isFailure {
            confirmed[confirmed.count - 1].refused += 1
        } else {
            confirmed[confirmed.count - 1].acknowledged += 1
        }
    }

    func disconnected(_ code: ReasonCode) {
        if code.isFailure { farewell = code }
    }
}
