import JSON
import Tracking

/// Reads GeoJSON (RFC 7946): the first line in the document, also within features and collections.
///
/// The lines of a MultiLineString are joined. Times are taken from a feature's property `coordTimes` or `times`, a list
/// of RFC 3339 texts as long as the line.
struct GeoJSONReader {
    private let file: String

    static func read(_ bytes: [UInt8], file: String) throws(PathError) -> Path {
        let reader = GeoJSONReader(file: file)
        let document = try reader.document(bytes)
        guard let line = document.firstLine() else {
            throw PathError(file: file, line: document.line, message: "there is no LineString in it")
        }
        return try reader.path(line.geometry, times: line.times)
    }

    private func document(_ bytes: [UInt8]) throws(PathError) -> GeoJSONObject {
        do {
            var json = JSONReader(bytes, from: .file)
            let document = try GeoJSONObject(&json)
            try json.end()
            return document
        } catch let error as JSONError {
            throw PathError(file: file, line: error.line, message: error.sentence)
        } catch { throw PathError(file: file, line: 1, message: "\(error)") }
    }

    private func path(_ geometry: GeoJSONObject, times: GeoJSONList?) throws(PathError) -> Path {
        guard let list = geometry.coordinates?.elements else {
            throw error(geometry.line, "the line has no list of coordinates")
        }
        let isMulti = geometry.type == "MultiLineString"
        let positions = isMulti ? try joined(list) : list
        let times = try self.times(times, isMulti: isMulti)
        if let times, times.count != positions.count {
            throw error(geometry.line, "there are \(times.count) times for \(positions.count) positions")
        }
        var builder = PathBuilder()
        for (index, position) in positions.enumerated() {
            var point = try point(position)
            if let times { point.time = try time(times[index]) }
            builder.append(point, line: times?[index].line ?? position.line)
        }
        return try builder.path(file: file)
    }

    private func point(_ position: GeoJSONList) throws(PathError) -> PathPoint {
        guard let numbers = position.elements, numbers.count >= 2, let longitude = numbers[0].number,
            let latitude = numbers[1].number
        else { throw error(position.line, "a position [longitude, latitude] is expected") }
        do {
            let coordinate = try Coordinate(latitude: latitude, longitude: longitude)
            return PathPoint(coordinate: coordinate, altitude: numbers.dropFirst(2).first?.number)
        } catch { throw self.error(position.line, "\(error)") }
    }

    private func times(_ times: GeoJSONList?, isMulti: Bool) throws(PathError) -> [GeoJSONList]? {
        guard let times else { return nil }
        guard let list = times.elements else { throw error(times.line, "a list of times is expected") }
        return isMulti && list.contains { $0.elements != nil } ? try joined(list) : list
    }

    private func time(_ value: GeoJSONList) throws(PathError) -> Timestamp? {
        if case .null = value.content { return nil }
        guard case .text(let text) = value.content, let time = ByteTime.timestamp(text.span) else {
            throw error(value.line, "a time such as 2026-05-01T09:00:00Z is expected")
        }
        return time
    }

    private func joined(_ lists: [GeoJSONList]) throws(PathError) -> [GeoJSONList] {
        var all: [GeoJSONList] = []
        for list in lists {
            guard let values = list.elements else { throw error(list.line, "a list of lists is expected") }
            all += values
        }
        return all
    }

    private func error(_ line: Int, _ message: String) -> PathError {
        PathError(file: file, line: line, message: message)
    }
}
