import ArgumentParser
import Foundation
import Store

/// `tagalong compact`.
struct Compact: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the database anew without unused space, while no history service runs.",
        discussion: """
            A database of this version gives its unused space back by itself. One of an earlier version does so after \
            this was run once. Needs as much free space as the database has meanwhile; killed at any moment, it leaves \
            the database as it was.

            Exit status: 0 done, 1 not done, 2 bad input.
            """
    )

    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let choice = try StoreChoice(store, try global.settings())
        let store = try choice.openForChange()
        let before = try store.overview().size
        try store.compact()
        let after = try store.overview().size
        try Output.standard.write("\(choice.path): \(Phrases.bytes(before)) before, \(Phrases.bytes(after)) now.\n")
    }
}
