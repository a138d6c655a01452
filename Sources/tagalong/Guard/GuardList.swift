import ArgumentParser
import JSON
import Logging
import Messages
import Tracking

/// `tagalong guard list`.
struct GuardList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the unknown tags that have moved with an owner.",
        discussion: """
            Shows what 'tagalong guard' has published last, those of the furthest stage first: listed (on one \
            leg), notice (on independent legs) and urgent (also overnight).

            Examples:
              tagalong guard list --owner anna
              tagalong guard list --owner anna --json | jq -r '.[].address'

            Exit status: 0 done, 1 no guard has published anything, 2 bad input, 3 the broker could not be reached.
            """
    )

    @OptionGroup var whom: GuardOwnerOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var broker: BrokerOptions
    @OptionGroup var topics: TopicOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let settings = try global.settings()
        let owner = try whom.name
        let choice = try BrokerChoice.choose(broker, settings)
        let topics = try topics.topics(settings)
        let topic = topics.guarded(owner)
        let messages = try await Errand.run(
            on: choice, topics: topics, subscribing: [topic], logger: Logger(part: "mqtt", level: settings.logLevel)
        ) { try await $0.retained() }
        guard let message = messages.last(where: { $0.topic == topic && !$0.payload.isEmpty }) else {
            throw CommandFailure(
                .failure, "no guard of \(owner) has published anything; start 'tagalong guard --owner \(owner)'")
        }
        let list: GuardMessage
        do { list = try GuardMessage(decoding: message.payload) } catch {
            throw CommandFailure(.failure, "\(topic): \(error)")
        }
        guard list.owner == owner else {
            throw CommandFailure(.failure, "\(topic): the list of \(owner) is expected, found that of \(list.owner)")
        }
        try Listing.print(
            list.tags.map(GuardLine.init), asJSON: output.json, whenEmpty: "No unknown tag has moved with \(owner)."
        )
    }
}
