import ArgumentParser
import Messages
import Tracking

/// `tagalong on`.
struct On: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on",
        abstract: "Switch a tracker on: it locates and reports.",
        discussion: """
            The desired state is retained on the broker, so a tracker that is asleep or out of reach applies \
            it when it is back. Waits until the tracker confirms.

            Examples:
              tagalong on keys
              tagalong on sam/keys --no-wait

            Exit status: 0 on, 1 not confirmed yet, 2 bad input, 3 the broker could not be reached.
            """
    )

    @OptionGroup var options: TrackerOptions

    func run() async throws { try await options.client().carryOut(DesiredChange(power: .on), for: options.tracker) }
}
