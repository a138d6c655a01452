import Foundation

/// A file that tells where things were, and that is therefore made for its owner alone.
///
/// One that is there already keeps the mode that it has: somebody may have let others read it on purpose.
enum PrivateFile {
    /// The mode of a new file.
    static let mode: mode_t = 0o600

    /// Opens a file to be written from the beginning; pipes, terminals and `/dev/stdout` are opened as they are.
    ///
    /// - Parameter path: The file.
    /// - Returns: What writes it, and closes it at its end; nil when it cannot be opened, with the reason in `errno`.
    static func handle(_ path: String) -> FileHandle? {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        return descriptor < 0 ? nil : FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Writes a text.
    ///
    /// - Parameters:
    ///   - text: The whole of the file.
    ///   - path: The file.
    /// - Throws: ``CommandFailure``.
    static func write(_ text: String, to path: String) throws(CommandFailure) {
        guard let handle = handle(path) else { throw failure(path, unsafe String(cString: strerror(errno))) }
        do {
            try handle.write(contentsOf: Data(text.utf8))
            try handle.close()
        } catch { throw failure(path, error.localizedDescription) }
    }

    /// What is there, a link being one itself; nil for nothing.
    static func status(of path: String) -> (isRegular: Bool, mode: mode_t)? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        let isRegular = attributes[.type] as? FileAttributeType == .typeRegular
        return (isRegular, (attributes[.posixPermissions] as? NSNumber).map { mode_t($0.uint32Value) } ?? mode)
    }

    static func failure(_ path: String, _ reason: String) -> CommandFailure {
        CommandFailure(.failure, "\(path) cannot be written: \(reason)")
    }
}
