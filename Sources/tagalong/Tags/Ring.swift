import ArgumentParser
import Tracking

/// `tagalong ring`.
struct Ring: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ring",
        abstract: "Ring a tracker to find it.",
        discussion: """
            Sent over Bluetooth where a gateway has the tracker, otherwise over its modem. It rings until its \
            own timeout, or until stopped.

            With --unknown it is somebody else's tag, which follows you or was left with you: a gateway near it \
            makes it ring as its network lets strangers do, while it is away from its owner.

            Examples:
              tagalong ring keys
              tagalong ring keys --stop
              tagalong ring --unknown C0:FF:EE:00:12:34 --gateway pocket
              tagalong ring --unknown 7               # as 'tagalong guard list' numbers it

            Exit status: 0 it rings, 1 no answer or refused, 2 bad input, 3 the broker could not be reached.
            """
    )

    @Flag(name: .customLong("stop"), help: "Stop ringing.")
    var isEnd = false

    @Flag(
        name: .customLong("unknown"),
        help: "Ring somebody else's tag, by its address or its number on the guard's list."
    )
    var isUnknown = false

    @Option(
        name: .customLong("gateway"),
        help: ArgumentHelp(
            "With --unknown: the gateway near the tag (default: the one that heard it last, or the only one).",
            valueName: "name"
        )
    )
    var gateway: String?

    @OptionGroup var options: TrackerOptions

    func validate() throws {
        guard let gateway else { return }
        guard isUnknown else { throw ValidationError("--gateway goes with --unknown") }
        if (try? Name(written: gateway)) == nil {
            throw ValidationError("--gateway: a name of letters, digits, '_' or '-' is expected, found '\(gateway)'")
        }
    }

    func run() async throws {
        if isUnknown {
            let gateway = gateway.flatMap { try? Name($0) }
            let ring = UnknownRing(client: try options.client(), gateway: gateway, isEnd: isEnd)
            return try Output.standard.write(try await ring.run(options.tracker) + "\n")
        }
        guard let done = try await options.client().order(isEnd ? .stopRing : .ring, of: options.tracker) else {
            return
        }
        try Output.standard.write("\(done.record.title) \(isEnd ? "is quiet" : "rings")\n")
    }
}
