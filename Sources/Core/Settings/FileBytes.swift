import Files
import Foundation
import Glibc

/// Whole files, read at once.
package enum FileBytes {
    /// The bytes of a file; of a pipe or a device, all that comes until its end.
    ///
    /// - Throws: ``SettingsError`` that says why it cannot be read.
    package static func read(_ path: String) throws(SettingsError) -> [UInt8] {
        let bytes: [UInt8]?
        do throws(FileError) { bytes = try FileReader.read(path) } catch {
            throw SettingsError(file: path, message: sentence(error))
        }
        guard let bytes else { throw SettingsError(file: path, message: "there is no such file") }
        return bytes
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

    /// All that comes from standard input until its end.
    ///
    /// - Throws: ``SettingsError`` that says why it cannot be read.
    package static func standardInput(named name: String) throws(SettingsError) -> [UInt8] {
        do throws(FileError) { return try FileReader.standardInput(named: name) } catch {
            throw SettingsError(file: name, message: error.reason)
        }
    }

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

    private static func sentence(_ error: FileError) -> String {
        switch error.code {
        case EISDIR: "this is a directory, a file is expected"
        case EACCES: "the file may not be read by this user"
        default: error.reason
        }
    }
}
