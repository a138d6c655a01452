/// How surely a message arrives: MQTT's quality of service.
public enum QualityOfService: UInt8, Hashable, Sendable, Comparable {
    case atMostOnce = 0
    case atLeastOnce = 1

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// One MQTT message: a topic and the bytes on it.
public struct Message: Hashable, Sendable {
    public var topic: String
    public var payload: [UInt8]
    public var quality: QualityOfService
    /// Sent so, the broker keeps it for later subscribers; received so, it was kept and is not news.
    public var retained: Bool

    public init(topic: String, payload: [UInt8], quality: QualityOfService = .atLeastOnce, retained: Bool = false) {
        self.topic = topic
        self.payload = payload
        self.quality = quality
        self.retained = retained
    }
}
