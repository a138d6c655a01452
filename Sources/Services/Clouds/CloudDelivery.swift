/// What a cloud has passed on of one of its devices.
public struct CloudDelivery: Hashable, Sendable {
    /// The device as the cloud calls it.
    public var device: String
    /// What the device has sent, byte for byte.
    public var payload: [UInt8]
    /// Whether the cloud says that something of its own may stand there, such as what it noticed of the SIM.
    public var mayBeOfCloud: Bool

    public init(device: String, payload: [UInt8], mayBeOfCloud: Bool = false) {
        (self.device, self.payload, self.mayBeOfCloud) = (device, payload, mayBeOfCloud)
    }
}
