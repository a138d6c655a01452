import Messages

/// What a tag's sensors and counters tell; nil for what they do not.
public struct TagTelemetry: Hashable, Sendable {
    /// The battery in millivolts.
    public var batteryMillivolts: Int?
    /// Degrees Celsius.
    public var temperature: Double?
    /// Relative humidity, per cent; some sensors tell a little more than 100.
    public var humidity: Double?
    /// Hectopascals.
    public var pressure: Double?
    public var acceleration: Acceleration?
    /// Advertisements since power-on.
    public var advertisements: UInt32?
    public var uptime: Duration?

    /// Along three axes, in units of standard gravity.
    public struct Acceleration: Hashable, Sendable {
        public var x: Double
        public var y: Double
        public var z: Double

        public init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

        /// Of three numbers in such units; nil for another count.
        init?(_ axes: [Double]) {
            guard axes.count == 3 else { return nil }
            self.init(x: axes[0], y: axes[1], z: axes[2])
        }
    }

    public init(
        batteryMillivolts: Int? = nil,
        temperature: Double? = nil,
        humidity: Double? = nil,
        pressure: Double? = nil,
        acceleration: Acceleration? = nil,
        advertisements: UInt32? = nil,
        uptime: Duration? = nil
    ) {
        (self.batteryMillivolts, self.temperature) = (batteryMillivolts, temperature)
        // A sensor that is broken or not there tells any number.
        self.humidity = humidity.flatMap { SensorReadings.humidities.contains($0) ? $0 : nil }
        (self.pressure, self.acceleration) = (pressure, acceleration)
        (self.advertisements, self.uptime) = (advertisements, uptime)
    }

    /// Takes what a later frame tells; a beacon may tell of its sensors in turns.
    public mutating func merge(_ later: TagTelemetry) {
        batteryMillivolts = later.batteryMillivolts ?? batteryMillivolts
        temperature = later.temperature ?? temperature
        humidity = later.humidity ?? humidity
        pressure = later.pressure ?? pressure
        acceleration = later.acceleration ?? acceleration
        advertisements = later.advertisements ?? advertisements
        uptime = later.uptime ?? uptime
    }
}
