public import Tracking

/// A message that is to be published once its transaction is committed.
public struct OutboxRow: Hashable, Sendable {
    /// Sorts in the order of sending.
    public var id: String
    public var device: DeviceID
    public var topic: String
    public var payload: [UInt8]
    public var retained: Bool
    public var created: Timestamp

    public init(
        id: String, device: DeviceID, topic: String, payload: [UInt8], retained: Bool = false, created: Timestamp
    ) {
        self.id = id
        self.device = device
        self.topic = topic
        self.payload = payload
        self.retained = retained
        self.created = created
    }
}
