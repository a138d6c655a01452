import Access
import ArgumentParser
import JSON
import Store
import Tracking

/// `tagalong account found-page messages`.
struct FoundPageMessages: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "messages",
        abstract: "List what finders have written of an item, the newest first; --remove removes one.",
        discussion: "The newest hundred are kept. A position is what the finder's browser has told."
    )

    @Option(help: ArgumentHelp("Remove the message of this id, and the notice of it.", valueName: "id"))
    var remove: Int64?

    @OptionGroup var options: FoundPageOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let chosen = try options.chosen()
        let pages = chosen.access.foundPages
        let (item, added) = (chosen.device.id, chosen.device.created)
        if let remove {
            try pages.removeMessage(remove, of: item, added: added, by: chosen.account)
            return try Output.error.write("the message \(remove) is removed\n")
        }
        _ = try chosen.page()
        let messages = try pages.messages(of: item, added: added, by: chosen.account)
        try Listing.print(
            messages.map(FinderMessageLine.init), asJSON: output.json, whenEmpty: "Nobody has written yet.")
    }
}

/// A message of a finder as it is listed.
struct FinderMessageLine: ListRow {
    let message: FinderMessage

    init(_ message: FinderMessage) { self.message = message }

    static let columns = ["ID", "TIME", "POSITION", "CONTACT", "TEXT"]

    var cells: [String] {
        let content = message.content
        return [
            "\(message.id)", Phrases.time(message.time), Phrases.position(content.position?.coordinate),
            content.contact.isEmpty ? Phrases.unknown : content.contact.printable, content.text.printable,
        ]
    }

    var json: JSONValue { message.json }
}

extension FinderMessage {
    /// As commands print it.
    var json: JSONValue {
        .object([
            "id": .whole(id),
            "time": .time(time),
            "text": .text(content.text),
            "contact": content.contact.isEmpty ? nil : .text(content.contact),
            "position": content.position.map { position in
                .object([
                    "lat": .number(position.coordinate.latitude),
                    "lon": .number(position.coordinate.longitude),
                    "accuracy_m": .whole(Int64(position.accuracy)),
                ])
            },
        ])
    }
}
