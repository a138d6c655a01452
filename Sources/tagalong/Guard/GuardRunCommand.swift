import ArgumentParser
import Guard
import Guarding
import Logging
import MQTT
import Messages
import Tracking

/// `tagalong guard run`.
struct GuardRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Watch for unknown tags that follow an owner.",
        discussion: """
            Listens to the tags of others, away from their own owners, that gateways hear, and to where the owner's \
            phone is. A gateway with --carried-by OWNER tells what is beside the owner, one with --position what \
            belongs there. A tag that moves along on independent legs is told of; one that also stays overnight is \
            urgent. Prints a line for each, publishes the list on tagalong/guard/OWNER, retained, and notification \
            channels of that owner are told by the history service.

            Runs until Ctrl-C or SIGTERM. What it knows is in guard-OWNER.json in the data directory, and the next \
            start goes on with it.

            Examples:
              tagalong guard --owner anna
              tagalong guard --owner anna --ignore C0:FF:EE:00:12:34 --ignore 7
              tagalong guard --owner anna --replay   # recorded days, played to the broker
            """
    )

    @OptionGroup var whom: GuardOwnerOptions

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "A tag that is never told of: its number on the list, its address or its identity; may be repeated.",
            valueName: "tag"
        )
    )
    var ignore: [String] = []

    @Flag(
        help: "Go by the times in the messages instead of the clock, for recorded days that are played to the broker.")
    var replay = false

    @OptionGroup var phones: PhoneOptions
    @OptionGroup var broker: BrokerOptions
    @OptionGroup var topics: TopicOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard !ignore.contains("") else {
            throw ValidationError(
                "--ignore: a number of the list, an address or an identity is expected, found nothing.")
        }
    }

    func run() async throws {
        let settings = try global.settings()
        let owner = try whom.name
        let choice = try BrokerChoice.choose(broker, settings)
        let topics = try topics.topics(settings)
        try Directories.create(settings.dataDirectory)
        let file = GuardFile(of: owner, in: settings.dataDirectory)
        // Two would write the file by turns.
        guard let lock = try WriterLock.attempt(file.path) else {
            throw CommandFailure(.failure, "\(file.path): another guard of \(owner) runs already")
        }
        let desk = GuardDesk(
            owner: owner, topics: topics, phones: try phones.choice(settings), memory: try memory(of: owner, file),
            ignored: ignore
        )
        let logger = Logger(part: "guard", level: settings.logLevel)
        let client = try MQTTClient(
            configuration: choice.connection, session: session(of: desk),
            logger: Logger(part: "mqtt", level: settings.logLevel)
        )
        let pace = replay ? GuardService.Pace.messages : .clock(SystemUTCClock())
        let service = GuardService(bus: client, desk: desk, file: file, pace: pace, logger: logger) { notice, tag in
            try? Output.standard.write(GuardLine.sentence(tag, at: notice.time) + "\n")
        }
        try await ServiceRun.run([service], logger: logger)
        withExtendedLifetime(lock) {}
    }

    private func memory(of owner: Name, _ file: GuardFile) throws -> GuardMemory {
        do { return try file.read(for: owner) } catch { throw CommandFailure(.badInput, "\(error)") }
    }

    /// Its session stays on the broker, so that no position is missed between two starts.
    private func session(of desk: GuardDesk) -> BusSession {
        BusSession(
            clientID: "tagalong-guard-\(desk.owner)", subscriptions: desk.filters.map { .init($0) }, persistent: true
        )
    }
}

extension GuardOwnerOptions {
    /// The owner.
    var name: Name {
        get throws {
            guard let name = try? Name(owner), !Topics.isReserved(name) else {
                throw ValidationError("--owner: '\(owner.printable)' is given, the name of an owner is expected.")
            }
            return name
        }
    }
}
