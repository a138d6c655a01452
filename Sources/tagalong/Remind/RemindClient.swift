import Logging
import Messages
import Reminders
import Settings
import Tracking

/// Where reminders are made, changed and answered: on the broker, whether or not the history service runs.
struct RemindClient {
    let choice: BrokerChoice
    let topics: Topics
    let logger: Logger

    /// Makes a reminder by a name, or by one that is made of its title.
    ///
    /// - Throws: ``CommandFailure`` where the owner has one by that name, or as many as there may be.
    func add(_ message: ReminderMessage, of owner: Name, named name: Name?) async throws -> ReminderID {
        try await Errand.run(
            on: choice, topics: topics, subscribing: [topics.reminders(of: owner) + "/+"], logger: logger
        ) {
            errand in
            let book = ReminderBook(try await errand.retained(), topics, on: "\(choice.connection)")
            let taken = Set(book.entries.keys.map(\.id))
            guard taken.count < Reminder.limit else {
                throw CommandFailure(.failure, "\(owner) has \(taken.count) reminders, and may have \(Reminder.limit)")
            }
            if let name, taken.contains(name) {
                throw CommandFailure(
                    .failure, "\(owner)/\(name) is a reminder already: 'tagalong remind edit' changes it")
            }
            let free = (1...taken.count + 1).lazy.compactMap {
                try? Name(message.title.deviceName($0, else: "reminder"))
            }
            guard let name = name ?? free.first(where: { !taken.contains($0) }) else {
                throw CommandFailure(.failure, "no name is free for '\(message.title.text.printable)': give --id")
            }
            let id = ReminderID(owner: owner, id: name)
            try await errand.deliver(Message(topic: topics.reminder(id), payload: message.encoded(), retained: true))
            return id
        }
    }

    /// Changes what a reminder is; keys that others have put there stay.
    ///
    /// - Returns: The reminder as it is now.
    /// - Throws: What the body throws, or ``CommandFailure``.
    func change(
        _ text: String, _ body: (ReminderID, inout ReminderMessage) async throws -> Void
    ) async throws -> ReminderBook.Entry {
        try await withBook { errand, book in
            var entry = try book.find(text)
            var kept = try entry.message()
            let before = kept
            try await body(entry.id, &kept.value)
            entry.definition = .success(kept)
            if kept != before {
                let payload = kept.encoded()
                guard payload.count <= MessageError.largestPayload else {
                    throw CommandFailure(
                        .failure,
                        "\(entry.title) would have \(payload.count) bytes, and nobody reads more than "
                            + "\(MessageError.largestPayload)"
                    )
                }
                try await errand.deliver(Message(topic: topics.reminder(entry.id), payload: payload, retained: true))
            }
            return entry
        }
    }

    /// Deletes a reminder, whether or not it can be read.
    ///
    /// - Throws: ``CommandFailure`` where there is none.
    func delete(_ text: String) async throws -> ReminderBook.Entry {
        try await withBook { errand, book in
            let entry = try book.find(text)
            try await errand.deliver(Message(topic: topics.reminder(entry.id), payload: [], retained: true))
            return entry
        }
    }

    /// Says what its owner wants of a reminder that was told, and waits until the history service has done so.
    ///
    /// - Throws: ``CommandFailure`` where it was not told, or nobody answers.
    func act(
        _ text: String, on reminder: String, expecting event: ReminderEventMessage.Event
    ) async throws
        -> (entry: ReminderBook.Entry, answer: ReminderEventMessage)
    {
        let filters = ["\(topics.own)/reminders/+/+/state", "\(topics.own)/reminders/+"]
        return try await withBook(also: filters) { errand, book in
            let entry = try book.find(reminder)
            // The history service says nothing to what it cannot do.
            if let reason = entry.reasonAgainst(event, hasTime: text.contains(" ")) {
                throw CommandFailure(
                    .failure, "\(entry.title) \(reason): there is nothing to \(text.prefix { $0 != " " })")
            }
            try await errand.deliver(Message(topic: topics.reminderSet(entry.id), payload: Array(text.utf8)))
            let limit = errand.remind(after: Self.patience)
            defer { limit.cancel() }
            for await happening in errand.events {
                if case .timeUp = happening { break }
                guard case .received(let message) = happening,
                    topics.parse(message.topic) == .reminderEvents(entry.id.owner),
                    let answer = try? ReminderEventMessage(decoding: message.payload), answer.reminder == entry.id.id,
                    answer.event == event
                else { continue }
                return (entry, answer)
            }
            throw CommandFailure(
                .failure,
                "\(entry.title): the history service has not answered within \(Self.patience.compact); it does what was "
                    + "asked when it runs"
            )
        }
    }

    /// How long the history service may take to answer.
    private static let patience = Duration.seconds(10)

    /// The only owner that the broker knows.
    ///
    /// - Throws: ``CommandFailure`` where there is none, or there are several.
    func onlyOwner() async throws -> Name {
        let owners = try await owners()
        guard let owner = owners.first, owners.count == 1 else {
            let who = owners.isEmpty ? "" : ", such as \(WordList.alternatives(owners.prefix(6).map(\.text)))"
            throw CommandFailure(.badInput, "--owner is expected: whose reminder it is\(who)")
        }
        return owner
    }

    /// Sees to it that somebody is there whose name is none of ours, but may be that of a user of OwnTracks: of a mistyped
    /// one nobody would ever hear.
    ///
    /// - Throws: ``CommandFailure`` where the broker knows nobody of that name.
    func expect(_ owner: Name, writtenAs text: String) async throws {
        guard try await !owners().contains(owner) else { return }
        throw CommandFailure(
            .badInput,
            "--owner: '\(text.printable)' is no name, and no phone of such a user is known on \(choice.connection): 1 to 64 "
                + "letters, digits, '_' or '-' are expected"
        )
    }

    /// The owners that the broker knows.
    private func owners() async throws -> [Name] {
        let filters = ["\(topics.own)/+/+/state", "\(topics.positions)/+/+"]
        let messages = try await Errand.run(on: choice, topics: topics, subscribing: filters, logger: logger) {
            try await $0.retained()
        }
        return Set(messages.filter { !$0.isEmpty }.compactMap { topics.parse($0.topic)?.device?.owner }).sorted()
    }

    /// A thing of an owner, or of anybody, that a person means by OWNER/TRACKER or by the name of a tracker or an item.
    ///
    /// - Throws: ``CommandFailure`` where there is none, or there are several.
    func thing(_ text: String, of owner: Name?) async throws -> DeviceID {
        let whose = owner?.text ?? "+"
        let filters = ["state", "desired", "reported", "item"].map { "\(topics.own)/\(whose)/+/\($0)" }
        let messages = try await Errand.run(on: choice, topics: topics, subscribing: filters, logger: logger) {
            try await $0.retained()
        }
        var items: [DeviceID: String] = [:]
        for message in messages where !message.isEmpty {
            switch topics.parse(message.topic) {
            case .state(let id): items[id] = (try? StateMessage(decoding: message.payload))?.item ?? items[id] ?? ""
            case .item(let id): items[id] = (try? ItemMessage(decoding: message.payload))?.item.text ?? items[id] ?? ""
            case .desired(let id), .reported(let id): items[id] = items[id] ?? ""
            default: break
            }
        }
        let candidates = items.sorted { $0.key < $1.key }.map {
            ItemSearch.Candidate(id: $0.key, item: $0.value.isEmpty ? nil : $0.value)
        }
        let place = owner.map { "of \($0) on \(choice.connection)" } ?? "on \(choice.connection)"
        return try ItemSearch(candidates: candidates, place: place, emptiness: "on which no thing is known yet").find(
            text)
    }

    private func withBook<Result: Sendable>(
        also filters: [String] = [], _ body: (Errand, ReminderBook) async throws -> Result
    ) async throws -> Result {
        let filters = ["\(topics.own)/reminders/+/+"] + filters
        return try await Errand.run(on: choice, topics: topics, subscribing: filters, logger: logger) { errand in
            let messages = try await errand.retained()
            return try await body(errand, ReminderBook(messages, topics, on: "\(choice.connection)"))
        }
    }
}
