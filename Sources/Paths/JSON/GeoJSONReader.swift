import Settings
import Tracking

/// Reads GeoJSON (RFC 7946): the first line in the document, also within features and collections.
///
/// The lines of a MultiLineString are joined. Times are taken from a feature's property `coordTimes` or `times`, a list
/// of RFC 3339 texts as long as the line.
struct GeoJSONReader {
    private let file: String

    static func read(_ bytes: [UInt8], file: String) throws(PathError) -> Path {
        let document: JSONValue
        do {
            document = try JSONValue(document: bytes.withoutByteOrderMark)
        } catch {
            throw PathError(file: file, line: error.line, message: error.message)
        }
        let reader = GeoJSONReader(file: file)
        guard let line = reader.firstLine(in: document, properties: nil) else {
            throw PathError(file: file, line: document.line, message: "there is no LineString in it")
        }
        return try reader.path(line.geometry, properties: line.properties)
    }

    private typealias Line = (geometry: JSONValue, properties: JSONValue?)

    private func firstLine(in value: JSONValue, properties: JSONValue?) -> Line? {
        switch value["type"]?.string {
        case "LineString", "MultiLineString": return (value, properties)
        case "Feature": return value["geometry"].flatMap { firstLine(in: $0, properties: value["properties"]) }
        case "FeatureCollection": return firstLine(among: value["features"], properties: nil)
        case "GeometryCollection": return firstLine(among: value["geometries"], properties: properties)
        default: return nil
        }
    }

    private func firstLine(among values: JSONValue?, properties: JSONValue?) -> Line? {
        for value in values?.array ?? [] {
            if let line = firstLine(in: value, properties: properties) { return line }
        }
        return nil
    }

    private func path(_ geometry: JSONValue, properties: JSONValue?) throws(PathError) -> Path {
        guard let coordinates = geometry["coordinates"], let list = coordinates.array else {
            throw error(geometry, "the line has no list of coordinates")
        }
        let isMulti = geometry["type"]?.string == "MultiLineString"
        let positions = isMulti ? try joined(list) : list
        let times = try times(properties, isMulti: isMulti)
        if let times, times.count != positions.count {
            throw error(geometry, "there are \(times.count) times for \(positions.count) positions")
        }
        var builder = PathBuilder()
        for (index, position) in positions.enumerated() {
            var point = try point(position)
            if let times { point.time = try time(times[index]) }
            builder.append(point, line: times?[index].line ?? position.line)
        }
        return try builder.path(file: file)
    }

    private func point(_ position: JSONValue) throws(PathError) -> PathPoint {
        guard let numbers = position.array, numbers.count >= 2, let longitude = numbers[0].number,
            let latitude = numbers[1].number
        else { throw error(position, "a position [longitude, latitude] is expected") }
        do {
            let coordinate = try Coordinate(latitude: latitude, longitude: longitude)
            return PathPoint(coordinate: coordinate, altitude: numbers.dropFirst(2).first?.number)
        } catch {
            throw self.error(position, "\(error)")
        }
    }

    private func times(_ properties: JSONValue?, isMulti: Bool) throws(PathError) -> [JSONValue]? {
        let nested = properties?["coordinateProperties"]
        guard let times = properties?["coordTimes"] ?? properties?["times"] ?? nested?["times"] else { return nil }
        guard let list = times.array else { throw error(times, "a list of times is expected") }
        return isMulti && list.contains { $0.array != nil } ? try joined(list) : list
    }

    private func time(_ value: JSONValue) throws(PathError) -> Timestamp? {
        if value.isNull { return nil }
        guard let text = value.string, let time = ByteTime.timestamp(Array(text.utf8).span) else {
            throw error(value, "a time such as 2026-05-01T09:00:00Z is expected")
        }
        return time
    }

    private func joined(_ lists: [JSONValue]) throws(PathError) -> [JSONValue] {
        var all: [JSONValue] = []
        for list in lists {
            guard let values = list.array else { throw error(list, "a list of lists is expected") }
            all += values
        }
        return all
    }

    private func error(_ value: JSONValue, _ message: String) -> PathError {
        PathError(file: file, line: value.line, message: message)
    }
}
