import API
import Access
import ArgumentParser
import Console
import History
import Logging
import MQTT
import Messages
import Store
import Supervision
import Web

/// The console as this program runs it: beside a history service, or on a worker.
struct ConsoleSetup {
    /// Where it listens, and whom it believes.
    let network: NetworkChoice
    /// What the maps of the pages are drawn on.
    let map: MapConfiguration
    /// The scenarios of the simulation view.
    let scenarios: ScenarioFolder
    let configuration: HistoryConfiguration
    /// How people sign in.
    let signIn: SignInChoice
    let logLevel: Logger.Level

    /// Opens the accounts and holds the address against them; called before anything is started.
    ///
    /// - Throws: `AccessError` or ``CommandFailure``.
    static func access(_ accounts: AccessChoice, _ network: NetworkChoice) throws -> AccessControl {
        let access = try accounts.open()
        try network.check(isProtected: try access.isProtected())
        if let certificate = network.certificate {
            do { _ = try certificate.read() } catch { throw CommandFailure(.badInput, "\(error)") }
        }
        return access
    }

    /// What it hears of the bus, by a session of its own.
    func feed(on connection: MQTTConfiguration) -> ConsoleFeed {
        let logger = Logger(part: "mqtt", level: logLevel)
        let name = "\(configuration.clientID)-console-\(String(UInt64.random(in: 0 ... .max), radix: 16))"
        return ConsoleFeed(topics: configuration.topics, logger: Logger(part: "console", level: logLevel)) {
            let session = ConsoleFeed.session(of: configuration.topics, named: name)
            return try MQTTClient(configuration: connection, session: session, logger: logger)
        }
    }

    /// What its routes work with, without what only one service has.
    func parts(
        store: Store, history: HistoryDesk, feed: ConsoleFeed, access: AccessControl, key: AccessSecret?
    ) throws -> ConsoleParts {
        let http = network.address
        var console = ConsoleConfiguration(
            host: http.host,
            port: http.freePort(),
            mayMove: !http.isGiven,
            topics: configuration.topics,
            version: Tagalong.configuration.version,
            thresholds: configuration.thresholds,
            allowedOrigins: network.allowedOrigins
        )
        console.certificate = network.certificate
        console.trustedProxies = network.trustedProxies
        console.map = map
        console.simulations = scenarios
        var parts = ConsoleParts(
            configuration: console,
            store: store,
            history: history,
            feed: feed,
            access: access,
            localKey: key,
            clock: SystemUTCClock(),
            logger: Logger(part: "console", level: max(logLevel, .notice))
        )
        parts.log = KeptLog.ofThisRun
        parts.signIn = signIn.desk(logLevel: logLevel)
        return parts
    }

    /// The services of it; `onListening` is told where commands of this machine find it, and where its pages are.
    func services(
        _ parts: ConsoleParts,
        _ feed: ConsoleFeed,
        onListening: @escaping @Sendable (_ commands: String, _ page: String) -> Void
    ) -> ServiceSet {
        let notes = Logger(part: "console", level: logLevel)
        let gate = Gate()
        let (network, signIn) = (network, signIn)
        let service = ConsoleService(parts: parts) { ports in
            let isSame = ports.front == ports.commands
            let host = isSame ? network.address.written(port: ports.front) : "127.0.0.1:\(ports.commands)"
            let page = network.page(port: ports.front)
            signIn.consoleListens(at: page)
            onListening("http://\(host)", page)
            notes.info("listens on \(page)")
            gate.open()
        }
        return ServiceSet([feed, service], vitals: [.feed(feed), .eventLoops], gates: [gate])
    }
}
