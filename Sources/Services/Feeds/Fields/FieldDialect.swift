/// How an app means the fields that it sends.
public enum FieldDialect: Sendable {
    /// Traccar Client and what else speaks the OsmAnd protocol; `speed` is in knots.
    case traccar
    /// GPSLogger for Android; `speed` and `spd` are in metres a second.
    case gpslogger

    /// km/h in a unit of `speed`, unless `speed_unit` names another.
    var speedUnit: Double { self == .traccar ? Self.knot : Self.metreASecond }

    /// Whether `hdop` is an accuracy in metres, as OsmAnd has it, and not the dilution of precision.
    var hasMetresInHDOP: Bool { self == .traccar }

    /// km/h in a unit of `speed` by its name; nil for one that nobody knows.
    static func speedUnit(named name: String) -> Double? {
        switch name.lowercased() {
        case "kn", "knots": knot
        case "ms", "m/s": metreASecond
        case "kmh", "km/h", "kph": 1
        default: nil
        }
    }

    static let knot = 1.852
    static let metreASecond = 3.6
}
