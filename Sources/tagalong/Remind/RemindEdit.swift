import ArgumentParser
import Messages
import Reminders
import Settings
import Tracking

/// `tagalong remind edit`.
struct RemindEdit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a reminder.",
        discussion: """
            A condition that is given takes the place of the one of its kind; --without removes one. The others stay.

            \(ConditionOptions.words)

            Examples:
              tagalong remind edit take-the-umbrella --name "Umbrella!" --colour red
              tagalong remind edit umbrella --between 07:00-09:30 --days mon-fri
              tagalong remind edit umbrella --without weather --without time

            Exit status: 0 done, 1 there is no such reminder, 2 bad input, 3 the broker could not be reached.
            """
    )

    @OptionGroup var options: RemindChangeOptions

    @Option(help: ArgumentHelp("What it is to be called.", valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp("Colour: red, orange, green, blue or violet.", valueName: "colour"),
        completion: .list(Reminder.Colour.allCases.map(\.rawValue))
    )
    var colour: String?

    @Option(
        help: ArgumentHelp(
            "Remove the condition of this kind: time, weather, availability, place or thing. May be repeated.",
            valueName: "kind"
        ),
        completion: .list(Conditions.Kind.allCases.map(\.rawValue))
    )
    var without: [String] = []

    @OptionGroup var conditions: ConditionOptions

    func validate() throws {
        _ = try name.map(RemindText.title)
        _ = try colour.map(RemindText.colour)
        let draft = try conditions.draft()
        let removed = try kinds()
        if let both = removed.first(where: draft.kinds.contains) {
            throw ValidationError("--without \(both.rawValue) excludes a new condition of that kind.")
        }
        if name == nil, colour == nil, removed.isEmpty, draft.isEmpty {
            throw ValidationError("A change is expected, such as --name, --colour, --without or a condition.")
        }
    }

    func run() async throws {
        let client = try options.broker.client()
        let draft = try conditions.draft()
        let removed = try kinds()
        let (title, tint) = (try name.map(RemindText.title), try colour.map(RemindText.colour))
        let entry = try await client.change(options.reminder) { id, message in
            var thing: DeviceID?
            if let text = draft.thing?.text { thing = try await client.thing(text, of: id.owner) }
            message.title = title ?? message.title
            message.colour = tint ?? message.colour
            message.conditions = try draft.conditions(
                of: id.owner, thing: thing, over: message.conditions, without: removed)
        }
        let conditions = try entry.message().value.conditions
        let lines = conditions.sentences.map { "  \($0.kind.rawValue): \($0.sentence)\n" }.joined()
        try Output.standard.write("\(entry.title)\n\(lines)")
    }

    private func kinds() throws -> [Conditions.Kind] {
        try without.map { text in
            if let kind = Conditions.Kind(rawValue: text) { return kind }
            let all = WordList.alternatives(Conditions.Kind.allCases.map(\.rawValue))
            throw ValidationError("--without: '\(text.printable)' is given, \(all) is expected.")
        }
    }
}
