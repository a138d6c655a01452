import ArgumentParser
import Messages
import Tracking

/// `tagalong off`.
struct Off: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "off",
        abstract: "Switch a tracker off: it neither locates nor reports, but can be switched on again.",
        discussion: """
            The desired state is retained on the broker, so a tracker that is asleep or out of reach applies \
            it when it is back. Waits until the tracker confirms.

            Examples:
              tagalong off keys
              tagalong off sam/keys --timeout 5m

            Exit status: 0 off, 1 not confirmed yet, 2 bad input, 3 the broker could not be reached.
            """
    )

    @OptionGroup var options: TrackerOptions

    func run() async throws { try await options.client().carryOut(DesiredChange(power: .off), for: options.tracker) }
}
