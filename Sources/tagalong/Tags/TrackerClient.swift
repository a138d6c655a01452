import Logging
import Messages
import Settings
import Tracking

/// Where trackers are found and asked over the broker.
struct TrackerClient {
    let choice: BrokerChoice
    let topics: Topics
    /// How long to wait for a tracker; nil for not at all.
    let patience: Duration?
    let logger: Logger

    /// Finds the tracker that a person means by `owner/tracker`, which is taken at its word, or by the name of a
    /// tracker or an item.
    ///
    /// - Throws: ``CommandFailure``.
    func find(_ text: String) async throws -> DeviceID {
        if let exact = try DeviceID(written: text) { return exact }
        let filters = ["\(topics.own)/+/+/state", "\(topics.own)/+/+/desired", "\(topics.own)/+/+/reported"]
        let messages = try await Errand.run(on: choice, topics: topics, subscribing: filters, logger: logger) {
            try await $0.retained()
        }
        return try search(messages).find(text)
    }

    private func search(_ messages: [Message]) -> ItemSearch {
        var items: [DeviceID: String] = [:]
        for message in messages where !message.isEmpty {
            switch topics.parse(message.topic) {
            case .state(let id):
                items[id] = (try? StateMessage(decoding: message.payload))?.item ?? items[id] ?? ""
            case .desired(let id):
                // A name that nobody has used yet is not in the state.
                items[id] = (try? DesiredState(decoding: message.payload))?.item?.text ?? items[id] ?? ""
            case .reported(let id): items[id] = items[id] ?? ""
            default: break
            }
        }
        let candidates = items.sorted { $0.key < $1.key }.map {
            ItemSearch.Candidate(id: $0.key, item: $0.value.isEmpty ? nil : $0.value)
        }
        return ItemSearch(
            candidates: candidates, place: "on \(choice.connection)", emptiness: "on which no tracker is known yet"
        )
    }

    /// Runs an errand with one tracker, of which the broker must know something; the body is given what the broker
    /// keeps of it.
    ///
    /// - Throws: What the body throws, or ``CommandFailure``.
    func ask<Result: Sendable>(
        _ id: DeviceID, subscribing filters: [String] = [], _ body: (Errand, TrackerRecord) async throws -> Result
    ) async throws -> Result {
        let all = TrackerRecord.filters(of: id, topics) + filters
        return try await Errand.run(on: choice, topics: topics, subscribing: all, logger: logger) { errand in
            var record = TrackerRecord(id: id)
            for message in try await errand.retained() { try record.receive(message, topics) }
            guard record.isKnown else {
                let hint = "'tagalong items' lists those of the database"
                throw CommandFailure(.failure, "\(id): no such tracker is known on \(choice.connection); \(hint)")
            }
            return try await body(errand, record)
        }
    }

    /// Says on standard error what is being waited for.
    func announceWait(for record: TrackerRecord) throws {
        guard let patience else { return }
        let state = record.availability == .offline ? "is offline; waiting" : "has been asked; waiting"
        try Output.error.write("\(record.title) \(state) up to \(patience.compact) for it\n")
    }
}

extension DeviceID {
    /// An id as it is written, `owner/tracker`; nil when there is no slash.
    init?(written text: String) throws(CommandFailure) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return nil }
        guard parts.count == 2, let owner = try? Name(written: parts[0]), let device = try? Name(written: parts[1])
        else {
            let expected = "OWNER/TRACKER, each of 1 to 64 letters, digits, '_' or '-', is expected"
            throw CommandFailure(.badInput, "'\(text.printable)' is given, \(expected)")
        }
        self.init(owner: owner, device: device)
    }
}
