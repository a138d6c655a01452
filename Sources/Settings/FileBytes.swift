import Foundation
import Glibc

/// Whole files, read at once.
package enum FileBytes {
    /// The bytes of a file; of a pipe or a device, all that comes until its end.
    ///
    /// - Throws: ``SettingsError`` that says why it cannot be read.
    package static func read(_ path: String) throws(SettingsError) -> [UInt8] {
        // Foundation takes the size that the system tells for the length, which is 0 for what has none.
        if try isStream(path) { return try stream(path) }
        do {
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw SettingsError(file: path, message: reason(for: error, path: path))
        }
    }

    /// Whether there is a file, and not a directory.
    ///
    /// - Throws: ``SettingsError``, see ``isThere(_:)``.
    package static func exists(_ path: String) throws(SettingsError) -> Bool {
        guard let mode = try mode(path) else { return false }
        return mode & S_IFMT != S_IFDIR
    }

    /// Whether there is anything of a name.
    ///
    /// - Throws: ``SettingsError`` when that cannot be known, as below a directory that is closed to this user.
    package static func isThere(_ path: String) throws(SettingsError) -> Bool { try mode(path) != nil }

    /// Whether something is there that is neither a file of known length nor a directory.
    private static func isStream(_ path: String) throws(SettingsError) -> Bool {
        guard let mode = try mode(path) else { return false }
        return ![S_IFREG, S_IFDIR].contains(mode & S_IFMT)
    }

    private static func stream(_ path: String) throws(SettingsError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SettingsError(file: path, message: unsafe String(cString: strerror(errno))) }
        defer { _ = close(descriptor) }
        return try readAll(descriptor, named: path)
    }

    /// All that comes from standard input until its end.
    ///
    /// - Throws: ``SettingsError`` that says why it cannot be read.
    package static func standardInput(named name: String) throws(SettingsError) -> [UInt8] {
        try readAll(STDIN_FILENO, named: name)
    }

    private static func readAll(_ descriptor: Int32, named name: String) throws(SettingsError) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe block.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw SettingsError(file: name, message: unsafe String(cString: strerror(errno)))
            }
            guard bytes.count + count <= longest else {
                throw SettingsError(file: name, message: "this has no end: at most \(longest >> 20) MiB are expected")
            }
            bytes += block[..<count]
        }
    }

    /// How many bytes are read of what does not tell its length: a device such as `/dev/zero` has no end.
    private static let longest = 256 << 20

    /// What the system says of a file; nil when there is none.
    private static func mode(_ path: String) throws(SettingsError) -> mode_t? {
        var status = stat()
        if unsafe stat(path, &status) == 0 { return status.st_mode }
        let trouble = errno
        if trouble == ENOENT || trouble == ENOTDIR { return nil }
        throw SettingsError(file: path, message: unsafe String(cString: strerror(trouble)))
    }

    /// Whether there is a directory.
    package static func isDirectory(_ path: String) -> Bool {
        var isDirectory = ObjCBool(false)
        return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
    }

    /// The names of all that is in a directory, in order.
    ///
    /// - Throws: ``SettingsError`` that says why it cannot be read.
    package static func names(in directory: String) throws(SettingsError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        } catch {
            let isThere = FileManager.default.fileExists(atPath: directory)
            let reason = isThere ? "a directory that can be read is expected" : "there is no such directory"
            throw SettingsError(file: directory, message: reason)
        }
    }

    private static func reason(for error: any Error, path: String) -> String {
        var isDirectory = ObjCBool(false)
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            return "there is no such file"
        }
        if isDirectory.boolValue { return "this is a directory, a file is expected" }
        if (error as? CocoaError)?.code == .fileReadNoPermission { return "the file may not be read by this user" }
        return "the file cannot be read"
    }
}
