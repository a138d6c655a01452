import Alerts
import Messages
import Tracking

/// Where the gateways say they are; their statuses are retained, so that a restart hears them again.
struct Gateways: Sendable {
    private let households: Households
    /// Those whose last word is that they are gone, and those whose last word is another.
    private var offline: Set<Name> = []
    private var online: Set<Name> = []
    private var places: [Name: (carrier: Name?, place: Coordinate?)] = [:]
    private var rooms: [Name: String] = [:]
    /// How the rooms were measured; nil for not.
    var map: RoomMap?
    /// Which gateway speaks for a node.
    private var speakers: [Name: Name] = [:]
    private var clocks: [Name: GatewayClock] = [:]
    /// What there is to be said of them to whoever runs the service, once.
    private var notices: [String] = []

    init(households: Households) { self.households = households }

    /// Takes in where a gateway says it is.
    mutating func adopt(_ status: GatewayStatus, of gateway: Name) {
        // The last word of a gateway that has gone does not say who carried it.
        guard status.state == .online else {
            offline.insert(gateway)
            online.remove(gateway)
            return
        }
        offline.remove(gateway)
        // A node of another make connects to nothing.
        if status.via == nil { online.insert(gateway) }
        places[gateway] = (status.carrier, status.place)
        speakers[gateway] = status.via
        rooms[gateway] = status.carrier == nil ? status.room?.text : nil
    }

    /// Takes in when a report of a gateway was made, by its own clock, and came.
    mutating func noteClock(of gateway: Name, _ time: Timestamp, at now: Timestamp) {
        // Anybody may invent names; a gateway has said that it is there.
        guard online.contains(gateway) || speakers[gateway] != nil,
            clocks[gateway, default: GatewayClock()].heard(time, at: now), let clock = clocks[gateway]
        else { return }
        let seconds = clock.correction.magnitude / 1000
        notices.append(
            "the clock of gateway '\(gateway)' is \(seconds) s \(clock.correction > 0 ? "behind" : "ahead"): what it "
                + "hears counts for no distance and no alert until it is set, as by 'timedatectl set-ntp true' there"
        )
    }

    /// What a gateway calls a moment, in our time.
    func corrected(_ time: Timestamp, of gateway: Name) -> Timestamp { clocks[gateway]?.corrected(time) ?? time }

    /// Hands over what there is to be said.
    mutating func takeNotices() -> [String] {
        defer { notices = [] }
        return notices
    }

    /// Whether anything tells rooms apart.
    var haveRooms: Bool { !rooms.isEmpty || map != nil }

    /// The room in which a gateway stands; nil for none, or one that is carried.
    func room(of gateway: Name) -> String? { rooms[gateway] }

    /// Whether a gateway has said, or its will has, that it is gone.
    func isOffline(_ gateway: Name) -> Bool { offline.contains(gateway) }

    /// The first by name of those that are gone.
    var anyOffline: Name? { offline.min() }

    /// Whether there are gateways, and all of them are gone.
    var areAllOffline: Bool { online.isEmpty && !offline.isEmpty }

    /// The nodes for which a gateway speaks: with it they fall silent.
    func nodes(of gateway: Name) -> [Name] { speakers.filter { $0.value == gateway }.map(\.key).sorted() }

    /// What is known of where a gateway is, seen from an owner.
    func standing(of gateway: Name, for owner: Name) -> GatewayStanding {
        guard let known = places[gateway] else { return .unknown }
        guard let carrier = known.carrier else { return known.place.map { .placed($0) } ?? .unknown }
        if carrier == owner { return .carried }
        // In somebody else's pocket it is nowhere in particular.
        return households.contains(carrier, with: owner) ? .with(carrier) : .unknown
    }
}
