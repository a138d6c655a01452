public import Tracking

/// What the sensors of a tag tell, as a gateway heard it in an advertisement.
public struct SensorsMessage: Hashable, Sendable {
    public var time: Timestamp
    public var gateway: Name
    /// Per cent.
    public var battery: Int?
    public var readings: SensorReadings

    public init(time: Timestamp, gateway: Name, battery: Int? = nil, readings: SensorReadings) {
        (self.time, self.gateway, self.battery, self.readings) = (time, gateway, battery, readings)
    }
}

/// The values of sensors; nil for what the tag does not measure.
public struct SensorReadings: Hashable, Sendable {
    /// Millivolts.
    public var batteryMillivolts: Int?
    /// Degrees Celsius.
    public var temperature: Double?
    /// Per cent.
    public var humidity: Double?
    /// Hectopascals.
    public var pressure: Double?
    /// Along three axes, in units of standard gravity.
    public var x: Double?
    public var y: Double?
    public var z: Double?

    public init(
        batteryMillivolts: Int? = nil,
        temperature: Double? = nil,
        humidity: Double? = nil,
        pressure: Double? = nil,
        x: Double? = nil,
        y: Double? = nil,
        z: Double? = nil
    ) {
        (self.batteryMillivolts, self.temperature, self.humidity) = (batteryMillivolts, temperature, humidity)
        (self.pressure, self.x, self.y, self.z) = (pressure, x, y, z)
    }
}

/// The keys of readings, in each message that has some.
protocol ReadingsKey: PayloadKey {
    static var batteryMillivolts: Self { get }
    static var temperature: Self { get }
    static var humidity: Self { get }
    static var pressure: Self { get }
    static var x: Self { get }
    static var y: Self { get }
    static var z: Self { get }
}

extension SensorReadings {
    /// The relative humidity that a message may tell, per cent: some sensors tell a little more than 100.
    public static let humidities: ClosedRange<Double> = 0...200

    init(_ object: JSONObject<some ReadingsKey>) throws(MessageError) {
        self.init(
            batteryMillivolts: try object.integer(.batteryMillivolts, in: 0...100_000).map { Int($0) },
            temperature: try object.number(.temperature, in: -300...1000),
            humidity: try object.number(.humidity, in: Self.humidities),
            pressure: try object.number(.pressure, in: 0...10_000),
            x: try object.number(.x, in: -1000...1000),
            y: try object.number(.y, in: -1000...1000),
            z: try object.number(.z, in: -1000...1000)
        )
    }

    func write<Key: ReadingsKey>(into writer: inout JSONWriter<Key>) {
        writer.put(.batteryMillivolts, batteryMillivolts)
        writer.put(.temperature, temperature, decimals: 2)
        writer.put(.humidity, humidity, decimals: 2)
        writer.put(.pressure, pressure, decimals: 2)
        writer.put(.x, x, decimals: 3)
        writer.put(.y, y, decimals: 3)
        writer.put(.z, z, decimals: 3)
    }
}

extension SensorsMessage: JSONPayload {
    enum Key: String, ReadingsKey {
        case type = "_type", time, gateway, battery
        case batteryMillivolts = "battery_mv", temperature = "temperature_c", humidity, pressure = "pressure_hpa"
        case x = "accel_x_g", y = "accel_y_g", z = "accel_z_g"

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "sensors") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        time = try object.required(.time, object.time(.time))
        gateway = try object.required(.gateway, object.name(.gateway))
        battery = try object.percentage(.battery)
        readings = try SensorReadings(object)
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.time, time)
        writer.put(.gateway, gateway.text)
        writer.put(.battery, battery)
        readings.write(into: &writer)
    }
}
