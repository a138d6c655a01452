import ArgumentParser
import Curl
import Foundation
import JSON
import Messages
import Reminders
import Store
import Tracking

/// `tagalong remind list`.
struct RemindList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the reminders, and how it stands with each.",
        discussion: """
            Reads the database, also while the history service runs. The status is holds, waiting (a condition does not \
            hold), unknown (of a condition nothing is known: 'why' tells), or disabled.

            Examples:
              tagalong remind list
              tagalong remind list --owner sam
              tagalong remind list --json | jq -r '.[] | select(.state.status == "unknown") | .id'
            """
    )

    @Option(help: ArgumentHelp("Only those of this owner.", valueName: "name"))
    var owner: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var options: RemindStoreOptions

    func validate() throws { _ = try owner.map(RemindText.owner) }

    func run() async throws {
        let choice = try options.choice()
        let book = try ReminderBook(try choice.openForReading(), in: choice.path, of: try owner.map(RemindText.owner))
        try Listing.print(
            book.all.map(ReminderLine.init), asJSON: output.json,
            whenEmpty: "There is no reminder yet: make one with 'tagalong remind add'."
        )
    }
}

/// `tagalong remind show`.
struct RemindShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a reminder with its conditions.",
        discussion: """
            Examples:
              tagalong remind show take-the-umbrella
              tagalong remind show sam/take-the-umbrella --json

            Exit status: 0 shown, 1 there is no such reminder, 2 bad input.
            """
    )

    @Argument(help: RemindText.which, completion: .custom(ReminderNames.complete))
    var reminder: String

    @OptionGroup var output: OutputOptions
    @OptionGroup var options: RemindStoreOptions

    func run() async throws {
        let line = ReminderLine(try ReminderBook(try options.choice()).find(reminder))
        try output.write(line.json, or: line.text)
    }
}

/// `tagalong remind history`.
struct RemindHistory: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List which reminders were told when, why, and what was done.",
        discussion: """
            Newest first: fired, repeated (after it was put off), dismissed and snoozed, with what was found of each \
            condition.

            Examples:
              tagalong remind history
              tagalong remind history take-the-umbrella --limit 5
              tagalong remind history --owner sam --json | jq -r '.[] | select(.event == "fired") | .time'

            Exit status: 0 listed, 1 there is no such reminder, 2 bad input.
            """
    )

    @Argument(
        help: "OWNER/REMINDER, or a reminder's name or title if it is unique (default: all).",
        completion: .custom(ReminderNames.complete)
    )
    var reminder: String?

    @Option(help: ArgumentHelp("Only those of this owner.", valueName: "name"))
    var owner: String?

    @Option(help: ArgumentHelp("Maximum number, newest first.", valueName: "n"))
    var limit = 20

    @Option(help: ArgumentHelp("Only what comes behind the event of this id in the list.", valueName: "id"))
    var before: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var options: RemindStoreOptions

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit is 1 to 10000.") }
        _ = try owner.map(RemindText.owner)
        if owner != nil, reminder != nil { throw ValidationError("--owner excludes a reminder: write OWNER/REMINDER.") }
    }

    func run() async throws {
        let choice = try options.choice()
        let store = try choice.openForReading()
        let id = try reminder.map { try Self.id($0, in: store, choice) }
        let owners = try id.map { [$0.owner] } ?? owner.map { [try RemindText.owner($0)] }
        let rows = try store.reminderEvents(of: owners, reminder: id?.id, before: before, limit: limit)
        try Listing.print(
            rows.map(ReminderEventLine.init), asJSON: output.json,
            whenEmpty: id.map { "\($0) has not been told yet." } ?? "No reminder has been told yet."
        )
    }

    /// One that was deleted has a history too, and is named as it is written.
    private static func id(_ text: String, in store: Store, _ choice: StoreChoice) throws -> ReminderID {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2, let owner = try? Name(written: parts[0]), let id = try? Name(parts[1]) {
            return ReminderID(owner: owner, id: id)
        }
        return try ReminderBook(store, in: choice.path).find(text).id
    }
}

/// `tagalong remind why`.
struct RemindWhy: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Say why a reminder was told, or was not.",
        discussion: """
            What is found of each condition at this moment, where the history service runs on this machine and listens \
            for HTTP; else what was found when the status of the reminder last changed. Then the last times it was told.

            Examples:
              tagalong remind why take-the-umbrella
              tagalong remind why umbrella --json | jq -r '.why[] | select(.verdict != "holds") | .text'

            Exit status: 0 shown, 1 there is no such reminder, 2 bad input.
            """
    )

    @Argument(help: RemindText.which, completion: .custom(ReminderNames.complete))
    var reminder: String

    @OptionGroup var output: OutputOptions
    @OptionGroup var options: RemindStoreOptions

    func run() async throws {
        let choice = try options.choice()
        let store = try choice.openForReading()
        var entry = try ReminderBook(store, in: choice.path).find(reminder)
        entry.state = await Self.present(entry.id, choice) ?? entry.state
        let rows = try store.reminderEvents(of: [entry.id.owner], reminder: entry.id.id, limit: 5)
        let report = ReminderWhy(entry: entry, events: rows.map(ReminderEventLine.init))
        try output.write(report.json, or: report.text)
    }
}

extension RemindWhy {
    /// How long the history service may take to say how it stands.
    private static let patience: Int64 = 10

    /// How it stands at this moment; nil where no history service says so: the database has how it stood last.
    private static func present(_ id: ReminderID, _ choice: StoreChoice) async -> ReminderStateMessage? {
        guard let console = try? RunningConsole.find(choice),
            let answer = try? await console.ask(.get, "/api/v1/reminders/\(id)/why", within: patience)
        else { return nil }
        return try? ReminderStateMessage(decoding: Array(answer))
    }
}

/// Why a reminder was told or was not.
struct ReminderWhy {
    let entry: ReminderBook.Entry
    /// What was told of it, newest first.
    let events: [ReminderEventLine]

    private var isDisabled: Bool { (try? entry.definition.get())?.value.isEnabled == false }

    var text: String {
        var lines: [String] = []
        if isDisabled {
            lines.append("\(entry.title) \(ReminderStatus.disabled.sentence)")
        } else if let state = entry.state {
            lines.append("\(entry.title): \(state.status.sentence)")
        } else {
            lines.append("\(entry.title): the history service has not looked at it yet")
        }
        lines += entry.state?.why.map { "  \($0.kind.rawValue) \($0.verdict.rawValue): \($0.text.printable)" } ?? []
        lines += entry.state?.state.answers.map { "  \($0)" } ?? []
        lines.append(events.isEmpty ? "Never told" : "Told:")
        lines += events.map { "  \($0.sentence)" }
        return lines.joined(separator: "\n") + "\n"
    }

    /// How it stands, as published, and the last events.
    var json: JSONValue {
        var members = JSONMembers([
            ("owner", .text(entry.id.owner.text)), ("id", .text(entry.id.id.text)),
            ("name", (try? entry.definition.get()).map { .text($0.value.title.text) }),
        ])
        if let state = entry.state { members = members + JSONValue.members(of: state.encoded()) }
        members["events"] = .list(events.map(\.json))
        return .object(members)
    }
}
