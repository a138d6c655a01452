import Access
import ArgumentParser
import JSON

/// `tagalong account audit`.
struct AccountAudit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Show the audit log: log-ins, refusals and changes, newest first."
    )

    @Option(help: ArgumentHelp("Maximum number of entries, newest first.", valueName: "n"))
    var limit = 50

    @OptionGroup var output: OutputOptions
    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit is at least 0.") }
    }

    func run() async throws {
        let entries = try place.open(global.settings()).audit(limit: limit)
        try Listing.print(entries.map(AuditLine.init), asJSON: output.json, whenEmpty: "The audit log is empty.")
    }
}

/// An entry of the audit as it is listed.
struct AuditLine: ListRow {
    let entry: AuditEntry

    init(_ entry: AuditEntry) { self.entry = entry }

    static let columns = ["TIME", "EVENT", "ACCOUNT", "FROM", "TIMES"]

    var cells: [String] {
        [
            Phrases.time(entry.time), entry.event.rawValue, entry.account ?? Phrases.unknown,
            entry.source ?? "this machine", "\(entry.count)",
        ]
    }

    var json: JSONValue {
        .object([
            "time": .time(entry.time),
            "event": .text(entry.event.rawValue),
            "account": entry.account.map { .text($0) },
            "source": entry.source.map { .text($0) },
            "count": .whole(Int64(entry.count)),
            "last": entry.last.map { .time($0) },
        ])
    }
}
