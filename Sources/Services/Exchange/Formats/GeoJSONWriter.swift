import Store
import Tracking

/// Writes a FeatureCollection with a Point for each fix.
struct GeoJSONWriter: TrackWriter {
    private var isFirst = true

    mutating func start() -> String { "{\"type\":\"FeatureCollection\",\"features\":[\n" }

    mutating func add(_ stored: StoredFix) -> String {
        let comma = isFirst ? "" : ",\n"
        isFirst = false
        let fix = stored.fix
        var properties = ["\"time\":\"\(fix.time)\""]
        properties += fix.accuracy.map { ["\"acc\":\($0)"] } ?? []
        properties += fix.speed.map { ["\"vel\":\($0)"] } ?? []
        properties += fix.course.map { ["\"cog\":\($0)"] } ?? []
        properties += stored.battery.map { ["\"batt\":\($0)"] } ?? []
        properties += stored.mode.map { ["\"mode\":\"\($0.rawValue)\""] } ?? []
        properties += stored.source.map { ["\"src\":\"\($0.rawValue)\""] } ?? []
        return comma + "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":\(fix.jsonCoordinates)},"
            + "\"properties\":{\(properties.joined(separator: ","))}}"
    }

    mutating func end() -> String { "\n]}\n" }
}

/// Writes one LineString through all fixes.
///
/// A line has two positions at least (RFC 7946, 3.1.4): a single fix is written twice, none as an empty geometry. It stands
/// in a collection, as there are programs that read nothing else (gpsbabel); plain it is a feature alone.
struct LineStringWriter: TrackWriter {
    let isPlain: Bool
    private var positions = 0
    private var only = ""

    init(isPlain: Bool) { self.isPlain = isPlain }

    mutating func start() -> String {
        let head = "{\"type\":\"Feature\",\"properties\":{},\"geometry\":"
        return isPlain ? head : "{\"type\":\"FeatureCollection\",\"features\":[\n" + head
    }

    mutating func add(_ stored: StoredFix) -> String {
        let position = stored.fix.jsonCoordinates
        let lead = positions == 0 ? "{\"type\":\"LineString\",\"coordinates\":[" : ","
        positions += 1
        only = position
        return lead + position
    }

    mutating func end() -> String {
        let end =
            switch positions {
            case 0: "null}\n"
            case 1: ",\(only)]}}\n"
            default: "]}}\n"
            }
        return isPlain ? end : end + "]}\n"
    }
}

extension Fix {
    /// Longitude, latitude, and altitude where it is known.
    fileprivate var jsonCoordinates: String {
        let altitude = altitude.map { ",\($0)" } ?? ""
        return "[\(coordinate.longitude),\(coordinate.latitude)\(altitude)]"
    }
}
