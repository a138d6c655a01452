public import Tracking

/// An item that was deleted while its tracker still has to be told.
public struct DeletionRow: Hashable, Sendable {
    public var device: DeviceID
    /// When somebody deleted it.
    public var asked: Timestamp
    /// The version of the desired state that tells the tracker; 0 for a phone, of which the broker alone is to let go.
    public var version: Int
    public var isPhone: Bool { version == 0 }

    public init(device: DeviceID, asked: Timestamp, version: Int) {
        (self.device, self.asked, self.version) = (device, asked, version)
    }
}
