import Bluetooth
import Files
import JSON
import Tracking

/// The file that a scan is recorded to, for its owner alone.
final class RecordingFile {
    private let file: FileWriter
    private let path: String
    private var recording: ScanRecording

    /// Makes the file, or empties the one that is there, and writes its first line.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be written.
    init(path: String, library: ProfileLibrary, from start: Timestamp) throws(CommandFailure) {
        self.path = path
        file = try PrivateFile.writer(path)
        recording = ScanRecording(library: library, from: start)
        try write(recording.heading)
    }

    /// Adds the line of a sighting.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be written.
    func record(_ sighting: Sighting, at time: Timestamp) throws(CommandFailure) {
        try write(recording.line(sighting, at: time))
    }

    private func write(_ line: JSONValue) throws(CommandFailure) {
        do throws(FileError) {
            try file.write(Array((line.line + "\n").utf8))
        } catch { throw PrivateFile.failure(path, error.reason) }
    }

    /// - Throws: ``CommandFailure`` when something is left that cannot be written.
    func close() throws(CommandFailure) {
        do throws(FileError) { try file.flush() } catch { throw PrivateFile.failure(path, error.reason) }
    }
}
