import History
import Logging
import MQTT
import Messages

extension HistorySetup {
    /// The trackers of simulated items, each with a connection of its own.
    func simulatedItems(_ connection: MQTTConfiguration, _ mqtt: Logger) -> SimulatedItemService {
        SimulatedItemService(
            file: SimulatedItemFile(of: store),
            topics: configuration.topics,
            clock: SystemUTCClock(),
            logger: Logger(part: "simulated", level: logLevel)
        ) { try MQTTClient(configuration: connection, session: $0, logger: mqtt) }
    }
}
