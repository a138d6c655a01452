import ArgumentParser
import Broker
import JSON
import MQTT

/// `tagalong broker init`.
struct BrokerInit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Set up the private broker, with --listen also for other machines over TLS.",
        discussion: """
            With --listen, creates a certificate authority on this machine, once, and a certificate for the \
            broker; clients trust the file ca.pem that is printed. Run again with other names or another \
            address, it renews only the certificate. Without --listen, the configuration is kept.

            Examples:
              tagalong broker init
              tagalong broker init --listen 192.168.1.10
              tagalong broker init --listen 0.0.0.0:8883 --name home.example.org
              tagalong broker init --no-listen
            """
    )

    @Option(help: ArgumentHelp("Address to listen on with TLS; 0.0.0.0 for all.", valueName: "address[:port]"))
    var listen: String?

    @Option(
        help: ArgumentHelp(
            "Host name by which clients reach this machine; the first one is used in URLs.", valueName: "host"
        )
    )
    var name: [String] = []

    @Flag(name: .customLong("no-listen"), help: "Listen on this machine only.")
    var isClosed = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var topics: TopicOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard !isClosed || (listen == nil && name.isEmpty) else {
            throw ValidationError("--no-listen excludes --listen and --name.")
        }
    }

    func run() async throws {
        let settings = try global.settings()
        let choice = OwnBrokerChoice(settings, try topics.topics(settings))
        try Directories.create(settings.dataDirectory)
        let isRunning = PrivateBroker.process(in: choice.directory) != nil
        let before = try OwnBroker.encryption(in: choice.directory)
        try change(before, choice)
        // The broker itself tells whether it can run so.
        if !isRunning { try await choice.start().stop() }
        let after = try OwnBroker.encryption(in: choice.directory)
        let waits = isRunning && before?.listener != after?.listener
        try Output.standard.write(output.json ? json(after, choice, waits) : text(after, choice, waits))
    }

    private func change(_ before: OwnBroker.Encryption?, _ choice: OwnBrokerChoice) throws {
        let now = SystemUTCClock().now
        if isClosed { return try OwnBroker.listen(in: choice.directory, nil, at: now) }
        guard var listener = try listen.map({ try Listener(written: $0) }) ?? before?.listener else {
            guard name.isEmpty else { throw CommandFailure(.badInput, "--name requires --listen") }
            return
        }
        if listen != nil || !name.isEmpty { listener.names = name }
        try OwnBroker.listen(in: choice.directory, listener, at: now)
    }

    private func text(_ encryption: OwnBroker.Encryption?, _ choice: OwnBrokerChoice, _ waits: Bool) -> String {
        var lines = ["Broker       \(PrivateBroker.connection(in: choice.directory)?.description ?? choice.directory)"]
        if let encryption {
            lines += [
                "Listener     \(encryption.listener.address) port \(encryption.listener.port), encrypted",
                "For clients  \(encryption.listener.url)",
                "Authority    \(encryption.authority)",
                "Fingerprint  \(encryption.fingerprint)  (SHA-256)",
                "Certificate  \(encryption.end.map { "until \(Phrases.time($0)), renewed by itself" } ?? "none")",
                "Names        \(encryption.listener.names.joined(separator: ", "))",
            ]
        } else {
            lines.append("Listener     none: it listens to this machine only")
        }
        if waits { lines.append("It listens so after the next start of 'tagalong up'.") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func json(_ encryption: OwnBroker.Encryption?, _ choice: OwnBrokerChoice, _ waits: Bool) -> String {
        let node = JSONValue.object([
            "directory": .text(choice.directory),
            "url": encryption.map { .text($0.listener.url) },
            "address": encryption.map { .text($0.listener.address) },
            "port": encryption.map { .integer($0.listener.port) },
            "names": encryption.map { .list($0.listener.names.map { .text($0) }) },
            "authority": encryption.map { .text($0.authority) },
            "fingerprint": encryption.map { .text($0.fingerprint) },
            "certificate_until": encryption.flatMap(\.end).map { .time($0) },
            "needs_restart": .flag(waits),
        ])
        return node.line + "\n"
    }
}
