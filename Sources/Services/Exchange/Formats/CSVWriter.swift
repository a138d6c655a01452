import Store
import Tracking

/// Writes a line for each fix; every value that is not known is empty.
struct CSVWriter: TrackWriter {
    static let header = "time,lat,lon,alt,acc,vac,vel,cog,batt,mode,src,boot,seq,gw,received"

    mutating func start() -> String { Self.header + "\r\n" }

    mutating func add(_ stored: StoredFix) -> String {
        let fix = stored.fix
        let values: [String] = [
            "\(fix.time)",
            "\(fix.coordinate.latitude)",
            "\(fix.coordinate.longitude)",
            Self.text(fix.altitude),
            Self.text(fix.accuracy),
            Self.text(fix.verticalAccuracy),
            Self.text(fix.speed),
            Self.text(fix.course),
            Self.text(stored.battery),
            stored.mode?.rawValue ?? "",
            stored.source?.rawValue ?? "",
            Self.text(stored.mark?.boot),
            Self.text(stored.mark?.sequence),
            stored.gateway?.text ?? "",
            "\(stored.received)",
        ]
        return values.joined(separator: ",") + "\r\n"
    }

    mutating func end() -> String { "" }

    /// None of the values has a comma, a quote or a line's end in it: names and numbers have not.
    private static func text(_ value: (some CustomStringConvertible)?) -> String { value.map { "\($0)" } ?? "" }
}
