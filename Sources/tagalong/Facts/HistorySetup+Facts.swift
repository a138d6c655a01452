import Facts
import History
import Logging
import MQTT

extension HistorySetup {
    /// What brings facts from elsewhere to reminders, not yet running; without a file it asks nobody, and says so.
    func factRelay(for history: HistoryService, _ connection: MQTTConfiguration) -> FactRelay {
        let mqtt = Logger(part: "mqtt", level: logLevel)
        return FactRelay(
            facts?.configuration ?? FactConfiguration(),
            for: history,
            configuration.topics,
            zone: configuration.zone,
            file: facts.map { _ in FactFile(path: "\(store.files).facts.json") },
            clock: SystemUTCClock(),
            logger: Logger(part: "facts", level: logLevel)
        ) { try MQTTClient(configuration: connection, session: $0, logger: mqtt) }
    }
}
