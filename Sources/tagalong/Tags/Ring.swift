import ArgumentParser
import Tracking

/// `tagalong ring`.
struct Ring: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ring a tracker to find it.",
        discussion: """
            Sent over Bluetooth where a gateway has the tracker, otherwise over its modem. It rings until its \
            own timeout, or until stopped.

            Examples:
              tagalong ring keys
              tagalong ring keys --stop

            Exit status: 0 it rings, 1 no answer or refused, 2 bad input, 3 the broker could not be reached.
            """
    )

    @Flag(name: .customLong("stop"), help: "Stop ringing.")
    var isEnd = false

    @OptionGroup var options: TrackerOptions

    func run() async throws {
        guard let done = try await options.client().order(isEnd ? .stopRing : .ring, of: options.tracker) else {
            return
        }
        try Output.standard.write("\(done.record.title) \(isEnd ? "is quiet" : "rings")\n")
    }
}
