import JSON
import Tracking

/// The points of a GeoJSON document (RFC 7946) whose properties tell their times, as ours and the Recorder's do.
struct GeoJSONFixes: FixReader {
    func read(_ stream: ByteStream, _ found: (Found) throws -> Void) throws {
        try JSONReader.read(stream) { json in
            var whole = Feature()
            var isFeature = false
            try json.members { json, key in
                switch key {
                case "features": try json.elements { json in try found(Self.feature(&json)) }
                case "geometry", "properties", "type":
                    isFeature = isFeature || key == "geometry"
                    try whole.read(key, &json)
                default: try json.skip()
                }
            }
            if isFeature { try found(whole.found(line: 1)) }
        }
    }

    private static func feature(_ json: inout JSONReader) throws -> Found {
        _ = try json.kind()
        let line = json.line
        var feature = Feature()
        try json.members { json, key in try feature.read(key, &json) }
        return feature.found(line: line)
    }

    private struct Feature {
        private var candidate = Candidate()
        private var geometry = ""
        private var epoch: Double?
        private var milliseconds: Double?

        mutating func read(_ key: String, _ json: inout JSONReader) throws {
            switch key {
            case "geometry": try json.members { json, key in try readGeometry(key, &json) }
            case "properties": try json.members { json, key in try readProperty(key, &json) }
            default: try json.skip()
            }
        }

        private mutating func readGeometry(_ key: String, _ json: inout JSONReader) throws {
            switch key {
            case "type": geometry = try json.text().map { String(decoding: $0, as: UTF8.self) } ?? ""
            case "coordinates":
                var numbers: [Double] = []
                try json.elements { json in
                    guard try json.kind() == .number, numbers.count < 4 else { return try json.skip() }
                    if let number = try json.number() { numbers.append(number) }
                }
                guard numbers.count >= 2 else { return }
                candidate.longitude = numbers[0]
                candidate.latitude = numbers[1]
                if numbers.count > 2 { candidate.altitude = numbers[2] }
            default: try json.skip()
            }
        }

        private mutating func readProperty(_ key: String, _ json: inout JSONReader) throws {
            switch key {
            case "time", "isotst": candidate.time = try json.time()
            case "tst": epoch = try json.number()
            case "tst_ms": milliseconds = try json.number()
            case "acc": candidate.accuracy = try json.number()
            case "vel": candidate.speed = try json.number()
            case "cog": candidate.course = try json.number()
            case "batt": candidate.battery = try json.number().flatMap { Int(exactly: $0.rounded()) }
            case "mode":
                candidate.mode = try json.text().flatMap { Mode(rawValue: String(decoding: $0, as: UTF8.self)) }
            case "src":
                candidate.source = try json.text().flatMap {
                    FixSource(rawValue: String(decoding: $0, as: UTF8.self))
                }
            default: try json.skip()
            }
        }

        func found(line: Int) -> Found {
            var candidate = candidate
            if geometry != "Point" {
                let named = geometry.isEmpty ? "one without a type" : "a \(geometry.prefix(40))"
                candidate.refuse("a Point with properties.time is expected, \(named) stands there")
            }
            if candidate.time == nil, let epoch, epoch.magnitude < 1e11 { candidate.time = Timestamp(seconds: epoch) }
            candidate.refineTime(milliseconds)
            if candidate.time == nil {
                candidate.refuse("properties.time: a time such as 2026-05-01T09:00:00Z is expected")
            }
            return .position(candidate, line: line)
        }
    }
}
