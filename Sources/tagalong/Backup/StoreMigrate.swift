import ArgumentParser
import JSON
import Store

/// `tagalong store migrate`.
struct StoreMigrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Copy the database from SQLite to PostgreSQL, or back, while no history service runs.",
        discussion: """
            Copies every row, then reads both databases and compares them, and only then gives the copy its name: \
            until that the file is called TARGET.migrating, or the schema has _migrating at its end. The source stays \
            as it is. A copy that was interrupted continues where it was when the same command runs again. There must \
            be no database at the target. Accounts and notifications stay in the data directory.

            Examples:
              tagalong store migrate sqlite:history.sqlite postgres://tagalong@db.example/tagalong
              tagalong store migrate 'postgres:///tagalong?schema=home' sqlite:home.sqlite

            Exit status: 0 done, 1 not done, 2 bad input.
            """
    )

    @Argument(help: "Database to copy: sqlite:FILE, a file, or postgres://user@host/database?schema=name.")
    var source: String

    @Argument(help: "Where to copy it to, in the same form.")
    var target: String

    @Flag(help: "Begin anew, and discard what an interrupted copy has left at the target.")
    var restart = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let settings = try global.settings()
        let from = try StoreChoice(Given(text: source, origin: .flag("source")), settings)
        let to = try StoreChoice(Given(text: target, origin: .flag("target")), settings)
        guard from.files != to.files else {
            throw CommandFailure(.badInput, "\(to.path): the target is the source itself; another place is expected")
        }
        let store = try from.openForChange()
        try from.expectNoStrays()
        let lock = try to.lock()
        let migration = try StoreMigration(of: store, to: to.address)
        if restart { try migration.discard() }
        let wasBegun = migration.isBegun
        let rows = try withExtendedLifetime(lock) {
            let meter = ProgressMeter(wasBegun ? "Continuing" : "Copying")
            defer { meter.end() }
            do { return try migration.run { done, all in meter.show(done, of: all) } } catch let difference
                as StoreCopy.Difference
            {
                throw CommandFailure(
                    .failure,
                    "\(difference); the source was changed since the copy began: start again with --restart"
                )
            }
        }
        let note = try MonthsOutNote(store).line("and are the target's, too: only one of them may go on")
        try output.write(json(rows, from, to), or: sentence(rows, from, to) + note)
    }

    private func sentence(_ rows: Int, _ from: StoreChoice, _ to: StoreChoice) -> String {
        "\(to.path) has all \(rows) rows of \(from.path), compared one by one.\n"
    }

    private func json(_ rows: Int, _ from: StoreChoice, _ to: StoreChoice) -> JSONValue {
        .object(["source": .text(from.path), "target": .text(to.path), "rows": .integer(rows)])
    }
}
