import Messages
import Reminders
import Settings
import Store
import Tracking

/// The reminders that are known somewhere.
struct ReminderBook {
    private(set) var entries: [ReminderID: Entry] = [:]
    /// Where that is, such as `in history.sqlite`.
    private let place: String

    /// A reminder as it is kept.
    struct Entry: Sendable {
        let id: ReminderID
        /// What it is, or why that cannot be read.
        var definition: Result<Kept<ReminderMessage>, MessageError>
        var state: ReminderStateMessage?

        /// What a person calls it: `Umbrella (sam/umbrella)`.
        var title: String { (try? definition.get()).map { "\($0.value.title.text.printable) (\(id))" } ?? "\(id)" }

        /// Why nothing would come of dismissing it or putting it off, as far as its state says, without its subject; nil
        /// for what can be done.
        ///
        /// To snooze it without a time is to wait until its conditions come true the next time.
        func reasonAgainst(_ event: ReminderEventMessage.Event, hasTime: Bool = false) -> String? {
            guard let state = state?.state, state.told != nil else { return "has not been told" }
            if event == .snoozed, !hasTime, let putOff = state.putOff {
                return "was put off before, at \(Phrases.time(putOff))"
            }
            // What was dismissed may still be put off: then it is told again.
            guard event == .dismissed, let dismissed = state.dismissed else { return nil }
            return "was dismissed before, at \(Phrases.time(dismissed))"
        }

        /// What it is.
        ///
        /// - Throws: ``CommandFailure`` where somebody has published what cannot be read.
        func message() throws(CommandFailure) -> Kept<ReminderMessage> {
            do { return try definition.get() } catch {
                let hint = "'tagalong remind delete \(id)' removes it"
                throw CommandFailure(
                    .failure, "\(id): the reminder cannot be read and is left as it is (\(error)); \(hint)")
            }
        }
    }

    /// What a database has.
    ///
    /// - Throws: ``StoreError``, or ``CommandFailure`` when there is no database yet.
    init(_ choice: StoreChoice) throws { try self.init(try choice.openForReading(), in: choice.path) }

    /// What an open database has.
    ///
    /// - Throws: ``StoreError``.
    init(_ store: Store, in path: String, of owner: Name? = nil) throws {
        place = "in \(path)"
        for row in try store.reminders(of: owner) where !row.payload.isEmpty {
            put(row.reminder, row.payload)
            if !row.state.isEmpty { entries[row.reminder]?.state = try? ReminderStateMessage(decoding: row.state) }
        }
    }

    /// What a broker keeps.
    init(_ messages: [Message], _ topics: Topics, on place: String) {
        self.place = "on \(place)"
        for message in messages where !message.isEmpty {
            if case .reminder(let id) = topics.parse(message.topic) { put(id, message.payload) }
        }
        for message in messages where !message.isEmpty {
            guard case .reminderState(let id) = topics.parse(message.topic) else { continue }
            entries[id]?.state = try? ReminderStateMessage(decoding: message.payload)
        }
    }

    private mutating func put(_ id: ReminderID, _ payload: [UInt8]) {
        let definition = Result { () throws(MessageError) in try Kept<ReminderMessage>(decoding: payload) }
        entries[id] = Entry(id: id, definition: definition)
    }

    /// All of them, by owner and name.
    var all: [Entry] { entries.values.sorted { $0.id < $1.id } }

    /// What may be typed for them: names that are one reminder's alone, and all with their owners.
    var names: [String] {
        let counts = Dictionary(grouping: entries.keys, by: \.id).mapValues(\.count)
        return all.map { counts[$0.id.id] == 1 ? $0.id.id.text : "\($0.id)" } + all.map { "\($0.id)" }
    }

    /// The reminder written `owner/reminder`, or the only one of that name or title.
    ///
    /// - Throws: ``CommandFailure`` where there is none, or there are several.
    func find(_ text: String) throws(CommandFailure) -> Entry {
        let found = matches(text)
        guard let first = found.first else { throw unknown(text) }
        guard found.count == 1 else {
            let names = WordList.alternatives(found.prefix(6).map { "\($0.id)" })
            throw CommandFailure(.failure, "'\(text.printable)' is the name of several; write \(names)")
        }
        return first
    }

    private func matches(_ text: String) -> [Entry] {
        let all = all
        if let exact = all.first(where: { "\($0.id)" == text }) { return [exact] }
        let named = all.filter { $0.id.id.text == text }
        let called = all.filter { (try? $0.definition.get())?.value.title.text == text }
        // Capitals only decide between several.
        let alike = all.filter { (try? $0.definition.get())?.value.title.text.lowercased() == text.lowercased() }
        return [named, called, alike].first { !$0.isEmpty } ?? []
    }

    private func unknown(_ text: String) -> CommandFailure {
        let start = "'\(text.printable)' is no reminder \(place)"
        if entries.isEmpty {
            return CommandFailure(.failure, "\(start), where there is none yet: make one with 'tagalong remind add'")
        }
        if entries.count <= 6 {
            return CommandFailure(.failure, "\(start); there are \(all.map(\.title).joined(separator: ", "))")
        }
        let words = all.flatMap { entry in
            ["\(entry.id)", entry.id.id.text] + [(try? entry.definition.get())?.value.title.text].compactMap(\.self)
        }
        let hint = WordList.nearest(to: text, among: words).map { ", did you mean '\($0)'?" } ?? ""
        return CommandFailure(.failure, "\(start)\(hint) ('tagalong remind list' lists all)")
    }
}
