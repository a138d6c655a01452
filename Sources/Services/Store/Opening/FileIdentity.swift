import Glibc

/// Which file a path leads to, whatever its name.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    /// Nil when there is no file.
    init?(path: String) {
        var found = stat()
        guard unsafe stat(path, &found) == 0 else { return nil }
        device = UInt64(found.st_dev)
        number = UInt64(found.st_ino)
    }
}
