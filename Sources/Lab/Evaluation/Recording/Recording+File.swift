public import Ranging
public import Settings

extension Recording {
    /// Reads where the receivers hang: `id,x,y,z`, in metres.
    ///
    /// The ids count from 1 and tell which column of a recording, `rssi_1` and so on, belongs to which receiver.
    ///
    /// - Throws: A sentence with the file and line of what is wrong.
    public static func receivers(file: String) throws(SettingsError) -> [FloorPoint] {
        let lines = try CommaLines.read(file)
        let header = "id,x,y,z"
        let id = try lines.column("id", expected: header)
        let x = try lines.column("x", expected: header)
        let y = try lines.column("y", expected: header)
        let z = try lines.column("z", expected: header)
        var places: [Int: FloorPoint] = [:]
        for row in lines.rows.indices {
            let number = try lines.required(row, id, "the id")
            let place = FloorPoint(
                x: try lines.required(row, x, "x"),
                y: try lines.required(row, y, "y"),
                z: try lines.required(row, z, "z")
            )
            let count = lines.rows.count
            let line = lines.rows[row].line
            guard let key = Int(exactly: number), (1...count).contains(key), places[key] == nil else {
                let message = "the id \(lines.rows[row].fields[id]) is wrong; each of 1 to \(count) is expected once"
                throw SettingsError(file: file, line: line, message: message)
            }
            places[key] = place
        }
        return places.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Reads a recording: a header with `ts,x,y,rssi_1,…`, times in nanoseconds, metres, dBm.
    ///
    /// A field is empty for a receiver that heard nothing. Times that go back begin another walk.
    ///
    /// Columns of other names are passed over, and each receiver must have its column. The tag was carried so many
    /// metres above the floor.
    /// - Throws: A sentence with the file and line of what is wrong.
    public init(file: String, receivers: [FloorPoint], tagHeight: Double) throws(SettingsError) {
        let lines = try CommaLines.read(file)
        let header = "ts,x,y,rssi_1 to rssi_\(receivers.count)"
        let time = try lines.column("ts", expected: header)
        let x = try lines.column("x", expected: header)
        let y = try lines.column("y", expected: header)
        var columns: [Int] = []
        for number in 1...receivers.count { columns.append(try lines.column("rssi_\(number)", expected: header)) }
        self.init(receivers: receivers, tagHeight: tagHeight, rows: [])
        var last: Double?
        for row in lines.rows.indices {
            let nanoseconds = try lines.required(row, time, "ts")
            let passed = last.map { (nanoseconds - $0) / 1e9 } ?? 0
            last = nanoseconds
            // Back in time another walk begins, of which the last one tells nothing.
            let seconds = (rows.last?.time ?? 0) + (passed < 0 ? Self.pause : passed)
            let strengths = try columns.map { column throws(SettingsError) in try lines.strength(row, column) }
            let place = (try lines.required(row, x, "x"), try lines.required(row, y, "y"))
            rows.append(Row(time: seconds, x: place.0, y: place.1, strengths: strengths))
        }
        guard hasReceptions else { throw SettingsError(file: file, message: "no receiver heard anything") }
    }
}
