public import Tracking

/// An item that was deleted while its tracker still has to be told.
public struct DeletionRow: Hashable, Sendable {
    public var device: DeviceID
    /// When somebody deleted it.
    public var asked: Timestamp
    /// The version of the desired state that tells the tracker.
    public var version: Int

    public init(device: DeviceID, asked: Timestamp, version: Int) {
        (self.device, self.asked, self.version) = (device, asked, version)
    }
}
