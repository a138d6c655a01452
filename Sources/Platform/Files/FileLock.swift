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

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// Takes it where nobody else has it; nil where somebody has, or where the file was taken away meanwhile.
    ///
    /// A link is not followed.
    public static func attempt(_ path: String) throws(FileError) -> FileLock? {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileError(path, .openingLock) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let error = FileError(path, .locking)
            close(descriptor)
            if error.code == EWOULDBLOCK { return nil }
            throw error
        }
        // Who had it before may have removed it between the two.
        var (mine, named) = (stat(), stat())
        guard unsafe fstat(descriptor, &mine) == 0, unsafe lstat(path, &named) == 0, mine.st_ino == named.st_ino,
            mine.st_dev == named.st_dev
        else {
            close(descriptor)
            return nil
        }
        return FileLock(descriptor: descriptor)
    }

    /// Lets others have it.
    public func release() { close(descriptor) }
}
