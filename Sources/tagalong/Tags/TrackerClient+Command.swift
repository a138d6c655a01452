import Messages
import Tracking

extension TrackerClient {
    /// What came of a command that a tracker did.
    struct Done: Hashable, Sendable {
        let record: TrackerRecord
        /// The newest position that came while it was waited for; nil for none.
        let position: LocationMessage?
    }

    /// Asks a tracker, as the person wrote it, to do something, and waits until it says that it did; nil when nobody
    /// waited.
    ///
    /// - Throws: ``CommandFailure`` when it refused or did not answer.
    func order(_ verb: Command.Verb, of text: String) async throws -> Done? {
        let id = try await find(text)
        let filters = [topics.result(id), gatewayFilter] + (verb == .locate ? [topics.location(id)] : [])
        return try await ask(id, subscribing: filters) { errand, record in
            try record.checkControllable()
            if let obstacle = Self.obstacle(to: record) {
                throw CommandFailure(.failure, "\(record.title) cannot be reached: \(obstacle)")
            }
            let command = Command(id: "cli-\(String(UInt64.random(in: 0 ... .max), radix: 16))", verb: verb)
            try await errand.publish(Message(topic: topics.command(id), payload: command.encoded()))
            guard let patience else {
                try Output.standard.write("\(record.title) has been asked\n")
                return nil
            }
            try announceWait(for: record)
            let limit = errand.remind(after: patience)
            defer { limit.cancel() }
            return try await answer(to: command, record, errand)
        }
    }

    private func answer(to command: Command, _ record: TrackerRecord, _ errand: Errand) async throws -> Done {
        var position: LocationMessage?
        var isDone = false
        for await event in errand.events {
            switch event {
            case .connected: break
            case .timeUp where isDone: return Done(record: record, position: nil)
            case .timeUp: throw Self.late(command, record)
            case .received(let message):
                if let new = located(message, record.id) { position = new }
                if try isResult(message, of: command, record) { isDone = true }
            }
            if isDone, command.verb != .locate || position != nil { return Done(record: record, position: position) }
        }
        throw BusClosed()
    }

    private func isResult(_ message: Message, of command: Command, _ record: TrackerRecord) throws -> Bool {
        guard topics.parse(message.topic) == .result(record.id),
            let result = try? CommandResult(decoding: message.payload), result.id == command.id
        else { return false }
        if let error = result.error { throw CommandFailure(.failure, "\(record.title): \(error.printable)") }
        return true
    }

    /// A position that is news.
    private func located(_ message: Message, _ id: DeviceID) -> LocationMessage? {
        guard topics.parse(message.topic) == .location(id), !message.retained else { return nil }
        return try? message.decoded(as: LocationMessage.self)
    }

    private static func late(_ command: Command, _ record: TrackerRecord) -> CommandFailure {
        let sentence = "did not answer: it is asleep or out of reach; try again when it is awake"
        return CommandFailure(.failure, "\(record.title) \(sentence)")
    }
}
