internal import Glibc

/// A file of which parts are read, by any number of threads at a time.
public final class FileParts: Sendable {
    public let path: String
    /// Bytes, when it was opened.
    public let length: Int
    private let descriptor: Int32

    /// Opens a file; nil where there is none that tells its length, as of a directory or a pipe.
    ///
    /// - Throws: ``FileError``.
    public init?(_ path: String) throws(FileError) {
        guard case .bytes(let length) = FileReader.extent(of: path) else { return nil }
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path, .opening) }
        (self.path, self.length) = (path, length)
    }

    deinit { close(descriptor) }

    /// The bytes of a part; nil where the file ends before it does.
    ///
    /// - Throws: ``FileError``.
    public func read(at start: UInt64, count: UInt64) throws(FileError) -> [UInt8]? {
        let (end, overflows) = start.addingReportingOverflow(count)
        guard !overflows, end <= UInt64(length) else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        var have = 0
        while have < bytes.count {
            let got = unsafe bytes.withUnsafeMutableBytes { room in
                guard let base = room.baseAddress else { return 0 }
                return unsafe pread(descriptor, base + have, room.count - have, off_t(start) + off_t(have))
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw FileError(path, .reading) }
            // It has become shorter meanwhile.
            guard got > 0 else { return nil }
            have += got
        }
        return bytes
    }
}
