import ArgumentParser
import Messages
import Tracking

/// `tagalong set`.
struct SetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set a tracker's report interval and radio, or the name of its item.",
        discussion: """
            The desired state is retained on the broker, so a tracker that is asleep or out of reach applies \
            it when it is back. Waits until the tracker confirms. Settings that are not given stay as they \
            are.

            Examples:
              tagalong set keys --report-every 30s
              tagalong set sam/keys --mode bluetooth
              tagalong set sam/keys --item "Car keys"

            Exit status: 0 confirmed, 1 not confirmed yet, 2 bad input, 3 the broker could not be reached.
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

    @Option(help: ArgumentHelp("The name of the item.", valueName: "name"))
    var item: String?

    @OptionGroup var options: TrackerOptions

    func validate() throws {
        guard interval != nil || mode != nil || item != nil else {
            throw ValidationError("Nothing to set: give --report-every, --mode or --item.")
        }
        _ = try wish()
    }

    func run() async throws { try await options.client().carryOut(try wish(), for: options.tracker) }

    private func wish() throws -> DesiredChange {
        DesiredChange(
            reportEvery: try interval.map { try DesiredOptions.seconds($0) },
            mode: mode.flatMap { ModePolicy(rawValue: $0.rawValue) },
            item: try item.map { try DesiredOptions.item($0) }
        )
    }
}
