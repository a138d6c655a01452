/// What a phone may post over HTTP, and where it would have published it over MQTT.
enum PostedType: String, CaseIterable {
    case location, lwt, transition, waypoint, waypoints, card, status, steps, beacon, dump, request, configuration

    /// What stands behind the phone's own topic.
    var subtopic: String {
        switch self {
        case .location, .lwt, .configuration: ""
        case .transition: "/event"
        case .waypoint: "/waypoint"
        case .waypoints: "/waypoints"
        case .card: "/info"
        case .status: "/status"
        case .steps: "/step"
        case .beacon: "/beacon"
        case .dump: "/dump"
        case .request: "/request"
        }
    }

    /// Whether the broker keeps it for those who come later, as phones ask for over MQTT.
    var isRetained: Bool { self == .location || self == .card }

    /// Whether it goes on to the broker: the settings of a phone have its password in them, and nobody has asked for them.
    var isPassedOn: Bool { self != .configuration }
}
