import ArgumentParser
import Broker
import Logging

/// `tagalong broker rotate`.
struct BrokerRotate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Replace a client's password; the old one is revoked at once.",
        discussion: """
            Its session on the broker stays, with the messages queued there. Pair a Bluetooth tracker again \
            instead: that transfers the new password to it.
            """
    )

    @Argument(help: "The user, as listed.")
    var user: String

    @OptionGroup var output: OutputOptions
    @OptionGroup var topics: TopicOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let settings = try global.settings()
        let choice = OwnBrokerChoice(settings, try topics.topics(settings))
        let credential = try await choice.provision { try await $0.rotate(user) }
        try CredentialText(credential, choice).print(asJSON: output.json)
    }
}

/// `tagalong broker revoke`.
struct BrokerRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke a client's credential and disconnect it."
    )

    @Argument(help: "The user, as listed.")
    var user: String

    @OptionGroup var topics: TopicOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let settings = try global.settings()
        let choice = OwnBrokerChoice(settings, try topics.topics(settings))
        try await choice.provision { try await $0.revoke(user) }
        try Output.standard.write("\(user.printable) is revoked\n")
    }
}

/// `tagalong broker acl`.
struct BrokerACL: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acl",
        abstract: "Print the rights of all clients for a broker that you run yourself.",
        discussion: """
            Prints mosquitto's acl_file, or commands for its dynamic security plugin. Without arguments, \
            prints the clients of the private broker. No password is printed: mosquitto_passwd and \
            mosquitto_ctrl ask for them.

            Examples:
              tagalong broker acl --client tracker:sam/keys --client gateway:den=sam/keys > /etc/mosquitto/acl
              tagalong broker acl --commands
            """
    )

    @Option(
        help: ArgumentHelp(
            "A client; may be repeated. A gateway's trackers follow '=', separated by commas.", valueName: "kind:name"
        )
    )
    var client: [String] = []

    @Option(help: ArgumentHelp("The history service's user on that broker.", valueName: "name"))
    var user = "tagalong"

    @Flag(help: "Print mosquitto_ctrl commands.")
    var commands = false

    @OptionGroup var topics: TopicOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws { _ = try client.map(Self.record) }

    func run() async throws {
        let settings = try global.settings()
        let topics = try topics.topics(settings)
        let rules = ForeignRules(owner: user, try records(settings, OwnBrokerChoice(settings, topics)), topics: topics)
        try Output.standard.write(commands ? rules.commands : rules.aclFile)
    }

    private func records(_ settings: CommandSettings, _ choice: OwnBrokerChoice) throws -> [ClientRecord] {
        guard client.isEmpty else { return try client.map(Self.record) }
        guard try Provisioner.isThere(in: choice.directory) else { return [] }
        return try Provisioner(directory: choice.directory, logger: .init(part: "broker", level: .warning)).records()
    }

    private static func record(_ text: String) throws -> ClientRecord {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw ValidationError("'\(text)' is given, KIND:NAME is expected.") }
        let named = parts[1].split(separator: "=", maxSplits: 1).map(String.init)
        let client = try ClientArgument.client(parts[0], named.first ?? "", owner: nil)
        let trackers = try (named.count > 1 ? named[1].split(separator: ",") : []).map {
            try ClientArgument.tracker(String($0))
        }
        return ClientRecord(user: client.user(), client: client, trackers: trackers)
    }
}
