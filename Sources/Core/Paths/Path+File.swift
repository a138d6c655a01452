import Settings

/// The ways in which a path may be written down.
public enum PathFormat: String, Hashable, Sendable, CaseIterable {
    /// GPX 1.0 and 1.1.
    case gpx = "GPX"
    /// NMEA 0183 sentences, RMC and GGA.
    case nmea = "NMEA 0183"
    case geoJSON = "GeoJSON"
    /// Comma-separated `time,lat,lon[,alt]`.
    case csv = "CSV"
}

extension Path {
    /// Reads the file of a path; the name's ending tells the format, otherwise the content.
    ///
    /// - Throws: ``PathError`` for a file that cannot be read or is malformed.
    public init(file: String) throws(PathError) {
        let bytes: [UInt8]
        do {
            bytes = try FileBytes.read(file)
        } catch { throw PathError(file: file, message: error.message) }
        try self.init(bytes: bytes, file: file)
    }

    /// Reads the whole content of a file, whose name's ending tells the format.
    ///
    /// - Throws: ``PathError`` for content that is malformed or has no point.
    public init(bytes: [UInt8], file: String) throws(PathError) {
        guard !bytes.isEmpty else { throw PathError(file: file, message: "the file is empty") }
        guard let format = PathFormat(ending: file) ?? PathFormat(content: bytes) else {
            let formats = WordList.alternatives(PathFormat.allCases.map(\.rawValue))
            throw PathError(file: file, line: 1, message: "this is no path that can be read: \(formats) is expected")
        }
        self =
            switch format {
            case .gpx: try GPXReader.read(bytes, file: file)
            case .nmea: try NMEAReader.read(bytes, file: file)
            case .geoJSON: try GeoJSONReader.read(bytes, file: file)
            case .csv: try CSVReader.read(bytes, file: file)
            }
    }
}

extension PathFormat {
    /// The format that a file name's ending stands for; nil for any other ending.
    init?(ending file: String) {
        let name = file.split(separator: "/").last ?? ""
        switch name.split(separator: ".").dropFirst().last?.lowercased() {
        case "gpx": self = .gpx
        case "nmea", "nma": self = .nmea
        case "geojson", "json": self = .geoJSON
        case "csv": self = .csv
        default: return nil
        }
    }

    /// The format that a content begins like; nil when it is like none.
    init?(content: [UInt8]) {
        if content.starts(with: [0xFF, 0xFE]) || content.starts(with: [0xFE, 0xFF]) {
            self = .gpx  // Only XML is ever read as UTF-16.
            return
        }
        let isComment = { (line: ArraySlice<UInt8>) in line.isEmpty || line.first == UInt8(ascii: "#") }
        guard let line = TextLines(content).first(where: { !isComment($0.bytes) })?.bytes else { return nil }
        switch line.first {
        case UInt8(ascii: "<"): self = .gpx
        case UInt8(ascii: "$"), UInt8(ascii: "!"): self = .nmea
        case UInt8(ascii: "{"): self = .geoJSON
        default:
            guard line.contains(UInt8(ascii: ",")) else { return nil }
            self = .csv
        }
    }
}

extension [UInt8] {
    /// The bytes after UTF-8's mark, where it stands.
    var withoutByteOrderMark: ArraySlice<UInt8> { starts(with: [0xEF, 0xBB, 0xBF]) ? self[3...] : self[...] }
}
