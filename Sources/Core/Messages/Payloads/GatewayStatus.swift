public import Tracking

/// Whether a gateway is there, and how its radios are.
public struct GatewayStatus: Hashable, Sendable {
    public var state: Availability
    public var adapters: [Adapter]
    /// The owner who carries it, so that how far a tag is from it is how far it is from its owner; nil for nobody.
    public var carrier: Name?
    /// Where it stands; nil for not told, and for one that is carried.
    public var place: Coordinate?
    /// What people call the room where it stands; nil for not told.
    public var room: ItemName?
    /// The gateway that speaks for it, of a node of another make that only hears; nil for a gateway of its own.
    public var via: Name?

    /// A Bluetooth radio of a gateway.
    public struct Adapter: Hashable, Sendable {
        /// As the system calls it, such as `hci0`.
        public var name: String
        /// A word or sentence, such as `scanning`.
        public var health: String
        /// As it is written, `C0:FF:EE:00:12:34`; nil for not told.
        public var address: String?
        /// Why it does not hear and what to do about it; nil for nothing to say.
        public var reason: String?

        public init(name: String, health: String, address: String? = nil, reason: String? = nil) {
            self.name = name
            self.health = health
            self.address = address
            self.reason = reason
        }
    }

    public init(
        state: Availability,
        adapters: [Adapter] = [],
        carrier: Name? = nil,
        place: Coordinate? = nil,
        room: ItemName? = nil,
        via: Name? = nil
    ) {
        self.state = state
        self.adapters = adapters
        (self.carrier, self.place, self.room, self.via) = (carrier, place, room, via)
    }

    /// Whether its trackers' silence says nothing: it is gone, or none of the adapters that it tells of hears.
    public var isBlind: Bool {
        state == .offline || !adapters.isEmpty && !adapters.contains { $0.health == Self.hearing }
    }

    /// The health of an adapter that hears what there is to be heard.
    public static let hearing = "scanning"
}

extension GatewayStatus: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", state, adapters, carrier = "carried_by", latitude = "lat", longitude = "lon", room, via

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "status") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        state = try object.required(.state, object.word(.state))
        adapters = try object.parts(.adapters) ?? []
        carrier = try object.name(.carrier)
        let north = try object.number(.latitude, in: -90...90)
        let east = try object.number(.longitude, in: -180...180)
        place = north == nil && east == nil ? nil : try object.coordinate(.latitude, .longitude)
        room = try object.itemName(.room)
        via = try object.name(.via)
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.state, state.rawValue)
        writer.put(.adapters, adapters)
        writer.put(.carrier, carrier?.text)
        writer.put(.latitude, place?.latitude)
        writer.put(.longitude, place?.longitude)
        writer.put(.room, room?.text)
        writer.put(.via, via?.text)
    }
}

extension GatewayStatus.Adapter: JSONPart {
    enum Key: String, PayloadKey {
        case title = "name", health, address, reason

        static let table = KeyTable<Key>()
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        name = try object.required(.title, object.text(.title))
        health = try object.required(.health, object.text(.health))
        address = try object.text(.address)
        reason = try object.text(.reason)
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.title, name)
        writer.put(.health, health)
        writer.put(.address, address)
        writer.put(.reason, reason)
    }
}
