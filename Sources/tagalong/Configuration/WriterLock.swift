import Foundation

/// Keeps a second history service from a database; held until the process ends, however it ends.
struct WriterLock {
    /// Takes the lock.
    ///
    /// - Parameter path: The database.
    /// - Throws: ``CommandFailure`` when another process has it.
    static func take(for path: String) throws(CommandFailure) {
        let file = path + ".lock"
        let descriptor = unsafe open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure(
                .failure,
                "\(file): the file cannot be made: \(unsafe String(cString: strerror(errno)))"
            )
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw CommandFailure(.failure, "\(path): another history service writes this database already")
        }
    }
}
