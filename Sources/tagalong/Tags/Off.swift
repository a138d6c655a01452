import ArgumentParser
import Messages
import Tracking

/// `tagalong off`.
struct Off: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Switch a tracker off: it neither locates nor reports, but can be switched on again.",
        discussion: """
            What is wanted is kept on the broker, so a tracker that is asleep or out of reach follows when it is back. \
            Waits until the tracker says that it has followed.

            Examples:
              tagalong off keys
              tagalong off sam/keys --timeout 5m

            Exit status: 0 it is off, 1 it has not followed yet, 2 bad input, 3 the broker could not be reached.
            """
    )

    @OptionGroup var options: TrackerOptions

    func run() async throws {
        try await options.desk().carryOut(Wish(power: .off), for: options.tracker)
    }
}
