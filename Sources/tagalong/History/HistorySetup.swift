import History
import Logging
import MQTT
import Messages

/// The history service as this program runs it.
struct HistorySetup {
    let store: StoreChoice
    let configuration: HistoryConfiguration
    let logLevel: Logger.Level

    /// Opens the database, for this process alone, and makes the service.
    ///
    /// - Parameter connection: The broker.
    /// - Returns: The service, not yet running.
    /// - Throws: ``StoreError``, ``MQTTError`` or ``CommandFailure``.
    func service(on connection: MQTTConfiguration) throws -> HistoryService {
        let opened = try store.openForWriting()
        try WriterLock.take(for: store.path)
        let session = configuration.session
        let logger = Logger(part: "mqtt", level: logLevel)
        return HistoryService(
            core: try HistoryCore(store: opened, configuration: configuration),
            clock: SystemUTCClock(),
            logger: Logger(part: "history", level: logLevel)
        ) {
            try MQTTClient(configuration: connection, session: session, logger: logger)
        }
    }
}
