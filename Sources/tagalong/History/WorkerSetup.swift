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
        let plan = HistoryWorker.Plan(
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
        return ServiceSet([try HistoryWorker(board: board, plan: plan, clock: SystemUTCClock(), logger: logger)])
    }
}
