import Access
import ArgumentParser
import Console
import Foundation
import History
import Logging
import MQTT
import Messages
import ServiceLifecycle
import Supervision

/// The history service as this program runs it.
struct HistorySetup {
    let store: StoreChoice
    let configuration: HistoryConfiguration
    /// The database of accounts.
    let accounts: String
    /// Where the HTTP service listens; nil for nowhere.
    let http: ListenAddress?
    /// What the maps of the pages are drawn on.
    let map: MapConfiguration
    /// Where the scenarios of the simulation view are; nil for none.
    let scenarios: ScenarioFolder?
    /// The sites whose pages may read there.
    let allowedOrigins: [String]
    let logLevel: Logger.Level

    /// Opens the database, for this process alone, and makes the services.
    ///
    /// - Parameter connection: The broker.
    /// - Returns: The services, not yet running, in the order in which they need each other.
    /// - Throws: ``StoreError``, ``MQTTError`` or ``CommandFailure``.
    func services(on connection: MQTTConfiguration) throws -> ServiceSet {
        let (opened, lock) = try store.openForWriting()
        let session = configuration.session
        let logger = Logger(part: "mqtt", level: logLevel)
        let history = HistoryService(
            core: try HistoryCore(store: opened, configuration: configuration),
            clock: SystemUTCClock(),
            logger: Logger(part: "history", level: logLevel)
        ) {
            try MQTTClient(configuration: connection, session: session, logger: logger)
        }
        var set = ServiceSet([history], vitals: [.history(history)])
        guard let http else { return set }
        let name = "\(configuration.clientID)-console-\(String(UInt32.random(in: 0 ... .max), radix: 16))"
        let feed = ConsoleFeed(topics: configuration.topics, logger: Logger(part: "console", level: logLevel)) {
            let session = ConsoleFeed.session(of: configuration.topics, named: name)
            return try MQTTClient(configuration: connection, session: session, logger: logger)
        }
        var console = ConsoleConfiguration(
            host: http.host,
            port: http.freePort(),
            mayMove: !http.isGiven,
            topics: configuration.topics,
            version: Tagalong.configuration.version,
            thresholds: configuration.thresholds,
            allowedOrigins: allowedOrigins
        )
        console.map = map
        console.simulations = scenarios?.shelf
        // The accounts are in the data directory, wherever the database is.
        try Directories.create((accounts as NSString).deletingLastPathComponent)
        let key = AccessSecret()
        let parts = ConsoleParts(
            configuration: console,
            store: opened,
            history: history,
            feed: feed,
            access: try AccessDesk(path: accounts),
            localKey: key,
            clock: SystemUTCClock(),
            logger: Logger(part: "console", level: max(logLevel, .warning))
        )
        let told = Logger(part: "console", level: logLevel)
        let gate = Gate()
        let service = ConsoleService(parts: parts) { port in
            let address = "http://\(http.written(port: port))"
            lock.announce(address, key: key.text)
            told.info("listens on \(address)")
            gate.open()
        }
        set += ServiceSet([feed, service], vitals: [.feed(feed), .eventLoops], gates: [gate])
        return set
    }
}
