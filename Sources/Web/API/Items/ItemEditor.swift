import HTTPTypes
import Logging
import Messages
import Store
import Tracking
import Web

/// Where items are changed: by documents that the broker keeps, which trackers and the history service read.
struct ItemEditor: Sendable {
    let parts: ConsoleParts

    private var topics: Topics { parts.configuration.topics }

    /// Has a tracker be what somebody wants; nothing is sent when that is wanted already.
    ///
    /// Of an item without a tracker that can be told something, only the name can be changed. With `isBound` another
    /// change since then refuses this one.
    ///
    /// - Throws: ``Problem``.
    func carryOut(_ wish: DesiredChange, for record: ItemRecord, isBound: Bool) async throws {
        guard record.isControllable else {
            var rest = wish
            rest.item = nil
            guard rest == DesiredChange(), let name = wish.item else { throw Problem.uncontrollable(record.id) }
            return try await ItemAdder(parts: parts).add(record.id, named: name)
        }
        try await change(topics.desired(record.id), else: record.row.documents[.desired]) {
            (kept: Kept<DesiredState>?) in
            if isBound, ItemSettings(kept?.value, record.rules.thresholds) != ItemSettings(record) {
                throw Problem.changed
            }
            if let kept, wish.holds(in: kept.value) { return nil }
            return wish.state(after: kept, reported: record.reported).encoded()
        }
    }

    /// Changes the rules of an item; nothing is sent when they stay.
    func changeRules(of id: DeviceID, _ body: @escaping @Sendable (inout ItemRules) throws -> Void) async throws {
        let stored = try parts.store.document(.rules, of: id)?.payload
        try await change(topics.rules(id), else: stored) { (kept: Kept<ItemRules>?) in
            var rules = kept ?? Kept(ItemRules())
            try body(&rules.value)
            return rules == kept ? nil : rules.encoded()
        }
    }

    /// Changes a document that the broker keeps, or else that the store has; one that cannot be read is replaced.
    ///
    /// The body makes the new payload of what was, or nil to leave it.
    ///
    /// - Throws: ``Problem`` while the broker is away or for a document that nobody could read, and what the body throws.
    private func change<Value: Payload>(
        _ topic: String, else stored: [UInt8]?, _ body: @escaping @Sendable (Value?) throws -> [UInt8]?
    ) async throws {
        guard await parts.feed.isConnected else { throw Problem.noBroker }
        let logger = parts.logger
        try await parts.feed.change(topic) { kept in
            var old: Value?
            if let payload = kept?.payload ?? stored {
                do { old = try Value(decoding: payload) } catch {
                    // Whoever may change it would otherwise be kept from it for good, by whoever wrote it.
                    logger.warning("\(topic) cannot be read and is replaced: \(error)")
                    old = stored.flatMap { try? Value(decoding: $0) }
                }
            }
            guard let payload = try body(old) else { return nil }
            guard payload.count <= MessageError.largestPayload else {
                throw Problem(
                    .conflict,
                    "that would be a document of \(payload.count) bytes, and nobody reads more than "
                        + "\(MessageError.largestPayload): have fewer places, or places of fewer corners"
                )
            }
            return Message(topic: topic, payload: payload, retained: true)
        }
    }
}
