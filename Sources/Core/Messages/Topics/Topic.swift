public import Tracking

/// What a message is about, as its topic says.
public enum Topic: Hashable, Sendable {
    /// A position of a tracker or phone: OwnTracks `location`.
    case location(DeviceID)
    /// OwnTracks `cmd`.
    case ownTracksCommand(DeviceID)
    /// OwnTracks `transition`.
    case event(DeviceID)
    /// OwnTracks `waypoint`.
    case waypoint(DeviceID)
    case desired(DeviceID)
    case reported(DeviceID)
    case command(DeviceID)
    case result(DeviceID)
    case availability(DeviceID)
    case stored(DeviceID)
    case proximity(DeviceID)
    case state(DeviceID)
    case rules(DeviceID)
    case alert(DeviceID)
    case gatewayStatus(Name)
    case gatewaySeen(Name)
    case gatewayRequest(Name, verb: String)
    case gatewayResponse(Name, verb: String)
    /// Something of a tracker is set by a plain text.
    case set(DeviceID, what: String)
    /// The history service's own marker.
    case fence
    /// Whether the history service is there.
    case historyStatus
    /// Whether Home Assistant is there.
    case homeAssistantStatus
}
