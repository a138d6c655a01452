import Files
import Foundation

/// A file that tells where things were, and that is therefore made for its owner alone.
///
/// One that is there already keeps the mode that it has: somebody may have let others read it on purpose.
enum PrivateFile {
    /// Opens a file to be written from the beginning; pipes, terminals and `/dev/stdout` are opened as they are.
    static func writer(_ path: String) throws(CommandFailure) -> FileWriter {
        do throws(FileError) { return try FileWriter(overwriting: path) } catch { throw failure(path, error.reason) }
    }

    /// Writes a text as the whole of a file.
    static func write(_ text: String, to path: String) throws(CommandFailure) {
        let writer = try writer(path)
        do throws(FileError) {
            try writer.write(Array(text.utf8))
            try writer.flush()
        } catch { throw failure(path, error.reason) }
    }

    /// What is there, a link being one itself; nil for nothing.
    static func status(of path: String) -> (isRegular: Bool, mode: mode_t)? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        let isRegular = attributes[.type] as? FileAttributeType == .typeRegular
        return (isRegular, (attributes[.posixPermissions] as? NSNumber).map { mode_t($0.uint32Value) } ?? 0o600)
    }

    static func failure(_ path: String, _ reason: String) -> CommandFailure {
        CommandFailure(.failure, "\(path) cannot be written: \(reason)")
    }
}
