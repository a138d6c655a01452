import History
import Logging
import MQTT
import Messages
import Store
import Tracking

extension HistorySetup {
    /// The trackers of simulated items, each with a connection of its own.
    func simulatedItems(_ store: Store, _ connection: MQTTConfiguration, _ mqtt: Logger) -> SimulatedItemService {
        SimulatedItemService(
            file: SimulatedItemFile(of: self.store),
            topics: configuration.topics,
            clock: SystemUTCClock(),
            logger: Logger(part: "simulated", level: logLevel),
            standing: { device in
                if try store.item(device) != nil { return .item }
                return try store.deletions().contains { $0.device == device } ? .leaving : .gone
            }
        ) { try MQTTClient(configuration: connection, session: $0, logger: mqtt) }
    }
}
