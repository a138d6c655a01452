import ArgumentParser
import History
import Logging
import Store

/// `tagalong history`.
struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Run the history service on a broker.",
        discussion: """
            Stores every position in the database before it acknowledges it to the broker, and publishes each \
            item's state and alerts. Stops on SIGTERM or Ctrl-C; a second Ctrl-C stops it immediately. The \
            broker delivers again what had not been stored.

            Examples:
              tagalong history --broker mqtt://localhost
              tagalong history --broker mqtts://sam@broker.example --password-file ~/.mqtt --phone sam=iphone
              tagalong history --household sam,ben  # what one of them has is near for both
              tagalong history --gpsd van/gps       # this machine's GPS receiver
              tagalong history --http 0.0.0.0:8443 --tls-certificate fullchain.pem --tls-key privkey.pem
              tagalong history --partitions 64 --store postgres://tagalong@db.example/tagalong \\
                --broker mqtt://a.example,b.example  # one of several workers; see docs/scale.md
            """
    )

    @OptionGroup var broker: BrokerOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var history: HistoryOptions
    @OptionGroup(title: "Workers") var worker: WorkerOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let settings = try global.settings()
        let choice = try BrokerChoice.choose(broker, settings)
        if let setup = try workerSetup(on: choice, settings) { return try await run(setup) }
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
        let services = try setup.services(on: choice, access: setup.access())
        let logger = Logger(part: "history", level: settings.logLevel)
        logger.info("stores in \(setup.store.path), the broker is \(choice.connection)")
        try await ServiceRun.run(services, logger: logger)
    }

    /// One of several workers; nil where this service has all the work.
    private func workerSetup(on choice: BrokerChoice, _ settings: CommandSettings) throws -> WorkerSetup? {
        let configuration = try history.configuration(settings)
        guard let worker = try worker.choice(settings, households: configuration.households) else { return nil }
        try history.refuseWhatWorkersLack(settings)
        let store = try StoreChoice(store, settings)
        // Unlike that of the one service, it is there where somebody has said so: a machine may have several workers.
        let hasConsole = try settings.value(.http, flag: history.network.http) != nil
        let console = try hasConsole ? history.network.choice(settings) : nil
        let channels = try history.notifications.files(settings)
        return WorkerSetup(
            choice: worker,
            store: store,
            broker: choice,
            configuration: configuration,
            console: try console.map { network in
                ConsoleSetup(
                    network: network,
                    map: try history.pages.map(settings),
                    scenarios: try history.pages.scenarioFolder(settings),
                    configuration: configuration,
                    signIn: try history.signIn(settings, channels?.choice()),
                    logLevel: settings.logLevel
                )
            },
            accounts: try AccessChoice(history.accounts.accounts, settings, workersStore: store),
            channelFiles: channels,
            archive: try ArchiveSetup.read(history.archive, history.keepHot, settings),
            logLevel: settings.logLevel
        )
    }

    private func run(_ setup: WorkerSetup) async throws {
        let services = try setup.services()
        let logger = Logger(part: "worker", level: setup.logLevel)
        let (choice, connection) = (setup.choice, setup.broker.connection)
        logger.info("\(choice.name) shares \(choice.partitioning.count) partitions, the broker is \(connection)")
        try await ServiceRun.run(services, logger: logger)
    }
}
