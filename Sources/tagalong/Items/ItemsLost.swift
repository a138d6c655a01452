import ArgumentParser
import JSON
import Messages
import Settings
import Tracking

/// `tagalong items lost`.
struct ItemsLost: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lost",
        abstract: "Mark an item as lost, for all who see it.",
        discussion: """
            The pages, MQTT and Home Assistant show it until 'items found' takes it back. It is what a person says: \
            levels and alerts stay as they are. An item that is marked already stays so since then, with the note that \
            is given now, or without one.

            Examples:
              tagalong items lost keys
              tagalong items lost sam/bicycle --note "Stolen at the station; police report 4711"

            Exit status: 0 done, 1 there is no such item, 2 bad input, 3 the broker could not be reached.
            """
    )

    @Option(help: ArgumentHelp("What there is to say, up to 200 characters.", valueName: "text"))
    var note: String?

    @OptionGroup var options: ItemOptions

    func validate() throws {
        if let note, !TextBounds.lostNote.allows(note) {
            throw ValidationError("--note: a text of at most 200 characters, none of them invisible, is expected.")
        }
    }

    func run() async throws {
        let now = SystemUTCClock().now
        let (title, mark) = try await options.client().withRules(of: options.item) { kept in
            let mark = LostMark.made(at: now, note: note, after: kept.rules.value.lost)
            kept.rules.value.lost = mark
            return (kept.title, mark)
        }
        try Output.standard.write("\(title) is \(mark.sentence)\n")
    }
}

/// `tagalong items found`.
struct ItemsFound: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "found",
        abstract: "Say that an item that was marked as lost is found again.",
        discussion: """
            Example:
              tagalong items found keys

            Exit status: 0 done, also where it was not marked as lost, 1 there is no such item, 2 bad input, 3 the broker \
            could not be reached.
            """
    )

    @OptionGroup var options: ItemOptions

    func run() async throws {
        let title = try await options.client().withRules(of: options.item) { kept in
            kept.rules.value.lost = nil
            return kept.title
        }
        try Output.standard.write("\(title) is not marked as lost\n")
    }
}

extension LostMark {
    /// `marked as lost since 2026-05-01 09:00:00: Left on bus 12`.
    var sentence: String {
        "marked as lost since \(Phrases.time(since))" + (note.map { ": \($0.printable)" } ?? "")
    }

    /// As in messages: `since`, and `note` where there is one.
    var json: JSONValue { .object(["since": .time(since), "note": note.map(JSONValue.text)]) }
}
