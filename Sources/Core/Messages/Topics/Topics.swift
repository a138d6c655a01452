public import Tracking

/// Where each kind of message is published.
public struct Topics: Hashable, Sendable {
    /// The base of OwnTracks' topics.
    public let positions: String
    /// The base of our own topics.
    public let own: String
    /// The base of Home Assistant's discovery.
    public let discovery: String

    /// Topics under three bases, each of one or more levels without a slash at its ends.
    public init(positions: String = "owntracks", own: String = "tagalong", discovery: String = "homeassistant") {
        self.positions = positions
        self.own = own
        self.discovery = discovery
    }

    /// The filter of the positions of all of an owner's devices.
    public func locations(of owner: Name) -> String { "\(positions)/\(owner)/+" }

    public func location(_ device: DeviceID) -> String { "\(positions)/\(device)" }
    public func ownTracksCommand(_ device: DeviceID) -> String { "\(positions)/\(device)/cmd" }
    public func event(_ device: DeviceID) -> String { "\(positions)/\(device)/event" }
    public func waypoint(_ device: DeviceID) -> String { "\(positions)/\(device)/waypoint" }

    public func desired(_ device: DeviceID) -> String { "\(own)/\(device)/desired" }
    public func reported(_ device: DeviceID) -> String { "\(own)/\(device)/reported" }
    public func command(_ device: DeviceID) -> String { "\(own)/\(device)/command" }
    public func result(_ device: DeviceID) -> String { "\(own)/\(device)/result" }
    public func availability(_ device: DeviceID) -> String { "\(own)/\(device)/availability" }
    public func stored(_ device: DeviceID) -> String { "\(own)/\(device)/stored" }
    public func proximity(_ device: DeviceID) -> String { "\(own)/\(device)/proximity" }
    public func state(_ device: DeviceID) -> String { "\(own)/\(device)/state" }
    public func rules(_ device: DeviceID) -> String { "\(own)/\(device)/rules" }
    public func alert(_ device: DeviceID) -> String { "\(own)/alerts/\(device)" }

    public func gatewayStatus(_ gateway: Name) -> String { "\(own)/gateway/\(gateway)/status" }
    public func gatewaySeen(_ gateway: Name) -> String { "\(own)/gateway/\(gateway)/seen" }
    public func gatewayRequest(_ gateway: Name, verb: String) -> String { "\(own)/gateway/\(gateway)/request/\(verb)" }
    public func gatewayResponse(_ gateway: Name, verb: String) -> String {
        "\(own)/gateway/\(gateway)/response/\(verb)"
    }

    /// The history service's own marker.
    public var fence: String { "\(own)/history/fence" }

    /// Whether the history service is there.
    public var historyStatus: String { "\(own)/history/status" }

    /// Where something of a tracker is set by a plain text: `power` or `command`.
    public func set(_ device: DeviceID, _ what: String) -> String { "\(own)/\(device)/set/\(what)" }

    /// Where Home Assistant reads what a tracker has to show.
    ///
    /// - Parameters:
    ///   - device: The tracker.
    ///   - hasNamesake: Whether another owner has a tracker of the same name; then the owner is named, too.
    /// - Returns: The topic.
    public func homeAssistantConfig(_ device: DeviceID, hasNamesake: Bool = false) -> String {
        let name = hasNamesake ? "\(device.owner)_\(device.device)" : device.device.text
        return "\(discovery)/device/tagalong_\(name)/config"
    }

    /// Where Home Assistant says that it is there.
    public var homeAssistantStatus: String { "\(discovery)/status" }
}
