public import Tracking

/// How strongly gateways heard a tag in each room, as somebody has measured who walked through them with it.
public struct RoomSurvey: Hashable, Sendable {
    public var time: Timestamp
    /// The tag that was carried.
    public var tracker: DeviceID
    public var rooms: [Room]

    /// A room.
    public struct Room: Hashable, Sendable {
        public var room: ItemName
        public var gateways: [Level]

        public init(room: ItemName, gateways: [Level]) { (self.room, self.gateways) = (room, gateways) }
    }

    /// How strongly a gateway heard the tag in a room.
    public struct Level: Hashable, Sendable {
        public var gateway: Name
        /// In dB above the tag's strength at a metre, -150 to 100.
        public var excess: Double
        /// How many advertisements that is the mean of.
        public var samples: Int

        public init(gateway: Name, excess: Double, samples: Int) {
            (self.gateway, self.excess, self.samples) = (gateway, excess, samples)
        }
    }

    public init(time: Timestamp, tracker: DeviceID, rooms: [Room]) {
        (self.time, self.tracker, self.rooms) = (time, tracker, rooms)
    }
}

extension RoomSurvey: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", time, owner, tracker, rooms

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "rooms") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        time = try object.required(.time, object.time(.time))
        tracker = DeviceID(
            owner: try object.required(.owner, object.name(.owner)),
            device: try object.required(.tracker, object.name(.tracker))
        )
        rooms = try object.required(.rooms, object.parts(.rooms))
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.time, time)
        writer.put(.owner, tracker.owner.text)
        writer.put(.tracker, tracker.device.text)
        writer.put(.rooms, rooms)
    }
}

extension RoomSurvey.Room: JSONPart {
    enum Key: String, PayloadKey {
        case room, gateways

        static let table = KeyTable<Key>()
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        room = try object.required(.room, object.itemName(.room))
        gateways = try object.required(.gateways, object.parts(.gateways))
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.room, room.text)
        writer.put(.gateways, gateways)
    }
}

extension RoomSurvey.Level: JSONPart {
    enum Key: String, PayloadKey {
        case gateway, excess = "excess_db", samples

        static let table = KeyTable<Key>()
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        gateway = try object.required(.gateway, object.name(.gateway))
        excess = try object.required(.excess, object.number(.excess, in: -150...100))
        samples = Int(try object.required(.samples, object.integer(.samples, in: 1...Int64(Int32.max))))
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.gateway, gateway.text)
        writer.put(.excess, excess, decimals: 1)
        writer.put(.samples, samples)
    }
}
