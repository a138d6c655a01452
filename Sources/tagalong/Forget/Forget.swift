import ArgumentParser
import Gateway
import Logging
import Messages
import Settings
import Tracking

/// `tagalong forget`.
struct Forget: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Let a tag go that is paired with this machine.",
        discussion: """
            The tracker is told that it has no owner any more, so that it can be paired again, and its bond and its \
            entry here are removed. One that cannot be told is to switch itself off, and a reset frees it. Where it \
            was stays in the database.

            Examples:
              tagalong forget keys
              tagalong forget sam/keys --force     # it is lost, or there is no Bluetooth

            Exit status: 0 it is forgotten, 1 it is not, 2 bad input, 3 no Bluetooth or no broker to be had.
            """
    )

    @Argument(help: "OWNER/TRACKER, or the name of a tracker or an item where only one is called so.")
    var tracker: String

    @Option(help: ArgumentHelp("Look for the tag so long, such as 15s or 1m.", valueName: "duration"))
    var timeout = "15s"

    @Flag(name: .customLong("force"), help: "Forget it even where there is no Bluetooth to tell it.")
    var isForced = false

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var radios: RadioOptions
    @OptionGroup var broker: BrokerOptions
    @OptionGroup var topics: TopicOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if (Duration(compact: timeout) ?? .zero) <= .zero {
            throw ValidationError("--timeout is a duration such as 15s or 1m.")
        }
    }

    func run() async throws {
        let settings = try global.settings()
        let choice = try BrokerChoice.choose(broker, settings)
        let topics = try topics.topics(settings)
        let pairing = try gateway.pairing(settings, topics)
        let file = GatewayOptions.registry(settings)
        let entry = try RegistrySearch(file: file).find(tracker)
        let logger = Logger(part: "forget", level: max(settings.logLevel, .warning))
        let filters = [topics.desired(entry.device)] + Unpairing.filters(topics)
        let outcome = try await Errand.run(on: choice, topics: topics, subscribing: filters, logger: logger) { errand in
            let kept = try await errand.retained()
            // Only the gateway that has the link can speak over it.
            if let gateway = Unpairing.gateway(of: entry, called: pairing.gateway, kept, topics) {
                return try await Unpairing(device: entry.device, gateway: gateway, topics: topics).ask(errand)
            }
            let credentials = try self.gateway.credentials(settings, choice, topics)
            return try await forget(entry, kept, errand, pairing, credentials, settings, logger)
        }
        try Output.standard.write("\(entry.item.text.printable) (\(entry.device)) is forgotten; \(outcome)\n")
    }

    /// Forgets it over this machine's own Bluetooth.
    private func forget(
        _ entry: TagEntry,
        _ kept: [Message],
        _ errand: Errand,
        _ pairing: Pairing.Settings,
        _ credentials: (any CredentialDesk)?,
        _ settings: CommandSettings,
        _ logger: Logger
    ) async throws -> String {
        let setup = try radios.setup(settings, logLevel: logger.logLevel)
        let radio = isForced ? setup.unchecked() : try await setup.open()
        let tags = TagRadio(
            radio: radio,
            library: try radios.library(settings),
            registry: GatewayOptions.registry(settings),
            clock: SystemUTCClock(),
            logger: logger
        )
        let wanted = kept.last { $0.topic == pairing.topics.desired(entry.device) }
        let desired = wanted.flatMap { try? Kept<DesiredState>(decoding: $0.payload) }
        let flow = Pairing(
            over: tags,
            settings: pairing,
            credentials: credentials,
            clock: SystemUTCClock(),
            desired: { _ in desired },
            publish: { try await errand.deliver($0) }
        )
        let limit = Duration(compact: timeout) ?? .seconds(15)
        let answer = AsyncStream.makeStream(of: String.self)
        let job = TagJob(tags: tags, needsAdapter: !isForced) { _ in
            answer.continuation.yield(try await flow.forget(entry.device, within: limit).sentence)
        }
        try Output.error.write("looking for \(entry.item.text.printable): bring it near …\n")
        try await ServiceRun.run([radio, tags, job], mayFinish: true, logger: logger)
        answer.continuation.finish()
        for await sentence in answer.stream { return sentence }
        throw CommandFailure(.failure, "stopped before the end; nothing has changed")
    }
}
