import JSON

/// An object of a GeoJSON document: a geometry, a feature, or a collection of either.
struct GeoJSONObject {
    /// A line, and the times of its positions.
    typealias Line = (geometry: GeoJSONObject, times: GeoJSONList?)

    private(set) var type = ""
    private(set) var coordinates: GeoJSONList?
    /// Where it begins, counted from 1.
    let line: Int
    /// Of a feature.
    private var geometry: [GeoJSONObject] = []
    private var times: GeoJSONList?
    /// Of collections.
    private var features: [Line] = []
    private var geometries: [Line] = []

    /// Reads the value that comes next; what is no object has no type.
    init(_ json: inout JSONReader) throws {
        _ = try json.kind()
        var object = GeoJSONObject(line: json.line)
        try json.members { json, key in try object.read(key, &json) }
        self = object
    }

    private init(line: Int) { self.line = line }

    private mutating func read(_ key: String, _ json: inout JSONReader) throws {
        switch key {
        case "type": type = try json.string() ?? ""
        case "coordinates": coordinates = try GeoJSONList(&json)
        case "geometry": geometry = [try GeoJSONObject(&json)]
        case "properties": times = try Self.times(&json)
        case "features": features = try Self.firstLine(among: &json)
        case "geometries": geometries = try Self.firstLine(among: &json)
        default: try json.skip()
        }
    }

    /// The first line in it, with the times of the feature around it; nil when there is none.
    func firstLine(times: GeoJSONList? = nil) -> Line? {
        switch type {
        case "LineString", "MultiLineString": (self, times)
        case "Feature": geometry.first?.firstLine(times: self.times)
        case "FeatureCollection": features.first
        case "GeometryCollection": geometries.first.map { ($0.geometry, $0.times ?? times) }
        default: nil
        }
    }

    private static func firstLine(among json: inout JSONReader) throws -> [Line] {
        var lines: [Line] = []
        try json.elements { json in
            guard lines.isEmpty else { return try json.skip() }
            if let line = try GeoJSONObject(&json).firstLine() { lines.append(line) }
        }
        return lines
    }

    private static func times(_ json: inout JSONReader) throws -> GeoJSONList? {
        var coordinateTimes: GeoJSONList?
        var times: GeoJSONList?
        var nested: GeoJSONList?
        try json.members { json, key in
            switch key {
            case "coordTimes": coordinateTimes = try GeoJSONList(&json)
            case "times": times = try GeoJSONList(&json)
            case "coordinateProperties":
                try json.members { json, key in
                    if key == "times" { nested = try GeoJSONList(&json) } else { try json.skip() }
                }
            default: try json.skip()
            }
        }
        return coordinateTimes ?? times ?? nested
    }
}

/// A number, a text, or a list of those, with the line on which it begins.
struct GeoJSONList {
    enum Content {
        case null
        case number(Double)
        case text([UInt8])
        case list([GeoJSONList])
        case other
    }

    let content: Content
    let line: Int

    var elements: [GeoJSONList]? { if case .list(let elements) = content { elements } else { nil } }
    var number: Double? { if case .number(let number) = content { number } else { nil } }

    init(_ json: inout JSONReader) throws {
        let kind = try json.kind()
        line = json.line
        switch kind {
        case .list:
            var elements: [GeoJSONList] = []
            try json.elements { json in elements.append(try GeoJSONList(&json)) }
            content = .list(elements)
        case .number: content = .number(try json.number() ?? 0)
        case .text: content = .text(try json.text() ?? [])
        case .null:
            try json.skip()
            content = .null
        case .object, .flag:
            try json.skip()
            content = .other
        }
    }
}
