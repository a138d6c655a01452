import Foundation

/// A file that is there whole or not at all: it is written under another name beside, and renamed when it is complete.
struct PlacedFile {
    let path: String

    /// The name while it is being written; one that a killed process left behind is replaced.
    private var temporary: String { path + ".part" }

    /// Writes the file, for its owner alone.
    ///
    /// - Parameter body: Writes the file of the name it is given, which is there and empty.
    /// - Throws: What the body throws, or ``CommandFailure``; then nothing is left of it.
    func write(_ body: (_ temporary: String) throws -> Void) throws {
        try prepare(body)
        try place()
    }

    /// Writes the file under its other name.
    ///
    /// - Parameter body: Writes the file of the name it is given, which is there and empty.
    /// - Throws: What the body throws, or ``CommandFailure``; then nothing is left of it.
    func prepare(_ body: (_ temporary: String) throws -> Void) throws {
        close(try begin())
        do {
            try body(temporary)
            try Self.synchronise(temporary)
        } catch {
            discard()
            throw error
        }
    }

    /// Makes the file under its other name, empty.
    ///
    /// - Returns: A descriptor to write it with.
    /// - Throws: ``CommandFailure``.
    func begin() throws -> Int32 {
        discard()
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(temporary) }
        return descriptor
    }

    /// Gives the file its name, in one step.
    ///
    /// - Throws: ``CommandFailure``.
    func place() throws {
        guard unsafe rename(temporary, path) == 0 else {
            let failure = Self.failure(path)
            discard()
            throw failure
        }
        try Self.synchronise(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    /// Takes away what was written under the other name.
    func discard() {
        for suffix in ["", "-journal", "-wal", "-shm"] { unsafe unlink(temporary + suffix) }
    }

    /// Waits until a file, or the names in a directory, are on the disk.
    static func synchronise(_ path: String) throws {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(path) }
    }

    /// Whether two paths lead to one file.
    static func areSame(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard unsafe stat(one, &first) == 0, unsafe stat(other, &second) == 0 else { return false }
        return first.st_ino == second.st_ino && first.st_dev == second.st_dev
    }

    static func failure(_ path: String) -> CommandFailure {
        CommandFailure(.failure, "\(path) cannot be written: \(unsafe String(cString: strerror(errno)))")
    }
}
