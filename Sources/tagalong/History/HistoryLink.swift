import Broker
import History
import Logging
import MQTT
import Messages

/// How the history service gets to its broker: to the private one with a credential and a client id that nobody else
/// has, unless somebody has named its session.
struct HistoryLink {
    private let connection: MQTTConfiguration
    private let directory: String?
    private let configuration: HistoryConfiguration
    private let logger: Logger
    private let meter: FloodMeter

    /// Hears who sends more than it may; called where messages are received.
    typealias FloodReport = @Sendable (SenderMeter.Excess) -> Void

    init(
        _ choice: BrokerChoice,
        isNamed: Bool,
        _ configuration: HistoryConfiguration,
        logger: Logger,
        floods: FloodReport? = nil
    ) {
        connection = choice.connection
        self.configuration = configuration
        self.logger = logger
        meter = FloodMeter(topics: configuration.topics, clock: SystemUTCClock()) { excess in
            if let floods { return floods(excess) }
            // Who sends on a topic is for a broker of others to know.
            logger.warning("\(excess); this program cuts nobody off on this broker")
        }
        guard case .ours(let directory) = choice.reason, !isNamed else {
            self.directory = nil
            return
        }
        self.directory = directory
    }

    /// A bus that runs once.
    ///
    /// Asks each time how to get in: what a session of before held may have been taken over meanwhile.
    /// - Throws: ``MQTTError`` or ``BrokerError``.
    func bus() throws -> any Bus { meter.measured(try unmeasured()) }

    private func unmeasured() throws -> any Bus {
        let session = configuration.session
        guard let directory, let access = try OwnBroker.access(of: .history, in: directory) else {
            return try MQTTClient(configuration: connection, session: session, logger: logger)
        }
        return try SessionTakeover.bus(
            session, as: access, owner: connection, topic: configuration.topics.fence, logger: logger
        )
    }
}
