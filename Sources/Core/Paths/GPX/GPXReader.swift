/// Reads GPX 1.0 and 1.1.
///
/// Tracks and their segments are joined to one path; without track points the routes are, and without these the
/// waypoints.
enum GPXReader {
    static func read(_ bytes: [UInt8], file: String) throws(PathError) -> Path {
        let (document, failure) = ExpatParser.read(bytes)
        if let failure { throw PathError(file: file, line: failure.line, message: failure.message) }
        for points in [document.track, document.route, document.waypoints] where !points.isEmpty {
            do {
                return try points.path(file: file)
            } catch {
                // A point's "line" was its place among the bytes: counting lines for every point would cost too much.
                throw PathError(file: file, line: error.line.map { line(of: $0, in: bytes) }, message: error.message)
            }
        }
        throw PathError(file: file, message: "there is no track point, route point or waypoint in it")
    }

    private static func line(of offset: Int, in bytes: [UInt8]) -> Int {
        bytes.prefix(max(0, offset)).count { $0 == UInt8(ascii: "\n") } + 1
    }
}
