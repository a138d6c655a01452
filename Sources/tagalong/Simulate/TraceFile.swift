import Files
import Foundation
import Rehearsal
import Synchronization

/// The file of a trace, written in blocks.
final class TraceFile: Sendable {
    private let file: FileWriter
    private let path: String
    private let buffer = Mutex<[UInt8]>([])

    /// - Throws: ``CommandFailure`` when the file cannot be made.
    init(path: String) throws {
        do throws(FileError) { file = try FileWriter(overwriting: path) } catch {
            throw CommandFailure(.badInput, "\(path): cannot be written")
        }
        self.path = path
    }

    var writer: TraceWriter {
        TraceWriter { [self] line in
            try buffer.withLock { buffer in
                buffer += line
                if buffer.count > 1 << 16 { try flush(&buffer) }
            }
        }
    }

    private func flush(_ buffer: inout [UInt8]) throws {
        try told { () throws(FileError) in try file.write(buffer) }
        buffer.removeAll(keepingCapacity: true)
    }

    func close() throws {
        try buffer.withLock { try flush(&$0) }
        try told(file.flush)
    }

    private func told(_ work: () throws(FileError) -> Void) throws(CommandFailure) {
        do throws(FileError) { try work() } catch {
            throw CommandFailure(.failure, "\(path): cannot be written: \(error.reason)")
        }
    }
}
