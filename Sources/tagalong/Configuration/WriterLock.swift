import Foundation

/// Keeps a second writer from a database; held until the process ends, however it ends.
///
/// Beside the lock stands, in the same file, where the service that has it listens for HTTP.
struct WriterLock {
    private let descriptor: Int32

    @discardableResult
    static func acquire(for store: StoreChoice) throws(CommandFailure) -> WriterLock {
        try acquire(for: store.files, of: store.path)
    }

    /// The same by the path beside which the lock lies.
    @discardableResult
    static func acquire(for path: String, of database: String? = nil) throws(CommandFailure) -> WriterLock {
        guard let lock = try attempt(path) else {
            throw CommandFailure(.failure, "\(database ?? path): another history service writes this database already")
        }
        return lock
    }

    /// Takes the lock of a database; nil when another process has it.
    static func attempt(_ path: String) throws(CommandFailure) -> WriterLock? {
        let file = file(of: path)
        let descriptor = unsafe open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure(
                .failure,
                "\(file): the file cannot be made: \(unsafe String(cString: strerror(errno)))"
            )
        }
        // One that only looks whether the lock is taken has it for a moment.
        for attempt in 0..<20 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                ftruncate(descriptor, 0)
                return WriterLock(descriptor: descriptor)
            }
            if attempt < 19 { usleep(10_000) }
        }
        close(descriptor)
        return nil
    }

    /// Says where, such as `http://127.0.0.1:8467`, the process that has the lock listens, and the key that lets a
    /// command of the same user in.
    ///
    /// Only who may write the database may read the file, and so the key.
    func announce(_ address: String, key: String) {
        let bytes = Array("\(address)\n\(key)\n".utf8)
        ftruncate(descriptor, 0)
        _ = unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    /// What the process that has the lock of a database says of itself: where it listens, and the key that lets one in.
    ///
    /// Nil when none has it, empty when it says nothing.
    static func announcement(for path: String) -> (address: String, key: String)? {
        let file = file(of: path)
        let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return nil }
        let lines = (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: "\n").map(String.init) ?? []
        return (lines.first ?? "", lines.dropFirst().first ?? "")
    }

    /// Links that lead to the same database lead to the same lock.
    private static func file(of path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path + ".lock"
    }
}
