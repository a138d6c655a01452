import ArgumentParser
import Bluetooth
import Gateway
import Logging
import Messages
import Settings
import Tracking

/// `tagalong unpair`, which was called `forget`.
struct Unpair: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpair",
        abstract: "Unpair a tag from this machine.",
        discussion: """
            Clears the tracker's owner, so that it can be paired again, and removes its bond and its entry in \
            the registry. A tracker that cannot be reached is set to switch off, and can be reset by hand. Its \
            history stays in the database. The former name of the command, forget, still works.

            Examples:
              tagalong unpair keys
              tagalong unpair sam/keys --force     # it is lost, or there is no Bluetooth

            Exit status: 0 unpaired, 1 not unpaired, 2 bad input, 3 Bluetooth or the broker is not available.
            """,
        aliases: ["forget"]
    )

    @Argument(help: "OWNER/TRACKER, or the name of a tracker or an item if it is unique.")
    var tracker: String

    @Option(help: ArgumentHelp("How long to search for the tag, such as 15s or 1m.", valueName: "duration"))
    var timeout = "15s"

    @Flag(name: .customLong("force"), help: "Unpair it even if Bluetooth is not available to notify it.")
    var isForced = false

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var radios: RadioOptions
    @OptionGroup var broker: BrokerOptions
    @OptionGroup var topics: TopicOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws { try Duration.check("--timeout", timeout, suchAs: "15s or 1m") }

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
            return try await unpair(entry, kept, errand, pairing, credentials, settings, logger)
        }
        try Output.standard.write("\(entry.item.text.printable) (\(entry.device)) is unpaired; \(outcome)\n")
    }

    /// Forgets it over this machine's own Bluetooth.
    private func unpair(
        _ entry: TagEntry,
        _ kept: [Message],
        _ errand: Errand,
        _ pairing: Pairing.Settings,
        _ credentials: (any CredentialIssuer)?,
        _ settings: CommandSettings,
        _ logger: Logger
    ) async throws -> String {
        let setup = try radios.setup(settings, logLevel: logger.logLevel)
        // Who is known by a key is told nothing.
        let needsRadio = !isForced && !entry.identity.isKeyed
        let radio = needsRadio ? try await setup.open() : setup.unchecked()
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
        let job = TagJob(tags: tags, needsAdapter: needsRadio) { _ in
            answer.continuation.yield(try await flow.unpair(entry.device, within: limit).sentence)
        }
        if !entry.identity.isKeyed {
            try Output.error.write("looking for \(entry.item.text.printable): bring it near …\n")
        }
        try await ServiceRun.run([radio, tags, job], mayFinish: true, logger: logger)
        answer.continuation.finish()
        for await sentence in answer.stream { return sentence }
        throw CommandFailure(.failure, "interrupted; nothing has changed")
    }
}
