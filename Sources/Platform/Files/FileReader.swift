internal import Glibc

/// Reads files as a whole.
public enum FileReader {
    /// The bytes of a file; of a pipe or a device, all that comes until its end; nil when there is no such file.
    ///
    /// The limit holds for what does not tell its length: a device such as `/dev/zero` has no end.
    /// - Throws: ``FileError``.
    public static func read(_ path: String, limit: Int = 256 << 20) throws(FileError) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw FileError(path, .opening)
        }
        defer { close(descriptor) }
        var status = stat()
        let isRegular = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        let expected = isRegular ? Int(status.st_size) : 0
        return try all(descriptor, named: path, limit: isRegular ? .max : limit, expected: expected)
    }

    /// How much there is of a file.
    public enum Extent: Hashable, Sendable {
        case bytes(Int)
        /// As of a pipe: nobody knows before its end.
        case open
    }

    /// How much there is of a file, wherever a link leads; nil when there is none.
    public static func extent(of path: String) -> Extent? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return status.st_mode & S_IFMT == S_IFREG ? .bytes(Int(status.st_size)) : .open
    }

    /// Where a name leads once every link on the way is followed; nil when there is nothing.
    public static func destination(of path: String) -> String? {
        guard let found = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }

    /// Whether links lead from a name in a directory to something that is not in it; false where there is nothing.
    public static func leads(_ path: String, outOf directory: String) -> Bool {
        guard let end = destination(of: path), let home = destination(of: directory) else { return false }
        return !end.hasPrefix(home.hasSuffix("/") ? home : home + "/")
    }

    /// When a file was changed last, in nanoseconds since 1970; nil when there is none.
    public static func changed(_ path: String) -> Int? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
    }

    /// All that comes from standard input, called by a name in errors, until its end.
    public static func standardInput(named name: String, limit: Int = 256 << 20) throws(FileError) -> [UInt8] {
        try all(STDIN_FILENO, named: name, limit: limit, expected: 0)
    }

    private static func all(
        _ descriptor: Int32, named name: String, limit: Int, expected: Int
    ) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(expected)
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe Glibc.read(descriptor, &block, block.count)
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError(name, .reading) }
            guard bytes.count + count <= limit else { throw FileError(name, .reading, code: 0, limit: limit) }
            bytes += block[..<count]
        }
    }
}
