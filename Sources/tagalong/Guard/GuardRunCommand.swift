import ArgumentParser
import Guard
import Guarding
import Messages
import Supervision
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
        let choice = try BrokerChoice.choose(broker, settings)
        var setup = GuardSetup(
            of: try whom.name, topics: try topics.topics(settings), phones: try phones.choice(settings), settings
        )
        setup.ignored = ignore
        if replay { setup.pace = .messages }
        let lock = try setup.lock()
        let gate = Gate()
        let service = try await setup.service(on: choice, began: gate) { notice, tag in
            try? Output.standard.write(GuardLine.sentence(tag, at: notice.time) + "\n")
        }
        let services = ServiceSet([service], vitals: [.guarding(service, of: setup.owner)], gates: [gate])
        try await ServiceRun.run(services, logger: setup.logger)
        withExtendedLifetime(lock) {}
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
