public import Tracking

extension Topic {
    /// The device whose topic it is; nil for one that is no device's own.
    public var device: DeviceID? {
        switch self {
        case .location(let device), .ownTracksCommand(let device), .event(let device), .waypoint(let device),
            .desired(let device), .reported(let device), .command(let device), .result(let device),
            .availability(let device), .stored(let device), .proximity(let device), .state(let device),
            .rules(let device), .set(let device, _):
            device
        case .alert, .gatewayStatus, .gatewaySeen, .gatewayRequest, .gatewayResponse, .fence, .historyStatus,
            .homeAssistantStatus:
            nil
        }
    }
}
