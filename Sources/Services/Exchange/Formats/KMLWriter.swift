import Store
import Tracking

/// Writes KML 2.2 with one gx:Track, in which every `when` has its `coord`.
struct KMLWriter: TrackWriter {
    let title: String

    mutating func start() -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
        <Document><name>\(title.xmlEscaped)</name><Placemark><name>\(title.xmlEscaped)</name><gx:Track>

        """
    }

    mutating func add(_ stored: StoredFix) -> String {
        let fix = stored.fix
        let coordinate = "\(fix.coordinate.longitude) \(fix.coordinate.latitude) \(fix.altitude ?? 0)"
        return "<when>\(fix.time)</when><gx:coord>\(coordinate)</gx:coord>\n"
    }

    mutating func end() -> String { "</gx:Track></Placemark></Document>\n</kml>\n" }
}
