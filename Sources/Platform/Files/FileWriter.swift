internal import Glibc

/// Writes a file from its beginning to its end; closes it when nobody holds it any more.
public final class FileWriter: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Opens a draft of a path, which must not be there yet.
    init(making draft: String, of path: String, mode: UInt32) throws(FileError) {
        self.path = path
        descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw FileError(path, .making) }
    }

    /// Opens a file to be written anew; pipes, terminals and `/dev/stdout` are opened as they are, and a file that is
    /// there keeps its mode.
    public init(overwriting path: String, mode: UInt32 = 0o600) throws(FileError) {
        self.path = path
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw FileError(path, .making) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Writes all of the bytes behind what the file has by now.
    public func write(_ bytes: [UInt8]) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError(path, .writing) }
            rest = rest.dropFirst(count)
        }
    }

    /// Has a file system that keeps what is written until a file is closed, such as NFS, take it or refuse it now.
    public func flush() throws(FileError) {
        let other = dup(descriptor)
        guard other >= 0, close(other) == 0 || errno == EINTR else { throw FileError(path, .writing) }
    }

    /// Changes who may read and write the file.
    public func setMode(_ mode: UInt32) { fchmod(descriptor, mode) }

    /// Waits until all of it is on the disk.
    public func finish() throws(FileError) {
        guard fsync(descriptor) == 0 else { throw FileError(path, .syncing) }
    }
}
