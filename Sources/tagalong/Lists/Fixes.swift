import ArgumentParser
import Exchange
import Store
import Tracking

/// `tagalong fixes`.
struct Fixes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fixes",
        abstract: "List where an item was, newest first.",
        discussion: """
            The latest 10 positions, or all that --from, --to and --within select. \(Moment.forms)

            Examples:
              tagalong fixes Keys
              tagalong fixes sam/keys --from 2h --to 90m
              tagalong fixes keys --from yesterday --within 46.0569,14.5058,200 --thin 50
              tagalong fixes keys --from 2026-05-01 --json
            """
    )

    @Argument(help: "OWNER/TRACKER, or the name of a tracker or an item if it is unique.")
    var item: String

    @OptionGroup var span: SpanOptions

    @Option(
        help: ArgumentHelp("Maximum number, newest first (default: 10, or all of the selected time).", valueName: "n")
    )
    var limit: Int?

    @Option(
        help: ArgumentHelp("Maximum number of these; those that keep the path's shape best are chosen.", valueName: "n")
    )
    var thin: Int?

    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var archive: ArchiveOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit is at least 1.") }
        if let thin, thin < 2 { throw ValidationError("--thin is at least 2.") }
    }

    func run() async throws {
        let settings = try global.settings()
        let choice = try StoreChoice(store, settings)
        let store = try choice.openForReading(with: archive, settings)
        let device = try ItemSearch(devices: store.devices(), in: choice.path).find(item)
        let standard = span.isGiven || thin != nil ? nil : 10
        let search = span.search(newest: limit ?? standard)
        let found = try await store.fetching { try store.fixes(of: device, matching: search) }
        try Listing.print(
            try await found.thinned(to: thin).reversed().map(FixLine.init),
            asJSON: output.json,
            whenEmpty: span.isGiven
                ? "\(device) sent no position \(span.phrase)." : "\(device) has not sent a position yet."
        )
    }
}

extension SpanOptions {
    /// What was asked for, behind "no position".
    var phrase: String {
        switch (from ?? to, within) {
        case (nil, _): "in that area"
        case (_, nil): "of that time"
        default: "of that time in that area"
        }
    }
}

extension [StoredFix] {
    /// At most so many, those that show the way's shape best; nil for all.
    func thinned(to limit: Int?) async throws -> [StoredFix] {
        guard let limit else { return self }
        return try await Thinning.indices(of: map(\.fix.coordinate), to: limit).map { self[$0] }
    }
}
