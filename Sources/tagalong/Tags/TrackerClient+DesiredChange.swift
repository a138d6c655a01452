import Messages
import Tracking

extension TrackerClient {
    /// Has a tracker be what somebody wants, and waits until it is.
    ///
    /// - Throws: ``CommandFailure`` when it has not followed.
    func carryOut(_ wish: DesiredChange, for text: String) async throws {
        let sentence = try await ask(try await find(text)) { errand, record in
            try await carryOut(wish, record, errand)
        }
        try Output.standard.write(sentence + "\n")
    }

    private func carryOut(_ wish: DesiredChange, _ known: TrackerRecord, _ errand: Errand) async throws -> String {
        try known.checkControllable()
        var record = known
        let isWanted = known.desired.map { wish.holds(in: $0.value) } ?? false
        let wanted =
            isWanted
            ? known.desired ?? wish.state(after: known.desired, reported: known.reported)
            : wish.state(after: known.desired, reported: known.reported)
        if !isWanted {
            let message = Message(topic: topics.desired(known.id), payload: wanted.encoded(), retained: true)
            try await errand.publish(message)
            try record.receive(message, topics)
        }
        if let sentence = try answer(to: wish, wanted.value, record) { return sentence }
        guard let patience else { return "\(record.title) has been asked; it follows when it reads this" }
        try announceWait(for: record)
        let limit = errand.remind(after: patience)
        defer { limit.cancel() }
        for await event in errand.events {
            switch event {
            case .connected: break
            case .timeUp: throw Self.late(record)
            case .received(let message):
                try record.receive(message, topics)
                if let sentence = try answer(to: wish, wanted.value, record) { return sentence }
            }
        }
        throw BusClosed()
    }

    /// What to tell when the tracker has followed, or somebody else wants something else; nil before that.
    private func answer(to wish: DesiredChange, _ wanted: DesiredState, _ record: TrackerRecord) throws -> String? {
        if let now = record.desired?.value, now.version >= wanted.version, !wish.holds(in: now) {
            throw CommandFailure(.failure, "\(record.title): somebody else has changed the desired state meanwhile")
        }
        guard let reported = record.reported, reported.version >= wanted.version else { return nil }
        if let complaint = wish.unfulfilled(by: reported) {
            throw CommandFailure(.failure, "\(record.title) has received the desired state, but \(complaint)")
        }
        return "\(record.title) is \(reported.sentence)"
    }

    private static func late(_ record: TrackerRecord) -> CommandFailure {
        let sentence = "is asleep or out of reach; it will follow when it wakes: the wish is kept on the broker"
        return CommandFailure(.failure, "\(record.title) \(sentence)")
    }
}
