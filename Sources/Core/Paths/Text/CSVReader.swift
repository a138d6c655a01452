import JSON
import Settings
import Tracking

/// Reads comma-separated positions.
///
/// A header names the columns (`time,lat,lon[,alt]`, in any order, others are passed over); without one they stand in
/// that order. A time is RFC 3339 or seconds; the column, or a field in it, may be missing.
struct CSVReader {
    private enum Column: Hashable { case time, latitude, longitude, altitude }

    private let file: String
    private var columns: [Column: Int] = [.time: 0, .latitude: 1, .longitude: 2, .altitude: 3]
    private var builder = PathBuilder()

    static func read(_ bytes: [UInt8], file: String) throws(PathError) -> Path {
        var reader = CSVReader(file: file)
        var isFirst = true
        for (number, line) in TextLines(bytes) where !line.isEmpty && line.first != UInt8(ascii: "#") {
            let fields = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(Self.trimmed)
            if isFirst, !Self.isRow(fields) {
                try reader.readHeader(fields, line: number)
            } else {
                try reader.readRow(fields, line: number)
            }
            isFirst = false
        }
        return try reader.builder.path(file: file)
    }

    private init(file: String) { self.file = file }

    private static func isRow(_ fields: [ArraySlice<UInt8>]) -> Bool {
        fields.count >= 3 && fields[1].number != nil && fields[2].number != nil
    }

    private mutating func readHeader(_ fields: [ArraySlice<UInt8>], line: Int) throws(PathError) {
        columns = [:]
        for (index, field) in fields.enumerated() {
            guard let column = Self.column(field.string.lowercased()), columns[column] == nil else { continue }
            columns[column] = index
        }
        guard columns[.latitude] != nil, columns[.longitude] != nil else {
            throw PathError(
                file: file, line: line, message: "a header with lat and lon is expected: time,lat,lon[,alt]"
            )
        }
    }

    private mutating func readRow(_ fields: [ArraySlice<UInt8>], line: Int) throws(PathError) {
        guard let latitude = try number(.latitude, "latitude", fields, line),
            let longitude = try number(.longitude, "longitude", fields, line)
        else { throw PathError(file: file, line: line, message: "a latitude and a longitude are expected") }
        let altitude = try number(.altitude, "altitude", fields, line)
        let time = try time(fields, line)
        do {
            let coordinate = try Coordinate(latitude: latitude, longitude: longitude)
            builder.append(PathPoint(coordinate: coordinate, altitude: altitude, time: time), line: line)
        } catch { throw PathError(file: file, line: line, message: "\(error)") }
    }

    private func number(
        _ column: Column, _ what: String, _ fields: [ArraySlice<UInt8>], _ line: Int
    ) throws(PathError) -> Double? {
        guard let field = field(column, fields) else { return nil }
        guard let number = field.number else {
            throw PathError(file: file, line: line, message: "the \(what) \(quoted(field.string)) is no number")
        }
        return number
    }

    private func time(_ fields: [ArraySlice<UInt8>], _ line: Int) throws(PathError) -> Timestamp? {
        guard let field = field(.time, fields) else { return nil }
        if let time = ByteTime.timestamp(field.span) { return time }
        // Beyond this, milliseconds no longer fit; no recording is that long.
        if let seconds = field.number, seconds.magnitude < 1e12 { return Timestamp(seconds: seconds) }
        let expected = "RFC 3339 or seconds are expected"
        throw PathError(file: file, line: line, message: "the time \(quoted(field.string)) is neither: \(expected)")
    }

    private func field(_ column: Column, _ fields: [ArraySlice<UInt8>]) -> ArraySlice<UInt8>? {
        guard let index = columns[column], index < fields.count, !fields[index].isEmpty else { return nil }
        return fields[index]
    }

    private static func column(_ name: String) -> Column? {
        switch name {
        case "time", "timestamp": .time
        case "lat", "latitude": .latitude
        case "lon", "lng", "longitude": .longitude
        case "alt", "altitude", "ele", "elevation": .altitude
        default: nil
        }
    }

    private static func trimmed(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var field = field
        func isPadding(_ byte: UInt8?) -> Bool {
            byte.map { ByteNumber.isBlank($0) || $0 == UInt8(ascii: "\"") } ?? false
        }
        while isPadding(field.first) { field.removeFirst() }
        while isPadding(field.last) { field.removeLast() }
        return field
    }
}
