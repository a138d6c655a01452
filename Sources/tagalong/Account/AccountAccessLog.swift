import Access
import ArgumentParser
import JSON
import Tracking

/// `tagalong account access-log`.
struct AccountAccessLog: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "access-log",
        abstract: "Show the access log: which accounts saw where others' items are or were, newest first.",
        discussion: """
            One line for each hour, account, token, address and kind (last position, or history), kept for 90 \
            days. A running service writes the log every 30 seconds. Commands on this machine read the \
            database directly and are not logged; nor is an account that views the items of the owner of the \
            same name. The former name of the command, looks, still works.

            Examples:
              tagalong account access-log
              tagalong account access-log sam/keys --json
            """,
        aliases: ["looks"]
    )

    @Argument(help: "OWNER/TRACKER, or an owner's name for all of that owner's items.")
    var item: String?

    @Option(help: ArgumentHelp("Maximum number of entries, newest first.", valueName: "n"))
    var limit = 50

    @OptionGroup var output: OutputOptions
    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit is at least 0.") }
    }

    func run() async throws {
        let names = try (item ?? "").split(separator: "/").map { text throws(CommandFailure) in
            try Name(account: String(text))
        }
        guard names.count <= 2 else {
            throw CommandFailure(.badInput, "'\((item ?? "").printable)' is given, OWNER or OWNER/TRACKER is expected")
        }
        let looks = try place.open(global.settings())
            .looks(of: names.first, tracker: names.dropFirst().first, limit: limit)
        try Listing.print(looks.map(AccessLogLine.init), asJSON: output.json, whenEmpty: "The access log is empty.")
    }
}

/// A line of who looked, as it is listed.
struct AccessLogLine: ListRow {
    let look: AccessLogEntry

    init(_ look: AccessLogEntry) { self.look = look }

    static let columns = ["LAST", "WHO", "ITEM", "WHAT", "TIMES", "FROM"]

    var cells: [String] {
        [
            Phrases.time(look.last), who,
            "\(look.device)", what, "\(look.count)", look.source.printable,
        ]
    }

    private var who: String {
        if let link = look.link { return "\(look.viewer) (link \(link))" }
        return look.viewer.text + (look.token.map { " (token \($0))" } ?? "")
    }

    private var what: String {
        guard look.kind == .history else { return "last position" }
        switch (look.from, look.to) {
        case (nil, nil): return "history"
        case (let from?, nil): return "history from \(Phrases.time(from))"
        case (nil, let to?): return "history to \(Phrases.time(to))"
        case (let from?, let to?): return "history \(Phrases.time(from)) to \(Phrases.time(to))"
        }
    }

    var json: JSONValue {
        .object([
            "account": .text(look.viewer.text),
            "token": look.token.map { .text($0) },
            "link": look.link.map { .text($0) },
            "owner": .text(look.device.owner.text),
            "tracker": .text(look.device.device.text),
            "kind": .text(look.kind.rawValue),
            "source": .text(look.source),
            "first": .time(look.first),
            "last": .time(look.last),
            "count": .integer(look.count),
            "from": look.from.map { .time($0) },
            "to": look.to.map { .time($0) },
        ])
    }
}
