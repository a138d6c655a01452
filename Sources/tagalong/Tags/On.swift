import ArgumentParser
import Messages
import Tracking

/// `tagalong on`.
struct On: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Switch a tracker on: it locates and reports.",
        discussion: """
            What is wanted is kept on the broker, so a tracker that is asleep or out of reach follows when it is back. \
            Waits until the tracker says that it has followed.

            Examples:
              tagalong on keys
              tagalong on sam/keys --no-wait

            Exit status: 0 it is on, 1 it has not followed yet, 2 bad input, 3 the broker could not be reached.
            """
    )

    @OptionGroup var options: TrackerOptions

    func run() async throws {
        try await options.desk().carryOut(Wish(power: .on), for: options.tracker)
    }
}
