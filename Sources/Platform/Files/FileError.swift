internal import Glibc

/// Why a file could not be read or written, in one sentence.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was being done.
    public enum Action: String, Hashable, Sendable {
        case opening, reading, writing, replacing, locking
        case making = "making the file"
        case makingDirectory = "making the directory"
        case openingLock = "opening the lock"
        case syncing = "writing to the disk"
    }

    public let path: String
    public let action: Action
    /// What the system says, an `errno`; 0 when a file is longer than it may be.
    public let code: Int32
    /// The most bytes that are read of a file that does not tell its length.
    public let limit: Int

    init(_ path: String, _ action: Action, code: Int32 = errno, limit: Int = 0) {
        self.path = path
        self.action = action
        self.code = code
        self.limit = limit
    }

    /// The system's reason, without path.
    public var reason: String {
        code == 0
            ? "this has no end: at most \(limit >> 20) MiB are expected" : unsafe String(cString: strerror(code))
    }

    public var description: String {
        switch action {
        case .opening, .reading: "\(path) cannot be read: \(reason)"
        default: "\(path) cannot be written: \(reason)"
        }
    }
}
