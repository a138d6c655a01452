import API
import ArgumentParser
import Broker
import Gateway
import History
import Logging
import MQTT
import Messages
import Tracking

/// `tagalong up`.
struct Up: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "up",
        abstract: "Run everything in one process, with a private broker unless one is given.",
        discussion: """
            Starts the history service. Unless a broker is given, first starts a private mosquitto in the data \
            directory: it listens on this machine only, with a password created at the first start. The other \
            commands find that broker automatically. Stops on SIGTERM or Ctrl-C.

            Examples:
              tagalong up
              tagalong up --data-dir /tmp/try
              tagalong up --broker mqtt://localhost
              tagalong up --gateway                # hears the tags paired with this machine, too
              tagalong up --guard anna             # finds unknown tags that follow anna, too
              tagalong up --http 0.0.0.0:8443 --tls-certificate fullchain.pem --tls-key privkey.pem
            """
    )

    @OptionGroup var broker: BrokerOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var history: HistoryOptions
    @OptionGroup var global: GlobalOptions

    @Option(
        help: ArgumentHelp("Port of the private broker (default: the previous one, or any free port).", valueName: "n")
    )
    var port: UInt16?

    @Flag(name: .customLong("gateway"), help: "Also run the gateway for the Bluetooth tags of this machine.")
    var hasGateway = false

    @Flag(name: .customLong("monitor"), help: "Read the RSSI of every report from the kernel; needs CAP_NET_RAW.")
    var usesMonitorTap = false

    @OptionGroup var guards: GuardsOptions
    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var foreign: ForeignOptions
    @OptionGroup var radios: RadioOptions

    func validate() throws {
        guard hasGateway || !usesMonitorTap else { throw ValidationError("--monitor requires --gateway.") }
        guard port != nil, broker.broker != nil else { return }
        throw ValidationError("--port is for a private broker and --broker names another; give one of them.")
    }

    func run() async throws {
        let settings = try global.settings()
        let channels = try history.notifications.files(settings)
        let told = try channels?.choice()
        let setup = try HistorySetup(
            store: StoreChoice(store, settings),
            configuration: history.configuration(settings),
            accounts: history.accounts.choice(settings),
            network: history.network.choice(settings),
            map: history.pages.map(settings),
            scenarios: history.pages.scenarioFolder(settings),
            notifications: told,
            channelFiles: channels,
            clouds: CloudChoice.read(flag: history.clouds.clouds, settings),
            facts: FactChoice.read(flag: history.facts.facts, settings),
            signIn: history.signIn(settings, told),
            gpsd: history.gpsd.choice(settings),
            archive: ArchiveSetup.read(history.archive, history.keepHot, settings),
            isNamed: history.isNamed(settings),
            logLevel: settings.logLevel
        )
        let guards = try guardSetups(settings)
        let access = try setup.access()
        // Before the broker: that of another 'up' here would be taken for one that was left behind.
        let lock = try setup.store.lock()
        let gateway = try hasGateway ? gatewaySetup(settings) : nil
        // A registry that cannot be read is told now, and not by a gateway that serves nobody.
        _ = try gateway?.registry.read()
        let board = PartBoard()
        let given = try BrokerChoice.given(broker, settings)
        let ours = given == nil ? try await start(settings, setup.configuration.topics) : nil
        do {
            let choice = try given ?? BrokerChoice.choose(broker, settings)
            let (floods, feed) = AsyncStream.makeStream(
                of: SenderMeter.Excess.self, bufferingPolicy: .bufferingNewest(SenderMeter.mostTold)
            )
            // A broker of others is not ours to cut anybody off.
            let report: HistoryLink.FloodReport = { excess in feed.yield(excess) }
            let stored = try setup.services(
                on: choice,
                access: access,
                under: lock,
                board: board,
                floods: ours.map { _ in report },
                broker: ours.map { _ in BrokerDesk(OwnBrokerChoice(settings, setup.configuration.topics)) }
            )
            var services = try ServiceSet(ours.map { [try keeper(of: $0, settings, setup, board)] } ?? [])
            services += stored
            if ours != nil {
                services += ServiceSet([try maintenance(settings, setup.configuration.topics, choice, floods)])
            }
            if let gateway { services += gateway.kept(on: choice, board) }
            let keepers = guards.map { GuardKeeper($0, on: choice, board: board) }
            services += ServiceSet(keepers, vitals: keepers.map { .guarding($0) })
            try await ServiceRun.run(
                services,
                greeting: greeting(choice, setup, gateway, guards, settings),
                logger: Logger(part: "up", level: settings.logLevel)
            )
        } catch {
            await ours?.stop()
            throw error
        }
    }

    /// The broker of our own, which is started again where it ends by itself, with what it has kept.
    private func keeper(
        of broker: PrivateBroker, _ settings: CommandSettings, _ setup: HistorySetup, _ board: PartBoard
    ) throws -> PartKeeper {
        let own = OwnBrokerChoice(settings, setup.configuration.topics)
        let logger = Logger(part: "broker", level: settings.logLevel)
        return PartKeeper(.broker, "the broker", on: board, logger: logger, first: ServiceSet([broker])) {
            ServiceSet([try await own.start()])
        }
    }

    private func maintenance(
        _ settings: CommandSettings, _ topics: Topics, _ choice: BrokerChoice, _ floods: AsyncStream<SenderMeter.Excess>
    ) throws -> BrokerMaintenance {
        let logger = Logger(part: "broker", level: settings.logLevel)
        let own = OwnBrokerChoice(settings, topics)
        guard let access = try OwnBroker.access(of: .credentials, in: own.directory) else {
            throw BrokerError.noBroker(directory: own.directory)
        }
        let bus = try SessionTakeover.bus(
            BrokerMaintenance.session(of: topics),
            as: access,
            owner: choice.connection,
            topic: topics.fence,
            logger: logger
        )
        return BrokerMaintenance(
            provisioner: own.provisioner, bus: bus, clock: SystemUTCClock(), logger: logger, floods: floods
        )
    }

    private func gatewaySetup(_ settings: CommandSettings) throws -> GatewaySetup {
        try GatewaySetup(
            gateway,
            foreign,
            radios,
            phones: history.phones.choice(settings),
            topics: history.topics.topics(settings),
            usesMonitorTap: usesMonitorTap,
            settings
        )
    }

    private func guardSetups(_ settings: CommandSettings) throws -> [GuardSetup] {
        let owners = try guards.choice(settings)
        let phones = try history.phones.choice(settings)
        let topics = try history.topics.topics(settings)
        return owners.map { GuardSetup(of: $0, topics: topics, phones: phones, settings) }
    }

    private func start(_ settings: CommandSettings, _ topics: Topics) async throws -> PrivateBroker {
        try Directories.create(settings.dataDirectory)
        return try await OwnBrokerChoice(settings, topics).start(port: port)
    }

    private func greeting(
        _ choice: BrokerChoice,
        _ setup: HistorySetup,
        _ gateway: GatewaySetup?,
        _ guards: [GuardSetup],
        _ settings: CommandSettings
    ) -> String {
        let flags = settings.repeatedFlags
        var lines = [
            "Broker    \(choice.connection)",
            "Database  \(setup.store.path)",
            "",
            "Try next, in another terminal:",
            "  tagalong watch\(flags)\(remoteFlags(choice))",
            "  tagalong items\(flags)\(store.store.map { " --store \($0.quotedForShell)" } ?? "")",
            "  \(subscription(choice, setup))",
            "  tagalong simulate scenarios/cafe.yaml --speed 15\(flags) \(simulated(choice))",
            "",
            "Ctrl-C ends it.",
        ]
        if case .ours(let directory) = choice.reason {
            lines[0] += "  (on this machine only; its password is in \(directory)/url)"
        }
        if !guards.isEmpty { lines.insert("Guards    \(guards.map(\.owner.text).joined(separator: ", "))", at: 2) }
        if let gateway { lines.insert(gateway.greeting, at: 2) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// How others find a broker that was named, without the password that may stand in its address.
    private func remoteFlags(_ choice: BrokerChoice) -> String {
        let passwordFile = broker.passwordFile.map { " --password-file \($0.quotedForShell)" } ?? ""
        guard let named = broker.broker else { return passwordFile }
        if case .ours = choice.reason { return " --broker \(named)" }
        let isTold = (try? MQTTConfiguration(url: named))?.password == nil
        let address = " --broker \("\(choice.connection)".quotedForShell)"
        return address + (isTold || !passwordFile.isEmpty ? passwordFile : " --password-file …")
    }

    /// How a simulation finds the same broker.
    private func simulated(_ choice: BrokerChoice) -> String {
        if case .ours = choice.reason { return "--broker \(BrokerChoice.ours)" }
        let flags = remoteFlags(choice)
        return flags.isEmpty ? "--broker \(choice.connection)" : String(flags.dropFirst())
    }

    /// How mosquitto's own client subscribes to the alerts; with our own broker, which keeps its options in
    /// a file: a password among the arguments could be read by everybody on this machine.
    private func subscription(_ choice: BrokerChoice, _ setup: HistorySetup) -> String {
        let filter = "\(setup.configuration.topics.own)/alerts/#"
        if case .ours(let directory) = choice.reason {
            return "XDG_CONFIG_HOME=\(directory.quotedForShell) mosquitto_sub -v -t '\(filter)'"
        }
        let connection = choice.connection
        let user = connection.username.map { " -u \($0.quotedForShell) -P …" } ?? ""
        let host = "-h \(connection.host.quotedForShell) -p \(connection.port)"
        let encryption = connection.tls == nil ? "" : " --capath /etc/ssl/certs"
        return "mosquitto_sub -v \(host)\(encryption)\(user) -t '\(filter)'"
    }
}
