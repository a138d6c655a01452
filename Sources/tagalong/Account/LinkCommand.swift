import Access
import ArgumentParser
import JSON
import Settings
import Store
import Tracking
import Web

/// `tagalong account link`.
struct LinkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Manage share links of items, and make links by which people get into their accounts.",
        discussion: """
            A link shows the last position of one item, exactly or to the square kilometre, until its time is over \
            or it is revoked; who opens it is counted in 'tagalong account access-log'. It works only where the \
            console can be reached: set --console-url, or console-url in the configuration file, to its address \
            for others; and only where somebody has a passcode, as a console without one answers its own machine \
            only.

            'recover', 'verify' and 'invite' make the links that are sent by mail where a server for mails is set \
            up, to be handed over where none is.

            Without a subcommand it lists the share links; --json prints them as JSON, as 'list --json' does.

            Examples:
              tagalong account link
              tagalong account link add sam/bicycle --for 8h --area --note "for Kim"
              tagalong account link revoke x7Qp2LsA
              tagalong account link recover sam
              tagalong account link invite sam --mail kim@example.org
            """,
        subcommands: [
            LinkList.self, LinkAdd.self, LinkRevoke.self, LinkRecover.self, LinkVerify.self, LinkInvite.self,
        ],
        defaultSubcommand: LinkList.self
    )
}

/// `tagalong account link list`.
struct LinkList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the share links that are open."
    )

    @OptionGroup var output: OutputOptions
    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let now = SystemUTCClock().now
        let links = try place.open(global.settings()).links().filter { $0.expires > now }
        try Listing.print(links.map(LinkLine.init), asJSON: output.json, whenEmpty: "There is no share link.")
    }
}

/// A share link as it is listed.
struct LinkLine: ListRow {
    let link: ItemLink

    init(_ link: ItemLink) { self.link = link }

    static let columns = ["ID", "ITEM", "SHOWS", "BY", "EXPIRES", "OPENED", "NOTE"]

    var cells: [String] {
        let opened = link.opened.map { "\(link.openings) ×, last \(Phrases.time($0))" } ?? "never"
        return [
            link.id, "\(link.item)", link.isByArea ? "area" : "position", link.account.text,
            Phrases.time(link.expires), opened, link.note.printable,
        ]
    }

    var json: JSONValue {
        .object([
            "id": .text(link.id),
            "owner": .text(link.item.owner.text),
            "tracker": .text(link.item.device.text),
            "account": .text(link.account.text),
            "precision": .text(link.isByArea ? "area" : "exact"),
            "note": link.note.isEmpty ? nil : .text(link.note),
            "created": .time(link.created),
            "expires": .time(link.expires),
            "openings": .whole(Int64(link.openings)),
            "opened": link.opened.map { .time($0) },
        ])
    }
}

/// `tagalong account link add`.
struct LinkAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make a share link; it is shown only once."
    )

    @Argument(help: "OWNER/TRACKER, or the name of an item if it is unique.")
    var item: String

    @Option(
        name: .customLong("for"), help: ArgumentHelp("How long it works, up to 30d (default: 24h).", valueName: "time")
    )
    var lifetime = "24h"

    @Flag(name: .customLong("area"), help: "Show the square kilometre only.")
    var isByArea = false

    @Option(help: ArgumentHelp("Its purpose.", valueName: "text"))
    var note = ""

    @Option(
        help: ArgumentHelp(
            "Whose link it is: it ends with this account (default: the item's owner).", valueName: "name"
        )
    )
    var account: String?

    @Option(help: ArgumentHelp("Address of the console for others (default: this machine's).", valueName: "url"))
    var consoleURL: String?

    @OptionGroup var store: StoreOptions
    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws { _ = try duration() }

    func run() async throws {
        let (settings, now) = (try global.settings(), SystemUTCClock().now)
        let given = try HistoryOptions.consoleAddress(settings, flag: consoleURL)
        let access = try place.open(settings)
        // As the page says it.
        guard try access.isProtected() else {
            throw CommandFailure(
                .failure, "set a passcode first: without one the console answers its own machine only"
            )
        }
        let choice = try StoreChoice(store, settings)
        let history = try choice.openForReading()
        let trackers = try history.devices().filter { $0.kind == .tracker }
        let device = try ItemSearch(devices: trackers, in: choice.path).find(item)
        guard let row = try history.item(device) else {
            throw CommandFailure(.failure, "\(device) is no item any more")
        }
        let (secret, link) = try make(access, row.device, at: now)
        let until = Phrases.time(link.expires)
        try Output.error.write("Link \(link.id) to \(device), until \(until); it is not shown again:\n")
        try Output.standard.write("\(given ?? Self.address(choice))/s/\(secret.text)\n")
    }

    private func make(
        _ access: AccessControl, _ device: DeviceRow, at now: Timestamp
    ) throws -> (secret: AccessSecret, link: ItemLink) {
        let maker = try account.map { text throws(CommandFailure) in try Name(account: text) } ?? device.id.owner
        do {
            return try access.makeLink(
                to: device.id,
                added: device.created,
                isByArea: isByArea,
                note: note,
                by: maker,
                expires: now.advanced(by: try duration()),
                from: nil,
                at: now
            )
        } catch AccessError.refused {
            throw CommandFailure(
                .failure, "'\(maker)' may not command \(device.id), and so cannot share it; see --account"
            )
        } catch AccessError.noSuchAccount {
            throw CommandFailure(.failure, "there is no account '\(maker)'; say with --account whose link it is to be")
        }
    }

    /// Where the pages are on this machine.
    static func address(_ choice: StoreChoice) -> String {
        let address = WriterLock.announcement(for: choice.files)?.address ?? ""
        return address.isEmpty ? "http://localhost:\(ConsoleConfiguration.standardPort)" : address
    }

    private func duration() throws -> Duration {
        guard let duration = Duration(compact: lifetime), duration >= .seconds(60), duration <= ItemLink.longest else {
            throw ValidationError("'\(lifetime)' is given, a time from 1m to 30d is expected, such as 8h.")
        }
        return duration
    }
}

/// `tagalong account link revoke`.
struct LinkRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "revoke", abstract: "Revoke a share link.")

    @Argument(help: "Its id, as listed; one that begins with - stands behind --.")
    var id: String

    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        try place.open(global.settings()).revokeLink(id, at: SystemUTCClock().now)
        try Output.standard.write("\(id.printable) is revoked\n")
    }
}
