import ArgumentParser
import Store

/// `tagalong compact`.
struct Compact: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compact",
        abstract: "Rewrite the database without unused space, while no history service runs.",
        discussion: """
            Databases created by this version return unused space by themselves; older ones do so after this \
            command has run once. It needs as much free disk space as the database takes. If it is killed, the \
            database stays as it was.

            Exit status: 0 done, 1 not done, 2 bad input.
            """
    )

    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let choice = try StoreChoice(store, try global.settings())
        let store = try choice.openForChange()
        let before = try store.overview().size
        let meter = ProgressMeter("Compacting \(Phrases.bytes(before))")
        meter.begin()
        defer { meter.end() }
        try store.compact()
        meter.end()
        let after = try store.overview().size
        try Output.standard.write("\(choice.path): \(Phrases.bytes(before)) before, \(Phrases.bytes(after)) now.\n")
    }
}
