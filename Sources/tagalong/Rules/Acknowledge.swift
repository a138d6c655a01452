import ArgumentParser
import Messages
import Tracking

/// `tagalong acknowledge`.
struct Acknowledge: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acknowledge",
        abstract: "Acknowledge that an item is left behind.",
        discussion: """
            Silences this episode until it ends; the next one alerts as usual.

            Examples:
              tagalong acknowledge keys

            Exit status: 0 done, 1 no such item or it is not left behind, 2 bad input, 3 the broker could not \
            be reached.
            """
    )

    @OptionGroup var options: ItemOptions

    func run() async throws {
        let title = try await options.client().withRules(of: options.item) { kept in
            guard let episode = kept.state?.episode else {
                throw CommandFailure(.failure, "\(kept.title) is not left behind: there is nothing to acknowledge")
            }
            kept.rules.value.acknowledged = episode
            return kept.title
        }
        try Output.standard.write("\(title): acknowledged until it is near again\n")
    }
}
