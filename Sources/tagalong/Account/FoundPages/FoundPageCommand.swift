import Access
import ArgumentParser
import JSON
import Tracking

/// `tagalong account found-page`.
struct FoundPageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "found-page",
        abstract: "Manage pages for whoever finds an item, their QR codes and labels, and what finders write.",
        discussion: """
            A found page is reachable without an account by the code on a label. It shows the item's name and what its \
            owner chooses, and nothing of where the item is or was. A finder may leave a message, a way to answer, and \
            their position. It works only where the console can be reached: set page-url or --console-url to its \
            address for others.

            Without a subcommand it lists the pages; --json prints them as JSON, as 'list --json' does.

            Examples:
              tagalong account found-page set sam/bicycle --message "Please call +41 44 668 18 00"
              tagalong account found-page set sam/keys --photo --section public
              tagalong account found-page qr sam/keys --out keys.svg
              tagalong account found-page labels --out labels.html --copies 3
              tagalong account found-page code sam/keys
              tagalong account found-page messages sam/keys --json
              tagalong account found-page remove sam/keys
            """,
        subcommands: [
            FoundPageList.self, FoundPageSet.self, FoundPageCode.self, FoundPageQR.self, FoundPageLabels.self,
            FoundPageMessages.self, FoundPageRemove.self,
        ],
        defaultSubcommand: FoundPageList.self
    )
}

/// `tagalong account found-page list`.
struct FoundPageList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the found pages.")

    @OptionGroup var output: OutputOptions
    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let pages = try place.open(global.settings()).foundPages.all()
        try Listing.print(pages.map(FoundPageLine.init), asJSON: output.json, whenEmpty: "There is no found page.")
    }
}

/// A found page as it is listed.
struct FoundPageLine: ListRow {
    let page: FoundPage

    init(_ page: FoundPage) { self.page = page }

    static let columns = ["ITEM", "BY", "CODE", "SHOWS", "MESSAGES", "MESSAGE"]

    var cells: [String] {
        let shown = ["name", page.look.showsPhoto ? "photo" : nil, page.look.section?.rawValue].compactMap(\.self)
        return [
            "\(page.item)", page.account.text, "\(page.code)", shown.joined(separator: ", "), "\(page.messages)",
            page.look.message.isEmpty ? Phrases.unknown : page.look.message.printable,
        ]
    }

    var json: JSONValue {
        .object([
            "owner": .text(page.item.owner.text),
            "tracker": .text(page.item.device.text),
            "account": .text(page.account.text),
            "code": .text("\(page.code)"),
            "path": .text(page.code.path),
            "message": page.look.message.isEmpty ? nil : .text(page.look.message),
            "photo": .flag(page.look.showsPhoto),
            "section": page.look.section.map { .text($0.rawValue) },
            "created": .time(page.created),
            "code_created": .time(page.codeCreated),
            "messages": .whole(Int64(page.messages)),
        ])
    }
}
