import Foundation
import Paths
import Simulation
import Tracking

/// The file of a traffic simulation, read as far ahead as its vehicles need.
final class FleetRides {
    private let path: String
    private let handle: FileHandle
    private var reader: FCDReader
    private(set) var traffic: FleetTraffic
    private var hasEnded = false

    /// Bytes of a piece, and how many of them are read in one look at the time.
    private static let piece = 1 << 16
    private static let piecesAtOnce = 8
    /// Milliseconds that are read ahead.
    private static let ahead: Int64 = 2000

    /// - Throws: ``CommandFailure`` when the file cannot be opened.
    init(_ path: String, origin: Coordinate?, trackers: Int) throws {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw CommandFailure(.badInput, "\(path): there is no such file, or it may not be read")
        }
        (self.path, self.handle) = (path, handle)
        reader = try FCDReader(file: path, origin: origin)
        traffic = FleetTraffic(trackers: trackers)
        // What is no such file at all is refused before anybody is bothered.
        try readOn()
    }

    /// Lets everybody drive on to a moment, in milliseconds since the start.
    ///
    /// - Throws: ``CommandFailure`` for what is wrong in the file.
    func advance(_ fleet: inout Fleet, to elapsed: Int64) throws {
        for _ in 0..<Self.piecesAtOnce where traffic.needsSteps(until: elapsed + Self.ahead) { try readOn() }
        traffic.advance(&fleet, to: elapsed)
    }

    private func readOn() throws {
        let bytes: Data?
        do { bytes = try handle.read(upToCount: Self.piece) } catch {
            throw CommandFailure(.badInput, "\(path): cannot be read")
        }
        let isLast = bytes?.isEmpty ?? true
        do {
            traffic.add(try reader.feed(Array(bytes ?? Data())[...], isLast: isLast), isLast: isLast)
        } catch { throw CommandFailure(.badInput, "\(error)") }
    }
}
