import Foundation
import Glibc

/// Whole files, read at once.
package enum FileBytes {
    /// The bytes of a file.
    ///
    /// - Throws: ``SettingsError`` that says why it cannot be read.
    package static func read(_ path: String) throws(SettingsError) -> [UInt8] {
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
