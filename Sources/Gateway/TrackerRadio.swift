public import Tracking

/// What a gateway's radio notices of a tracker of its own.
public enum TrackerRadioEvent: Hashable, Sendable {
    /// An advertisement or a packet came in, so strong in dBm.
    case heard(DeviceID, rssi: Int)
    /// The tracker is connected.
    case linked(DeviceID)
    case unlinked(DeviceID)
    case received(Uplink, from: DeviceID)
}

/// A gateway's way to its trackers: over Bluetooth to real tags, or the simulator's air.
public protocol TrackerRadio: Sendable {
    /// What the radio notices, in order, until the radio is closed.
    ///
    /// Meant for one reader.
    var events: AsyncStream<TrackerRadioEvent> { get }

    /// Tells a connected tracker something.
    ///
    /// - Throws: ``TrackerRadioError`` when it is not connected, or does not take it.
    func send(_ downlink: Downlink, to tracker: DeviceID) async throws(TrackerRadioError)
}

/// Why a radio could not do what it was asked to.
public enum TrackerRadioError: Error, Hashable, Sendable, CustomStringConvertible {
    case notConnected(DeviceID)

    public var description: String {
        switch self {
        case .notConnected(let tracker): "\(tracker) is not connected to this gateway"
        }
    }
}
