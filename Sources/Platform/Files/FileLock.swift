internal import Glibc

/// A lock between processes; it ends with the process at the latest.
public struct FileLock: Sendable {
    private let descriptor: Int32

    /// Waits until nobody else has it.
    public init(_ path: String) throws(FileError) {
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(path, .openingLock) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                let error = FileError(path, .locking)
                close(descriptor)
                throw error
            }
        }
    }

    /// Lets others have it.
    public func release() { close(descriptor) }
}
