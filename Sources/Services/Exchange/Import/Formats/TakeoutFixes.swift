import JSON
import Tracking

/// What Google hands out of a phone's history: `Records.json` of a Takeout, and the `Timeline.json` that phones export
/// since 2024, whose form differs between Android (an object) and iOS (an array).
struct TakeoutFixes: FixReader {
    let now: Timestamp

    func read(_ stream: ByteStream, _ found: (Found) throws -> Void) throws {
        var isKnown = false
        try JSONReader.read(stream) { json in
            if try json.kind() == .list {
                isKnown = true
                return try json.elements { json in try TimelineSegment.read(&json, found) }
            }
            try json.members { json, key in
                switch key {
                case "locations": try json.elements { json in try found(TakeoutRecord.read(&json)) }
                case "semanticSegments": try json.elements { json in try TimelineSegment.read(&json, found) }
                case "rawSignals": try json.elements { json in try TimelineSignal.read(&json, found) }
                default: return try json.skip()
                }
                isKnown = true
            }
        }
        guard isKnown else {
            throw ImportError(file: stream.name, message: "locations, semanticSegments or rawSignals are expected")
        }
    }
}

/// An entry of `locations` in `Records.json`.
private enum TakeoutRecord {
    static func read(_ json: inout JSONReader) throws -> Found {
        _ = try json.kind()
        let line = json.line
        var candidate = Candidate()
        try json.members { json, key in
            switch key {
            case "latitudeE7": candidate.latitude = try degrees(&json)
            case "longitudeE7": candidate.longitude = try degrees(&json)
            case "timestamp": candidate.time = try json.time()
            case "timestampMs": candidate.time = try json.number().flatMap(milliseconds)
            case "accuracy": candidate.accuracy = try json.number()
            case "altitude": candidate.altitude = try json.number()
            case "verticalAccuracy": candidate.verticalAccuracy = try json.number()
            case "velocity": candidate.speed = try json.number().map { $0 * 3.6 }
            case "heading": candidate.course = try json.number()
            case "source": candidate.source = try json.text().flatMap(FixSource.init(google:))
            default: try json.skip()
            }
        }
        // Entries without a position tell of networks in sight, or of a journey.
        if candidate.latitude == nil, candidate.longitude == nil { return .other }
        return .position(candidate, line: line)
    }

    /// Some years' longitudes and latitudes have lost their sign to 32 bits.
    private static func degrees(_ json: inout JSONReader) throws -> Double? {
        guard let units = try json.number() else { return nil }
        return (units > 1_800_000_000 ? units - 4_294_967_296 : units) / 1e7
    }

    private static func milliseconds(_ number: Double) -> Timestamp? {
        number.magnitude < 1e14 ? Timestamp(milliseconds: Int64(number)) : nil
    }
}

/// An entry of `semanticSegments`: a path, a visit or an activity.
private enum TimelineSegment {
    /// No day has more points.
    private static let mostPoints = 100_000

    static func read(_ json: inout JSONReader, _ found: (Found) throws -> Void) throws {
        _ = try json.kind()
        let line = json.line
        var (start, end): (Timestamp?, Timestamp?)
        var path: [PathEntry] = []
        var ends: [Place] = []
        try json.members { json, key in
            switch key {
            case "startTime": start = try json.time()
            case "endTime": end = try json.time()
            case "timelinePath":
                try json.elements { json in
                    guard path.count < mostPoints else {
                        throw json.excess("a segment of at most \(mostPoints) points")
                    }
                    path.append(try PathEntry.read(&json))
                }
            case "visit", "activity":
                try json.members { json, key in
                    let named = try places(key, &json)
                    ends += named
                }
            default: try json.skip()
            }
        }
        for entry in path { try found(.position(entry.candidate(since: start), line: entry.line)) }
        for place in ends {
            let times = place.isStart ? [start] : place.isEnd ? [end] : [start, end]
            for time in times { try found(.position(Candidate(place.text, at: time), line: line)) }
        }
        if path.isEmpty, ends.isEmpty { try found(.other) }
    }

    /// A place that a visit or an activity names.
    private struct Place {
        let text: [UInt8]
        var isStart = false
        var isEnd = false
    }

    private static func places(_ key: String, _ json: inout JSONReader) throws -> [Place] {
        var texts: [[UInt8]] = []
        switch key {
        case "topCandidate":
            try json.members { json, key in
                guard key == "placeLocation" else { return try json.skip() }
                texts = try place(&json)
            }
        case "start", "end": texts = try place(&json)
        default: try json.skip()
        }
        return texts.map { Place(text: $0, isStart: key == "start", isEnd: key == "end") }
    }

    /// `{"latLng": "…"}` on Android, a text on iOS.
    private static func place(_ json: inout JSONReader) throws -> [[UInt8]] {
        var texts: [[UInt8]] = []
        if try json.kind() == .text {
            if let text = try json.text() { texts.append(text) }
            return texts
        }
        try json.members { json, key in
            guard key == "latLng" else { return try json.skip() }
            if let text = try json.text() { texts.append(text) }
        }
        return texts
    }

    private struct PathEntry {
        var point: [UInt8]?
        var time: Timestamp?
        var minutes: Double?
        var line = 0

        static func read(_ json: inout JSONReader) throws -> PathEntry {
            _ = try json.kind()
            var entry = PathEntry(line: json.line)
            try json.members { json, key in
                switch key {
                case "point": entry.point = try json.text()
                case "time": entry.time = try json.time()
                case "durationMinutesOffsetFromStartTime": entry.minutes = try json.number()
                default: try json.skip()
                }
            }
            return entry
        }

        func candidate(since start: Timestamp?) -> Candidate {
            let offset = minutes.flatMap { $0.magnitude < 1e6 ? $0 : nil }
            let later = start.flatMap { start in offset.map { start.advanced(by: .milliseconds(Int64($0 * 60_000))) } }
            return Candidate(point ?? [], at: time ?? later)
        }
    }
}

/// An entry of `rawSignals`; only those with a position are of use.
private enum TimelineSignal {
    static func read(_ json: inout JSONReader, _ found: (Found) throws -> Void) throws {
        _ = try json.kind()
        let line = json.line
        var position: Candidate?
        try json.members { json, key in
            if key == "position" { position = try candidate(&json) } else { try json.skip() }
        }
        guard let position else { return try found(.other) }
        try found(.position(position, line: line))
    }

    private static func candidate(_ json: inout JSONReader) throws -> Candidate {
        var candidate = Candidate()
        var place: [UInt8] = []
        try json.members { json, key in
            switch key {
            case "LatLng", "latLng": if let text = try json.text() { place = text }
            case "timestamp": candidate.time = try json.time()
            case "accuracyMeters": candidate.accuracy = try json.number()
            case "altitudeMeters": candidate.altitude = try json.number()
            case "speedMetersPerSecond": candidate.speed = try json.number().map { $0 * 3.6 }
            case "source": candidate.source = try json.text().flatMap(FixSource.init(google:))
            default: try json.skip()
            }
        }
        candidate.read(place)
        return candidate
    }
}

extension Candidate {
    /// A position as Google writes it, at a time.
    fileprivate init(_ place: [UInt8], at time: Timestamp?) {
        self.time = time
        read(place)
    }

    /// Reads `46.0569°, 14.5058°` or `geo:46.0569,14.5058`.
    fileprivate mutating func read(_ place: [UInt8]) {
        let prefix = Array("geo:".utf8)
        let parts = place.dropFirst(place.starts(with: prefix) ? prefix.count : 0).split(separator: UInt8(ascii: ","))
        // The degree sign is two bytes, none of them ASCII.
        let numbers = parts.compactMap(Self.number)
        guard parts.count == 2, numbers.count == 2 else {
            let shown = String(decoding: place.prefix(60), as: UTF8.self)
            return refuse("a position such as '46.0569°, 14.5058°' is expected, '\(shown)' stands there")
        }
        latitude = numbers[0]
        longitude = numbers[1]
    }

    private static func number(_ part: ArraySlice<UInt8>) -> Double? {
        let digits = part.filter { $0 < 0x80 }
        return ByteNumber.double(digits.span)
    }
}

extension FixSource {
    /// Google's word for where a position came from; nil for one that we have none for, such as WIFI.
    fileprivate init?(google word: [UInt8]) {
        switch String(decoding: word, as: UTF8.self).uppercased() {
        case "GPS": self = .gnss
        case "CELL": self = .cell
        default: return nil
        }
    }
}
