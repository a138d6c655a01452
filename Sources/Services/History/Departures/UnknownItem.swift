public import Tracking

/// There is no such item.
public struct UnknownItem: Error, Hashable, Sendable, CustomStringConvertible {
    public let device: DeviceID

    public init(_ device: DeviceID) { self.device = device }
    public var description: String { "\(device): there is no such item" }
}
