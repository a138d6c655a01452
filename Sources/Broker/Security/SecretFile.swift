internal import FoundationEssentials
internal import Glibc

/// Files that only their owner may read, replaced as a whole.
enum SecretFile {
    /// The bytes of a file; nil when there is none.
    static func read(_ path: String) throws(BrokerError) -> [UInt8]? {
        if unsafe access(path, F_OK) != 0 {
            let trouble = errno
            if trouble == ENOENT || trouble == ENOTDIR { return nil }
            throw .cannotRead(path, reason: unsafe String(cString: strerror(trouble)))
        }
        do {
            return try [UInt8](Data(contentsOf: URL(filePath: path)))
        } catch {
            throw .cannotRead(path, reason: "\(unsafe String(cString: strerror(errno)))")
        }
    }

    /// The first line of a file; nil when there is none.
    static func line(_ path: String) throws(BrokerError) -> String? {
        guard let bytes = try read(path) else { return nil }
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return line.isEmpty ? nil : line
    }

    /// Puts bytes in the place of a file: after a crash it has the old ones or the new ones.
    static func write(_ bytes: [UInt8], to path: String) throws(BrokerError) {
        let temporary = "\(path).new"
        _ = unsafe unlink(temporary)
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(path) }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0, unsafe rename(temporary, path) == 0 else { throw failure(path) }
    }

    static func write(_ text: String, to path: String) throws(BrokerError) {
        try write(Array(text.utf8), to: path)
    }

    static func remove(_ path: String) {
        _ = unsafe unlink(path)
    }

    /// Makes a directory for its owner alone.
    static func makeDirectory(_ path: String) throws(BrokerError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch { throw failure(path) }
    }

    private static func failure(_ path: String) -> BrokerError {
        .cannotWrite(path, reason: unsafe String(cString: strerror(errno)))
    }
}
