public import Store

/// The ways in which a history may be written for other programs.
public enum TrackFormat: String, Hashable, Sendable, CaseIterable {
    /// GPX 1.1 (https://www.topografix.com/GPX/1/1/).
    case gpx
    /// A FeatureCollection of points (RFC 7946).
    case geojson
    /// A FeatureCollection of one LineString (RFC 7946).
    case linestring
    /// KML 2.2 with a gx:Track (OGC 07-147r2, and Google's extension that OGC 12-007r2 took over).
    case kml
    /// Comma-separated values with a header (RFC 4180).
    case csv
    /// What the OwnTracks Recorder keeps: the time of arrival, `*` and the JSON of each message, with tabs between.
    case rec

    /// The ending of such a file's name.
    public var ending: String { self == .linestring ? "geojson" : rawValue }

    /// What to call it in HTTP's Content-Type.
    public var mediaType: String {
        switch self {
        case .gpx: "application/gpx+xml"
        case .geojson, .linestring: "application/geo+json"
        case .kml: "application/vnd.google-earth.kml+xml"
        case .csv: "text/csv; charset=utf-8"
        case .rec: "text/plain; charset=utf-8"
        }
    }

    /// The format for a file name's ending; nil for any other.
    public init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        let ending = fileName[fileName.index(after: dot)...].lowercased()
        self.init(rawValue: ending == "json" ? "geojson" : ending)
    }

    /// A writer of this format for the fixes of one item.
    ///
    /// Plain, for the Recorder's clients, GPX is one segment without extensions, and a line a feature without a collection.
    public func writer(for title: String, isPlain: Bool = false) -> any TrackWriter {
        switch self {
        case .gpx: GPXWriter(title: title, isPlain: isPlain)
        case .geojson: GeoJSONWriter()
        case .linestring: LineStringWriter(isPlain: isPlain)
        case .kml: KMLWriter(title: title)
        case .csv: CSVWriter()
        case .rec: RecWriter()
        }
    }

    /// Some fixes, oldest first, as one text.
    public func text(of fixes: some Sequence<StoredFix>, title: String) -> String {
        var writer = writer(for: title)
        var text = writer.start()
        for fix in fixes { text += writer.add(fix) }
        return text + writer.end()
    }
}

/// Writes fixes one after the other, so that no history has to fit into memory as a text.
public protocol TrackWriter: Sendable {
    /// What stands before the first fix.
    mutating func start() -> String
    /// The next fix, not older than the one before.
    mutating func add(_ fix: StoredFix) -> String
    mutating func end() -> String
}
