import API
import Access
import ArgumentParser
import Files
import Gateway
import Store
import Tracking

/// `tagalong account export`.
struct AccountExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export all data of an account and its items to one file.",
        discussion: """
            Writes a ZIP file (mode 0600) with every position, alert and photo, the account's sessions, tokens \
            and shares without secrets, its part of the audit log, and the access log of its items; README.txt \
            in it explains the files. An account's items are those of the owner of the same name.

            Examples:
              tagalong account export sam
              tagalong account export sam -o /media/stick/sam.zip
              tagalong account export owner --owner sam
              tagalong account export sam --with-keys      # with secrets

            Exit status: 0 done, 1 not done, 2 bad input.
            """
    )

    @Argument(help: "The account, or an owner without one.")
    var name: String

    @Option(
        name: [.customShort("o"), .customLong("out")],
        help: ArgumentHelp(
            "File to write (default: tagalong-NAME-DATE.zip in the current directory).", valueName: "file"
        )
    )
    var out: String?

    @Option(
        help: ArgumentHelp(
            "Whose items to export (default: those of the owner of the account's name).", valueName: "owner"
        )
    )
    var owner: String?

    @Flag(
        name: .customLong("with-keys"),
        help: "Add the keys of the owner's tags that are paired on this machine, which are secrets."
    )
    var hasKeys = false

    @OptionGroup var store: StoreOptions
    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let settings = try global.settings()
        let account = try Name(account: name)
        let owner = try self.owner.map { text throws(CommandFailure) in try Name(account: text) } ?? account
        let (access, choice, now) = (
            try place.open(settings), try StoreChoice(store, settings), SystemUTCClock().now
        )
        // An account may be there before the first position.
        let isThere = try choice.isThere()
        let history = isThere ? try choice.openForReading() : try Store.inMemory()
        var archive = AccountArchive(of: account, owner: owner, access: access, store: history, at: now)
        guard try archive.exists else { throw AccessError.noSuchAccount(account) }
        let tags = hasKeys ? try GatewayOptions.registry(settings).exportedKeys(of: owner) : nil
        archive.keys = tags.flatMap { $0.count > 0 ? $0.json : nil }
        try access.noteExport(of: account, from: nil, at: now)
        let file = FileDraft(of: out ?? archive.fileName, suffix: ".part")
        do {
            let meter = ProgressMeter("Exporting")
            defer { meter.end() }
            var sink = FileSink(writer: try file.begin(), meter: meter)
            try await archive.write(to: &sink)
            try sink.writer.finish()
        } catch {
            file.discard()
            throw error
        }
        try file.place()
        let keys = tags.map { $0.count == 1 ? ", and the key of a tag" : ", and the keys of \($0.count) tags" } ?? ""
        try Output.standard.write("\(file.path): all that is kept of \(account)\(keys)\n")
    }
}

/// The file that an archive is written to.
private struct FileSink: ArchiveSink {
    let writer: FileWriter
    let meter: ProgressMeter
    private var count = 0

    init(writer: FileWriter, meter: ProgressMeter) { (self.writer, self.meter) = (writer, meter) }

    mutating func write(_ bytes: [UInt8]) throws(FileError) {
        try writer.write(bytes)
        count += bytes.count
        meter.show(count / 1_000_000, "MB")
    }
}
