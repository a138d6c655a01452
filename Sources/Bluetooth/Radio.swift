public import Tracking

/// What a gateway's radio notices of a tracker of its own.
public enum RadioEvent: Hashable, Sendable {
    /// An advertisement or a packet came in, so strong in dBm.
    case heard(DeviceID, rssi: Int)
    /// The tracker is connected.
    case linked(DeviceID)
    case unlinked(DeviceID)
    case received(Uplink, from: DeviceID)
}

/// The gateway's radio: BlueZ to real trackers, or the simulator's air.
public protocol Radio: Sendable {
    /// What the radio notices, in order, until the radio is closed.
    ///
    /// Meant for one reader.
    var events: AsyncStream<RadioEvent> { get }

    /// Tells a connected tracker something.
    ///
    /// - Throws: ``RadioError`` when it is not connected, or does not take it.
    func send(_ downlink: Downlink, to tracker: DeviceID) async throws(RadioError)
}

/// Why a radio could not do what it was asked to.
public enum RadioError: Error, Hashable, Sendable, CustomStringConvertible {
    case notConnected(DeviceID)

    public var description: String {
        switch self {
        case .notConnected(let tracker): "\(tracker) is not connected to this gateway"
        }
    }
}
