import Broker
import Logging
import MQTT
import Messages

/// The private broker of one call, which may run or not.
struct OwnBrokerChoice {
    let directory: String
    let topics: Topics
    private let logger: Logger

    init(_ settings: CommandSettings, _ topics: Topics) {
        directory = BrokerChoice.directory(in: settings.dataDirectory)
        self.topics = topics
        logger = Logger(part: "broker", level: max(settings.logLevel, .warning))
    }

    /// Who gives clients their credentials while the broker runs.
    var provisioner: Provisioner { Provisioner(directory: directory, topics: topics, logger: logger) }

    /// Where clients find the broker: from other machines when it has an encrypted listener, else from this one.
    func url() throws -> String {
        if let encryption = try OwnBroker.encryption(in: directory) { return encryption.listener.url }
        guard let connection = PrivateBroker.connection(in: directory) else {
            throw BrokerError.noBroker(directory: directory)
        }
        return "mqtt://\(connection.address)"
    }

    /// Does something with the broker's clients: through the running broker, or through one that runs meanwhile.
    ///
    /// - Throws: ``CommandFailure`` when the running broker is of an older version, or what the body throws.
    func provision<Result: Sendable>(_ body: (Provisioner) async throws -> Result) async throws -> Result {
        if PrivateBroker.process(in: directory) != nil {
            guard try Provisioner.isThere(in: directory) else {
                throw CommandFailure(
                    .failure,
                    "the private broker runs since before it knew clients; restart 'tagalong up'"
                )
            }
            return try await body(provisioner)
        }
        let broker = try await start()
        do {
            let result = try await body(provisioner)
            await broker.stop()
            return result
        } catch {
            await broker.stop()
            throw error
        }
    }

    /// Starts the broker.
    ///
    /// - Throws: ``BrokerError`` or ``PrivateBrokerError``.
    func start(port: UInt16? = nil) async throws -> PrivateBroker {
        try await OwnBroker.start(in: directory, port: port, topics: topics, at: SystemUTCClock().now, logger: logger)
    }
}
