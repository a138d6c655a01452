import JSON
import Tracking

/// What gpsd says in a line, as far as it matters here (gpsd_json(5)).
enum GpsdReport: Hashable, Sendable {
    /// The greeting.
    case version(release: String, protocol: Int)
    /// A TPV.
    case position(GpsdPosition)
    /// How well the satellites stand, of a SKY: horizontal and vertical.
    case dilution(horizontal: Double?, vertical: Double?, receiver: String?)
    /// A receiver has gone.
    case gone(receiver: String?)
    case error(String)
    /// Anything else.
    case other

    /// Reads a line; nil for one that is no object in JSON, such as one that gpsd has cut off.
    init?(line: [UInt8]) {
        let limits = JSONValue.Limits(values: 5_000, text: 4096, key: 64)
        guard let value = try? JSONValue(line, limits: limits), case .object = value else { return nil }
        let receiver = value["device"]?.text
        switch value["class"]?.text {
        case "VERSION":
            let major = value["proto_major"]?.number.flatMap { Int(exactly: $0) }
            self = .version(release: value["release"]?.text ?? "?", protocol: major ?? 0)
        case "TPV": self = .position(GpsdPosition(value))
        case "SKY" where value["hdop"] != nil:
            self = .dilution(
                horizontal: value["hdop"]?.number, vertical: value["vdop"]?.number, receiver: receiver
            )
        case "DEVICE" where value["activated"]?.number == 0: self = .gone(receiver: value["path"]?.text)
        case "ERROR": self = .error(value["message"]?.text ?? "?")
        default: self = .other
        }
    }
}

/// A TPV: time, position, velocity; each only where the receiver has told it.
struct GpsdPosition: Hashable, Sendable {
    var receiver: String?
    /// 0 unknown, 1 no fix, 2 without altitude, 3 with it.
    var mode = 0
    var time: Timestamp?
    /// Degrees.
    var latitude: Double?
    var longitude: Double?
    /// Metres above sea level; above the ellipsoid where the receiver tells no other.
    var altitude: Double?
    /// Estimated errors in metres: horizontal, east, north, vertical.
    var horizontalError: Double?
    var eastError: Double?
    var northError: Double?
    var verticalError: Double?
    /// m/s.
    var speed: Double?
    /// Degrees from true north.
    var track: Double?

    init(_ value: JSONValue) {
        receiver = value["device"]?.text
        mode = value["mode"]?.number.flatMap { Int(exactly: $0) } ?? 0
        time = value["time"]?.text.flatMap { Timestamp($0) }
        (latitude, longitude) = (value["lat"]?.number, value["lon"]?.number)
        altitude = (value["altMSL"] ?? value["alt"] ?? value["altHAE"])?.number
        horizontalError = value["eph"]?.number
        (eastError, northError) = (value["epx"]?.number, value["epy"]?.number)
        verticalError = value["epv"]?.number
        (speed, track) = (value["speed"]?.number, value["track"]?.number)
    }
}
