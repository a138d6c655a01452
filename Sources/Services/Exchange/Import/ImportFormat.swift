/// The kinds of file that can be taken in.
public enum ImportFormat: String, Hashable, Sendable, CaseIterable {
    /// GPX 1.0 and 1.1: the track points.
    case gpx
    /// Lines of the OwnTracks Recorder.
    case rec
    /// Google Takeout: `Records.json`, or the `Timeline.json` that a phone exports.
    case takeout
    /// A FeatureCollection of points with times, as we and the Recorder write it.
    case geojson
    /// Comma-separated values with a header, as we and the Recorder write them.
    case csv

    /// The format that a content begins like, of which some thousand bytes are enough; nil when it is like none.
    public init?(head: [UInt8]) {
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
            self = .gpx  // Only XML is ever read as UTF-16.
            return
        }
        let start = head.prefix(65_536)
        let mark = start.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = start.dropFirst(mark).drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        switch text.first {
        case UInt8(ascii: "<"): self = .gpx
        case UInt8(ascii: "{"), UInt8(ascii: "["): self.init(json: text)
        default: self.init(lines: text)
        }
    }

    private init?(json text: ArraySlice<UInt8>) {
        let text = String(decoding: text, as: UTF8.self)
        if text.contains("\"FeatureCollection\"") || text.contains("\"Feature\"") {
            self = .geojson
        } else if text.first == "[" || ["locations", "semanticSegments", "rawSignals"].contains(where: text.hasKey) {
            self = .takeout
        } else {
            return nil
        }
    }

    private init?(lines text: ArraySlice<UInt8>) {
        guard let line = text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).first else { return nil }
        if line.contains(0x09), line.contains(UInt8(ascii: "{")) || line.contains(UInt8(ascii: "*")) {
            self = .rec
        } else if CSVHeader(line) != nil {
            self = .csv
        } else {
            return nil
        }
    }
}

extension String { fileprivate func hasKey(_ key: String) -> Bool { contains("\"\(key)\"") } }
