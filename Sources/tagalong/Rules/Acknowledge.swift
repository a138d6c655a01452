import ArgumentParser
import Messages
import Tracking

/// `tagalong acknowledge`.
struct Acknowledge: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say that you know that an item is left behind.",
        discussion: """
            Nothing more is told of this episode but its end; the next one is told as ever.

            Examples:
              tagalong acknowledge keys

            Exit status: 0 done, 1 it is not left behind or there is no such item, 2 bad input, 3 the broker could not \
            be reached.
            """
    )

    @OptionGroup var options: ItemOptions

    func run() async throws {
        let title = try await options.desk().withRules(of: options.item) { kept in
            guard let episode = kept.state?.episode else {
                throw CommandFailure(.failure, "\(kept.title) is not left behind: there is nothing to acknowledge")
            }
            kept.rules.value.acknowledged = episode
            return kept.title
        }
        try Output.standard.write("\(title): nothing more is told until it is back\n")
    }
}
