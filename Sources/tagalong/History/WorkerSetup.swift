import API
import Access
import Archive
import Console
import History
import Logging
import MQTT
import Messages
import Notifications
import Store
import Threads
import Tracking

/// One of several history services that share the work, as this program runs it.
struct WorkerSetup {
    let choice: WorkerChoice
    let store: StoreChoice
    let broker: BrokerChoice
    let configuration: HistoryConfiguration
    /// The console on this worker; nil for none.
    let console: ConsoleSetup?
    /// Who may log in to it.
    let accounts: AccessChoice
    /// Who is told of alerts, by whichever worker holds that; nil for nobody.
    let channelFiles: NotificationFiles?
    /// Where months that are over go; nil for nowhere.
    let archive: ArchiveSetup?
    let logLevel: Logger.Level

    /// Joins the other workers, and makes the service, which does not run yet.
    ///
    /// - Throws: ``StoreError`` or ``CommandFailure``.
    func services() throws -> ServiceSet {
        let channels = try channelFiles?.choice()
        // With a console there may be browsers to tell.
        let notifies = channels != nil || channelFiles != nil && console != nil
        let board = try choice.board(of: store, notifies: notifies)
        try board.join()
        if let archive { try archive.choice.storage.expectPlace(of: store.openForReading()) }
        let logger = Logger(part: "worker", level: logLevel)
        let sessions = Logger(part: "mqtt", level: max(logLevel, .warning))
        let connection = broker.connection
        // So many sessions store at the same time, and begin to 250 times a second: at each time it costs as much to store
        // one message as twenty, and a broker on the same machine needs its share of the processors.
        let turns = Turnstile(width: 8, pace: .milliseconds(4), burst: 8)
        let held = HeldPartitions(choice.partitioning)
        var plan = HistoryWorker.Plan(
            path: store.address,
            configuration: configuration,
            partitioning: choice.partitioning,
            lease: .milliseconds(choice.lease),
            logger: Logger(part: "history", level: max(logLevel, .warning))
        ) { unit, session in
            var connection = connection
            // So that the sessions spread over the nodes of a cluster.
            if case .partition(let number) = unit { connection.firstPlace = number }
            // What only tells whether the broker is there tells so soon.
            if unit == nil { connection.keepAlive = .seconds(5) }
            return try MQTTClient(
                configuration: connection, session: session, logger: sessions,
                turns: unit == nil ? nil : turns)
        }
        plan.held = held
        if let archive { plan.companion = { store in archive.service(of: store) } }
        let errands = try ErrandService(
            path: store.address, worker: choice.name, held: held, clock: SystemUTCClock(), logger: logger
        )
        let access = try notifies || console != nil ? access() : nil
        let reading = try access == nil ? nil : store.openForReading()
        let pages = PageBase(channels?.configuration.pages ?? configuration.consoleURL)
        var push: PushSender?
        if let access, let reading, notifies {
            push = try PushSetup(console?.network, configuration, reading).sender(access)
            let teller = WorkerTeller(
                choice: channels,
                store: reading,
                path: store.address,
                push: push,
                configuration: configuration,
                errands: errands,
                connect: { try MQTTClient(configuration: connection, session: $0, logger: sessions) },
                worker: choice.name,
                pages: pages,
                logger: Logger(part: "notifications", level: logLevel)
            )
            plan.teller = { try teller.service($0) }
        }
        let worker = try HistoryWorker(board: board, plan: plan, clock: SystemUTCClock(), logger: logger)
        var set = ServiceSet([worker, errands])
        if let console, let access, let reading {
            set += try services(of: console, errands, held, access, reading, push, pages, channels)
            // It reads months also while it has no partition that looks after what was fetched.
            if let archive { set += ServiceSet([archive.sweep(of: reading)]) }
        }
        return set
    }

    /// Opens the accounts, and holds the console's address against them.
    private func access() throws -> AccessControl {
        guard let console else { return try accounts.open() }
        return try ConsoleSetup.access(accounts, console.network)
    }

    /// The console, which reads what all workers have stored.
    private func services(
        of console: ConsoleSetup,
        _ errands: ErrandService,
        _ held: HeldPartitions,
        _ access: AccessControl,
        _ reading: Store,
        _ push: PushSender?,
        _ pages: PageBase,
        _ channels: NotificationChoice?
    ) throws -> ServiceSet {
        let history = HistoryDesk(
            HistoryDesk.Workers(
                errands: errands, held: held, store: reading, configuration: configuration, path: store.address
            )
        )
        let feed = console.feed(on: broker.connection)
        var parts = try console.parts(store: reading, history: history, feed: feed, access: access, key: nil)
        if let archive {
            reading.attach(try archive.choice.shelf(of: reading))
            parts.archive = { try archive.metrics(of: reading) }
        }
        if let channelFiles {
            let outbox = try NotificationOutbox(reading: store.address)
            parts.notifications = { try outbox.metrics() }
            parts.channels = NotificationDesk(
                sharing: outbox, files: channelFiles, running: channels?.configuration, pages: pages)
        }
        parts.push = push.map { $0.desk { errands.browsersHaveChanged() } }
        return console.services(parts, feed) { _, page in pages.consoleListens(at: page) }
    }
}
