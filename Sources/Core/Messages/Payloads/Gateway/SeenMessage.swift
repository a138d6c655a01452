public import Tracking

/// A tag as a gateway hears it: on `seen`, and in the answer to a scan.
public struct SeenMessage: Hashable, Sendable {
    /// When it was heard last.
    public var time: Timestamp
    /// The address it uses at this moment, as it is written.
    public var address: String
    /// The address of the adapter that heard it last.
    public var adapter: String
    /// What stays the same of it while its address changes; nil when that is the address.
    public var identity: String?
    /// What it calls itself.
    public var name: String?
    /// The name of the profile that recognises it, and what people call the model.
    public var profile: String?
    public var model: String?
    /// dBm, smoothed.
    public var rssi: Int?
    /// Metres; written in whole millimetres.
    public var distance: Double?
    /// Per cent.
    public var battery: Int?
    /// Whether its owner is away from it; nil where it does not tell.
    public var isSeparated: Bool?
    /// What it is among the tags of its network, such as `airtag`; nil where it does not tell.
    public var kind: String?
    /// What its network counts up with each rotation; nil where it counts nothing.
    public var counter: UInt32?
    /// What its sensors tell.
    public var readings = SensorReadings()
    /// The tracker as which it is paired here.
    public var tracker: String?

    public init(time: Timestamp, address: String, adapter: String) {
        (self.time, self.address, self.adapter) = (time, address, adapter)
    }
}

extension SeenMessage: JSONPayload {
    enum Key: String, ReadingsKey {
        case type = "_type", time, address, adapter, identity, title = "name", profile, model, rssi
        case distance = "distance_m", battery, separated, kind, counter, tracker
        case batteryMillivolts = "battery_mv", temperature = "temperature_c", humidity, pressure = "pressure_hpa"
        case x = "accel_x_g", y = "accel_y_g", z = "accel_z_g"

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "seen") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        time = try object.required(.time, object.time(.time))
        address = try object.required(.address, object.text(.address))
        adapter = try object.required(.adapter, object.text(.adapter))
        identity = try object.text(.identity)
        name = try object.text(.title)
        profile = try object.text(.profile)
        model = try object.text(.model)
        rssi = try object.integer(.rssi, in: -127...20).map { Int($0) }
        distance = try object.number(.distance, in: .metres)
        battery = try object.percentage(.battery)
        isSeparated = try object.flag(.separated)
        kind = try object.text(.kind)
        counter = try object.integer(.counter, in: 0...Int64(UInt32.max)).map { UInt32($0) }
        tracker = try object.text(.tracker)
        readings = try SensorReadings(object)
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.time, time)
        writer.put(.address, address)
        writer.put(.adapter, adapter)
        writer.put(.identity, identity)
        writer.put(.title, name)
        writer.put(.profile, profile)
        writer.put(.model, model)
        writer.put(.rssi, rssi)
        writer.put(.distance, distance, decimals: 3)
        writer.put(.battery, battery)
        if let isSeparated { writer.put(.separated, isSeparated) }
        writer.put(.kind, kind)
        writer.put(.counter, counter)
        writer.put(.tracker, tracker)
        readings.write(into: &writer)
    }
}
