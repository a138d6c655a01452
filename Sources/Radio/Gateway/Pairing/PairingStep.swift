public import Tracking

/// Where the pairing of a tag stands.
public enum PairingStep: Hashable, Sendable {
    case validating
    case finding(String)
    case bonding(String)
    case connecting(String)
    case identifying
    /// The broker is asked for the tracker's own credential.
    case crediting(DeviceID)
    /// The tracker is asked to bind itself.
    case registering
    /// Its id is kept together with the thing.
    case storing(DeviceID)
    /// The tracker is told that it is kept.
    case confirming
    /// It is told to locate.
    case activating
    case done(DeviceID)
}

extension PairingStep: CustomStringConvertible {
    /// One sentence, without a full stop.
    public var description: String {
        switch self {
        case .validating: "checking the item"
        case .finding(let tag): "looking for \(tag): bring it near, and wake it by its button"
        case .bonding(let tag): "pairing with \(tag): confirm it on the tag if it asks"
        case .connecting(let tag): "connecting to \(tag)"
        case .identifying: "asking the tag who it is"
        case .crediting(let device): "asking the broker for a credential of \(device)"
        case .registering: "asking the tracker to bind itself"
        case .storing(let device): "keeping the tag as \(device)"
        case .confirming: "confirming to the tracker that it is bound"
        case .activating: "telling the tracker to locate"
        case .done(let device): "\(device) is paired"
        }
    }
}
