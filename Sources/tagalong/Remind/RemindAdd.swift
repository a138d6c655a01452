import ArgumentParser
import Messages
import Reminders
import Tracking

/// `tagalong remind add`.
struct RemindAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make a reminder.",
        discussion: """
            \(ConditionOptions.words)

            Examples:
              tagalong remind add "Take the umbrella" --weather rain --within 8h --leaves Home --thing umbrella --is away
              tagalong remind add "Water the plants" --between 18:00-20:00 --days mon,thu --within Home
              tagalong remind add "Bring in the plants" --temperature below:3 --within 12h --at Cabin
              tagalong remind add "Bread" --near bakery:150 --between 07:00-18:00
              tagalong remind add "Passport" --event-within 24h --title flight --thing sam/passport --is left-behind
              tagalong remind add "Charge the keys" --thing keys --is battery:20 --enters Home

            Exit status: 0 done, 1 not done, 2 bad input, 3 the broker could not be reached.
            """
    )

    @Argument(help: "What the reminder is called.")
    var name: String

    @Option(
        help: ArgumentHelp("Whose it is (default: the thing's owner, or the only one there is).", valueName: "name"))
    var owner: String?

    @Option(
        help: ArgumentHelp("What it is called in topics and commands (default: made of its name).", valueName: "name"))
    var id: String?

    @Option(
        help: ArgumentHelp("Colour: red, orange, green, blue (default) or violet.", valueName: "colour"),
        completion: .list(Reminder.Colour.allCases.map(\.rawValue))
    )
    var colour: String?

    @Flag(help: "Make it, but do not tell it until it is enabled.")
    var disabled = false

    @OptionGroup var conditions: ConditionOptions
    @OptionGroup var broker: RemindBrokerOptions

    func validate() throws {
        _ = try RemindText.title(name)
        _ = try colour.map(RemindText.colour)
        _ = try owner.map(RemindText.owner)
        _ = try writtenID()
        let draft = try conditions.draft()
        if draft.isEmpty {
            throw ValidationError("A condition is expected, such as --between, --weather, --free, --leaves or --thing.")
        }
    }

    func run() async throws {
        let client = try broker.client()
        let draft = try conditions.draft()
        let given = try owner.map(RemindText.owner)
        if let owner, let given, given.text != owner { try await client.expect(given, writtenAs: owner) }
        var thing: DeviceID?
        if let text = draft.thing?.text { thing = try await client.thing(text, of: given) }
        let owner: Name =
            if let owner = given ?? thing?.owner { owner } else { try await client.onlyOwner() }
        let message = ReminderMessage(
            title: try RemindText.title(name), colour: try colour.map(RemindText.colour) ?? .blue,
            isEnabled: !disabled, made: SystemUTCClock().now, conditions: try draft.conditions(of: owner, thing: thing)
        )
        let id = try await client.add(message, of: owner, named: try writtenID())
        let lines = message.conditions.sentences.map { "  \($0.kind.rawValue): \($0.sentence)\n" }.joined()
        try Output.standard.write("\(message.title.text.printable) (\(id))\(disabled ? ", disabled" : "")\n\(lines)")
    }

    private func writtenID() throws -> Name? {
        guard let id else { return nil }
        do { return try Name(id) } catch { throw ValidationError("--id: \(error).") }
    }
}
