@testable import Broker
@testable import MQTT

extension Limit {
    /// The private broker.
    static var broker: [Limit] {
        [
            Limit("packet of MQTT", bytes(BrokerLimits.packet), for: "a client", by: "PrivateBrokerTests"),
            Limit(
                "messages that wait",
                "\(BrokerLimits.queuedMessages), \(bytes(BrokerLimits.queuedBytes))",
                for: "a client, the history service above all",
                by: "PrivateBrokerTests"
            ),
            Limit(
                "messages that wait",
                "\(SessionBounds.messages), \(bytes(SessionBounds.bytes))",
                for: "a phone, a tracker, a subscriber; looked at every \(SessionBounds.seconds) s",
                by: "BoundsTests"
            ),
            Limit(
                "sessions on the broker",
                "\(SessionBounds.sessions)",
                for: "a phone, a tracker, a subscriber; looked at every \(SessionBounds.seconds) s",
                by: "BoundsTests"
            ),
            Limit(
                "bytes of messages, a long one counts \(SenderMeter.weight) times",
                "\(bytes(SenderMeter.burst)), then \(bytes(SenderMeter.rate)) a second",
                for: "a phone, a tracker, a gateway",
                by: "SenderMeterTests"
            ),
            Limit(
                "time that who sends more is kept out",
                time(FloodGuard.pause),
                for: "a phone, a tracker, a gateway",
                by: "FloodGuardTests"
            ),
            Limit(
                "the broker's memory",
                bytes(BrokerLimits.memory),
                for: "guests that do not read; looked at every \(SessionBounds.memoryMilliseconds) ms",
                by: "MemoryTests"
            ),
            Limit("bytes on their way", bytes(BrokerLimits.inflightBytes), for: "a client", by: "PrivateBrokerTests"),
            Limit(
                "life of a session without its client",
                "\(BrokerLimits.sessionDays) days",
                for: "a client",
                by: "PrivateBrokerTests"
            ),
            Limit(
                "topics that are kept",
                "\(BrokerClient.phoneTopics.count) and its own",
                for: "a phone",
                by: "RoleTests",
                "BoundsTests"
            ),
            Limit(
                "mosquitto's log",
                "\(bytes(BrokerLimits.log)), twice",
                for: "the broker; looked at every \(BrokerLimits.logSeconds) s",
                by: "PrivateBrokerTests"
            ),
        ]
    }
}
