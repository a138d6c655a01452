import Store
import Tracking

/// Writes GPX 1.1: one track, with a new segment wherever the tracker was silent for long, and with what GPX has no place
/// for in extensions; plain with neither.
struct GPXWriter: TrackWriter {
    let title: String
    let isPlain: Bool
    private var last: Timestamp?

    /// A silence longer than this begins a new segment, in milliseconds: programs draw no line across it.
    static let gap: Int64 = 30 * 60 * 1000

    /// Garmin's extension, which many programs read (https://www8.garmin.com/xmlschemas/TrackPointExtensionv2.xsd), and
    /// our own for what that has not.
    private static let namespaces = """
         xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:tagalong="urn:tagalong:gpx:1"
        """

    init(title: String, isPlain: Bool) { (self.title, self.isPlain) = (title, isPlain) }

    mutating func start() -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Tagalong" xmlns="http://www.topografix.com/GPX/1/1"\(isPlain ? "" : Self.namespaces)>
        <trk><name>\(title.xmlEscaped)</name><trkseg>

        """
    }

    mutating func add(_ stored: StoredFix) -> String {
        let fix = stored.fix
        let isGap = last.map { fix.time.milliseconds - $0.milliseconds > Self.gap } ?? false
        last = fix.time
        // The schema wants elevation before time, and extensions last.
        let elevation = fix.altitude.map { "<ele>\($0)</ele>" } ?? ""
        let latitude = fix.coordinate.latitude
        let longitude = fix.coordinate.longitude
        let extensions = isPlain ? "" : Self.extensions(of: fix)
        return (!isPlain && isGap ? "</trkseg><trkseg>\n" : "")
            + "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\">\(elevation)<time>\(fix.time)</time>\(extensions)</trkpt>\n"
    }

    /// Speed in metres a second and course as Garmin has them, in that order; accuracy in metres, which `hdop` is not.
    private static func extensions(of fix: Fix) -> String {
        // Kilometres an hour are kept in tenths; four decimals give them back.
        let speed = fix.speed.map { "<gpxtpx:speed>\(($0 / 3.6 * 10_000).rounded() / 10_000)</gpxtpx:speed>" } ?? ""
        let course = fix.course.map { "<gpxtpx:course>\($0)</gpxtpx:course>" } ?? ""
        let motion = speed + course
        let garmin = motion.isEmpty ? "" : "<gpxtpx:TrackPointExtension>\(motion)</gpxtpx:TrackPointExtension>"
        let accuracy = fix.accuracy.map { "<tagalong:accuracy>\($0)</tagalong:accuracy>" } ?? ""
        let all = garmin + accuracy
        return all.isEmpty ? "" : "<extensions>\(all)</extensions>"
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
