import API
import Access
import Console
import History
import Logging
import MQTT
import Messages
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
    let logLevel: Logger.Level

    /// Joins the other workers, and makes the service, which does not run yet.
    ///
    /// - Throws: ``StoreError`` or ``CommandFailure``.
    func services() throws -> ServiceSet {
        let board = try choice.board(of: store)
        try board.join()
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
        let worker = try HistoryWorker(board: board, plan: plan, clock: SystemUTCClock(), logger: logger)
        let errands = try ErrandService(
            path: store.address, worker: choice.name, held: held, clock: SystemUTCClock(), logger: logger
        )
        var set = ServiceSet([worker, errands])
        if let console { set += try services(of: console, errands, held) }
        return set
    }

    /// The console, which reads what all workers have stored.
    private func services(
        of console: ConsoleSetup, _ errands: ErrandService, _ held: HeldPartitions
    ) throws -> ServiceSet {
        let access = try ConsoleSetup.access(accounts, console.network)
        let reading = try store.openForReading()
        let history = HistoryDesk(
            HistoryDesk.Workers(
                errands: errands, held: held, store: reading, configuration: configuration, path: store.address
            )
        )
        let feed = console.feed(on: broker.connection)
        let parts = try console.parts(store: reading, history: history, feed: feed, access: access, key: nil)
        return console.services(parts, feed) { _, _ in }
    }
}
