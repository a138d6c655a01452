import ArgumentParser
import Foundation
import JSON
import Store

/// `tagalong backup`.
struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up the database to a file, also while the history service runs.",
        discussion: """
            The backup is one consistent file, readable only by its owner, and checked. FILE appears when it \
            is complete; an existing file is replaced only with --force.

            Examples:
              tagalong backup ~/tagalong.sqlite
              tagalong backup --force /mnt/disk/tagalong.sqlite

            Exit status: 0 done, 1 not done, 2 bad input.
            """
    )

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    @Flag(help: "Replace an existing file.")
    var force = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        guard PostgresPlace(file) == nil, !PostgresPlace.isMisspelt(file) else {
            throw CommandFailure(.badInput, "a backup is a file; 'tagalong store migrate' copies to PostgreSQL")
        }
        let choice = try StoreChoice(store, try global.settings())
        let store = try choice.openForReading()
        guard force || !FileManager.default.fileExists(atPath: file) else {
            throw CommandFailure(.failure, "\(file) exists; name another file, or add --force")
        }
        guard !DatabaseDraft.areSame(file, choice.path) else {
            throw CommandFailure(.badInput, "\(file) is the database itself; another file is expected")
        }
        let target = DatabaseDraft(of: file)
        try target.prepare { draft in
            let meter = ProgressMeter("Backing up")
            defer { meter.end() }
            try store.backUp(to: draft) { done, all in meter.show(done, of: all) }
        }
        try target.place()
        let copy = try Store(path: file, mode: .readOnly)
        let (overview, out) = try (copy.overview(), MonthsOutNote(copy))
        let record = BackupRecord(time: SystemUTCClock().now, file: URL(fileURLWithPath: file).path)
        record.write(beside: choice.files)
        try output.write(json(overview, out), or: sentence(overview, out))
    }

    private func sentence(_ overview: StoreOverview, _ out: MonthsOutNote) -> String {
        "\(file) has \(overview.fixes) positions, \(Phrases.bytes(overview.size)), and is sound.\n"
            + out.line("and not in it")
    }

    private func json(_ overview: StoreOverview, _ out: MonthsOutNote) -> JSONValue {
        .object(
            ["file": .text(file), "fixes": .integer(overview.fixes), "bytes": .integer(overview.size)] + out.members)
    }
}

extension Phrases {
    /// `12 kB`, `3.4 MB`.
    static func bytes(_ count: Int) -> String {
        if count < 1_000_000 { return "\((count + 500) / 1000) kB" }
        let tenths = (count + 50_000) / 100_000
        return tenths < 1000 ? "\(tenths / 10).\(tenths % 10) MB" : "\(tenths / 10) MB"
    }
}
