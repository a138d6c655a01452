import ArgumentParser
import Tracking

/// `tagalong ring`.
struct Ring: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Let a tracker ring, so that it can be found.",
        discussion: """
            Goes over Bluetooth where a gateway has the tracker, else over its modem. It rings until its own time for \
            that is over, or until told to stop.

            Examples:
              tagalong ring keys
              tagalong ring keys --stop

            Exit status: 0 it rings, 1 it did not answer or refused, 2 bad input, 3 the broker could not be reached.
            """
    )

    @Flag(name: .customLong("stop"), help: "Let it stop.")
    var isEnd = false

    @OptionGroup var options: TrackerOptions

    func run() async throws {
        guard let done = try await options.desk().order(isEnd ? .stopRing : .ring, of: options.tracker) else { return }
        try Output.standard.write("\(done.record.title) \(isEnd ? "is quiet" : "rings")\n")
    }
}
