import Messages
import Tracking

extension TrackerClient {
    /// What is kept of an item that its rules depend on.
    struct RulesRecord {
        var rules = Kept(ItemRules())
        var state: StateMessage?
        var record: TrackerRecord
    }

    /// Shows the rules of an item to a body, which may change them; then they are kept on the broker.
    ///
    /// - Throws: What the body throws, or ``CommandFailure``.
    func withRules<Result: Sendable>(
        of text: String, _ body: (inout RulesRecord) throws -> Result
    ) async throws -> Result {
        let id = try await find(text)
        let filters = TrackerRecord.filters(of: id, topics) + [topics.rules(id)]
        return try await Errand.run(on: choice, topics: topics, subscribing: filters, logger: logger) { errand in
            var kept = RulesRecord(record: TrackerRecord(id: id))
            for message in try await errand.retained() { try kept.receive(message, topics) }
            guard kept.record.isKnown else {
                let hint = "'tagalong items' lists those of the database"
                throw CommandFailure(.failure, "\(id): no such tracker is known on \(choice.connection); \(hint)")
            }
            let before = kept.rules
            let result = try body(&kept)
            if kept.rules != before {
                let payload = kept.rules.encoded()
                guard payload.count <= MessageError.largestPayload else {
                    throw CommandFailure(
                        .failure,
                        "the rules of \(kept.title) would have \(payload.count) bytes, and nobody reads more than "
                            + "\(MessageError.largestPayload): have fewer places, or places of fewer corners"
                    )
                }
                try await errand.deliver(Message(topic: topics.rules(id), payload: payload, retained: true))
            }
            return result
        }
    }
}

extension TrackerClient.RulesRecord {
    mutating func receive(_ message: Message, _ topics: Topics) throws(CommandFailure) {
        guard topics.parse(message.topic) == .rules(record.id) else {
            if topics.parse(message.topic) == .state(record.id) {
                state = try? StateMessage(decoding: message.payload)
            }
            return try record.receive(message, topics)
        }
        if message.isEmpty { return }
        do { rules = try Kept(decoding: message.payload) } catch {
            let sentence =
                "\(message.topic): the rules cannot be read and are left as they are (\(error)); "
                + "an empty retained message there takes them back"
            throw CommandFailure(.failure, sentence)
        }
    }

    /// What a person calls the item.
    var title: String { record.title }
}
