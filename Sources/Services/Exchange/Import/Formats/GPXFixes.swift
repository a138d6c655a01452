import Paths
import Tracking

/// The track points of a GPX document; routes and waypoints are not where something was.
struct GPXFixes: FixReader {
    func read(_ stream: ByteStream, _ found: (Found) throws -> Void) throws {
        var document = try GPXStream()
        var lines = LineCount()
        while true {
            let piece = try stream.next()
            let points: [GPXPoint]
            do { points = try document.feed(piece, isLast: piece.isEmpty, file: stream.name) } catch {
                throw ImportError(file: stream.name, line: error.line, message: error.message)
            }
            for point in points {
                try found(
                    point.kind == .track
                        ? .position(Candidate(point), line: lines.line(of: point.offset, in: piece)) : .other
                )
            }
            if piece.isEmpty { return }
            lines.pass(piece)
        }
    }

    /// Tells the line of a byte, while pieces go by.
    private struct LineCount {
        private var bytes = 0
        private var lines = 1
        /// The byte of this piece that was asked for last, and its line.
        private var mark = (offset: 0, line: 1)

        mutating func pass(_ piece: [UInt8]) {
            lines += piece.count { $0 == 0x0A }
            bytes += piece.count
            mark = (0, lines)
        }

        /// What began in an earlier piece is said to stand where this one begins.
        mutating func line(of offset: Int, in piece: [UInt8]) -> Int {
            let place = min(piece.count, max(mark.offset, offset - bytes))
            mark = (place, mark.line + piece[mark.offset..<place].count { $0 == 0x0A })
            return mark.line
        }
    }
}

extension Candidate {
    fileprivate init(_ point: GPXPoint) {
        latitude = point.coordinate?.latitude
        longitude = point.coordinate?.longitude
        altitude = point.altitude
        time = point.time
        course = point.course
        accuracy = point.accuracy
        fault = point.fault
        speed = point.speed.map { $0 * 3.6 }
    }
}
