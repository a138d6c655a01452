internal import Glibc

/// systemd's journal, when it is where standard error goes.
public struct Journal: Sendable {
    private let socket: UnixDatagram

    /// Where journald listens.
    public static let usualPath = "/run/systemd/journal/socket"

    /// The journal of this process; nil when its standard error leads elsewhere, as to a terminal or a file.
    ///
    /// `JOURNAL_STREAM` is read: device and file number of what the manager had connected.
    public init?(environment: [String: String], path: String = Journal.usualPath) {
        guard let stream = environment["JOURNAL_STREAM"], stream == Self.standardError else { return nil }
        self.init(path: path)
    }

    init?(path: String) {
        guard let socket = UnixDatagram(path: path) else { return nil }
        self.socket = socket
    }

    /// Writes an entry; tells whether journald has it, which takes none larger than its socket's buffer, or in a hurry.
    public func write(_ entry: JournalEntry) -> Bool { socket.send(entry.bytes) }

    private static var standardError: String? {
        var status = stat()
        guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return nil }
        return "\(status.st_dev):\(status.st_ino)"
    }
}
