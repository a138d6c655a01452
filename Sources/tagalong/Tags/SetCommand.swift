import ArgumentParser
import Messages
import Tracking

/// `tagalong set`.
struct SetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Tell a tracker how often to report and over which radio, or what its item is called.",
        discussion: """
            What is wanted is kept on the broker, so a tracker that is asleep or out of reach follows when it is back. \
            Waits until the tracker says that it has followed. What is not named stays as it is.

            Examples:
              tagalong set keys --report-every 30s
              tagalong set sam/keys --mode bluetooth
              tagalong set sam/keys --item "Car keys"

            Exit status: 0 the tracker follows, 1 it has not yet, 2 bad input, 3 the broker could not be reached.
            """
    )

    /// How the tracker is to choose its radio.
    enum Mode: String, CaseIterable, ExpressibleByArgument {
        case auto, bluetooth, cellular
    }

    @Option(
        name: .customLong("report-every"),
        help: ArgumentHelp("Time between two reports, from 1s to 24h.", valueName: "duration")
    )
    var interval: String?

    @Option(help: "The radio: auto (by the distance to the owner), bluetooth, or cellular.")
    var mode: Mode?

    @Option(help: ArgumentHelp("What the thing is called that the tracker is tied to.", valueName: "name"))
    var item: String?

    @OptionGroup var options: TrackerOptions

    func validate() throws {
        guard interval != nil || mode != nil || item != nil else {
            throw ValidationError("Nothing to set: give --report-every, --mode or --item.")
        }
        _ = try wish()
    }

    func run() async throws {
        try await options.desk().carryOut(try wish(), for: options.tracker)
    }

    private func wish() throws -> Wish {
        Wish(
            reportEvery: try interval.map { try WishOptions.seconds($0) },
            mode: mode.flatMap { ModePolicy(rawValue: $0.rawValue) },
            item: try item.map { try WishOptions.item($0) }
        )
    }
}
