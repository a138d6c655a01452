import Glibc
import Paths
import Simulation
import Tracking

/// The file of a traffic simulation, read as far ahead as its vehicles need.
final class FleetRides {
    private let path: String
    private let descriptor: Int32
    private var reader: FCDReader
    private(set) var traffic: FleetTraffic
    private var piece = [UInt8](repeating: 0, count: 1 << 16)

    /// How many pieces are read in one look at the time.
    private static let piecesAtOnce = 8
    /// Milliseconds that are read ahead.
    private static let ahead: Int64 = 2000

    /// - Throws: ``CommandFailure`` when the file cannot be opened.
    init(_ path: String, origin: Coordinate?, trackers: Int) throws {
        reader = try FCDReader(file: path, origin: origin)
        // Without waiting for somebody to write into a pipe.
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw CommandFailure(.badInput, "\(path): there is no such file, or it may not be read")
        }
        self.path = path
        traffic = FleetTraffic(trackers: trackers)
        // What is no such file at all is refused before anybody is bothered.
        _ = try readOn()
    }

    deinit { close(descriptor) }

    /// Lets everybody drive on to a moment, in milliseconds since the start.
    ///
    /// - Throws: ``CommandFailure`` for what is wrong in the file.
    func advance(_ fleet: inout Fleet, to elapsed: Int64) throws {
        for _ in 0..<Self.piecesAtOnce where traffic.needsSteps(until: elapsed + Self.ahead) {
            guard try readOn() else { break }
        }
        traffic.advance(&fleet, to: elapsed)
    }

    /// Reads what there is; false where nothing has come: whoever writes into a pipe holds up nobody.
    private func readOn() throws -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&entry, 1, 0) > 0 else { return false }
        let count = unsafe read(descriptor, &piece, piece.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return false }
        guard count >= 0 else { throw CommandFailure(.badInput, "\(path): cannot be read") }
        do { traffic.add(try reader.feed(piece[..<count], isLast: count == 0), isLast: count == 0) } catch {
            throw CommandFailure(.badInput, "\(error)")
        }
        return true
    }
}
