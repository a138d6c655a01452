import Exchange
import Store

/// The forms in which the Recorder tells a history.
enum RecorderFormat: String, CaseIterable, Sendable {
    case json, geojson, linestring, geojsonpoi, csv, gpx, xml

    var mediaType: String {
        switch self {
        case .json: "application/json; charset=utf-8"
        case .geojson, .linestring, .geojsonpoi: TrackFormat.geojson.mediaType
        case .csv: TrackFormat.csv.mediaType
        case .gpx: TrackFormat.gpx.mediaType
        case .xml: "application/xml; charset=utf-8"
        }
    }

    /// A writer for the history of one device, with all keys or some; formats with keys of their own take no notice of
    /// these.
    func writer(title: String, fields: [String]?, version: String) -> any RecorderWriter {
        switch self {
        case .json: RecorderJSONWriter(fields: fields, version: version)
        case .geojson: RecorderPointWriter(isOnlyOfInterest: false)
        case .geojsonpoi: RecorderPointWriter(isOnlyOfInterest: true)
        case .csv: RecorderCSVWriter(fields: fields)
        case .xml: RecorderXMLWriter(fields: fields)
        // As the Recorder's clients have them.
        case .linestring: TrackAdapter(writer: TrackFormat.linestring.writer(for: title, isPlain: true))
        case .gpx: TrackAdapter(writer: TrackFormat.gpx.writer(for: title, isPlain: true))
        }
    }
}

/// Writes fixes one after the other; each part is bytes to be sent.
protocol RecorderWriter: Sendable {
    /// The next fixes, with what stands before the first of all.
    mutating func add(_ fixes: [StoredFix]) -> [UInt8]
    mutating func end() -> [UInt8]
}

/// A format that the exports have too.
private struct TrackAdapter: RecorderWriter {
    var writer: any TrackWriter
    var hasStarted = false

    mutating func add(_ fixes: [StoredFix]) -> [UInt8] {
        var text = hasStarted ? "" : writer.start()
        hasStarted = true
        for fix in fixes { text += writer.add(fix) }
        return Array(text.utf8)
    }

    mutating func end() -> [UInt8] { Array(((hasStarted ? "" : writer.start()) + writer.end()).utf8) }
}
