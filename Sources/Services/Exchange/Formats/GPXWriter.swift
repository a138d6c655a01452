import Store
import Tracking

/// Writes GPX 1.1: one track, where it is wished with a new segment wherever the tracker was silent for long.
struct GPXWriter: TrackWriter {
    let title: String
    let splits: Bool
    private var last: Timestamp?

    /// A silence longer than this begins a new segment, in milliseconds: programs draw no line across it.
    static let gap: Int64 = 30 * 60 * 1000

    init(title: String, splits: Bool) { (self.title, self.splits) = (title, splits) }

    mutating func start() -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Tagalong" xmlns="http://www.topografix.com/GPX/1/1">
        <trk><name>\(title.xmlEscaped)</name><trkseg>

        """
    }

    mutating func add(_ stored: StoredFix) -> String {
        let fix = stored.fix
        let isGap = last.map { fix.time.milliseconds - $0.milliseconds > Self.gap } ?? false
        last = fix.time
        // The schema wants elevation before time.
        let elevation = fix.altitude.map { "<ele>\($0)</ele>" } ?? ""
        let latitude = fix.coordinate.latitude
        let longitude = fix.coordinate.longitude
        return (splits && isGap ? "</trkseg><trkseg>\n" : "")
            + "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\">\(elevation)<time>\(fix.time)</time></trkpt>\n"
    }

    mutating func end() -> String { "</trkseg></trk>\n</gpx>\n" }
}

extension String {
    /// The text as the content of an XML element or attribute; what XML 1.0 does not know is left out.
    package var xmlEscaped: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: break
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
