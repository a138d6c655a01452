internal import Glibc

/// A file that is there whole or not at all: it is written under another name beside, and renamed when it is complete.
///
/// Whoever opens the file finds the old bytes or the new ones, after a crash too.
public struct FileDraft: Hashable, Sendable {
    /// The name that the file will have.
    public let path: String
    /// The name while it is being written; one that a killed process left behind is replaced.
    public let draft: String

    /// A file that is to be written, with a suffix behind its name while it is.
    public init(of path: String, suffix: String = ".new") {
        self.path = path
        draft = path + suffix
    }

    /// Puts other bytes in the place of a file, which only its owner may read.
    ///
    /// - Throws: ``FileError``; then the file is as before, unless the disk refuses what ``place()`` has done.
    public static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        let file = FileDraft(of: path)
        do throws(FileError) {
            let writer = try file.begin()
            try writer.write(bytes)
            try writer.finish()
        } catch {
            file.discard()
            throw error
        }
        try file.place()
    }

    /// Makes the draft, empty, for those who may read and write it.
    public func begin(mode: UInt32 = 0o600) throws(FileError) -> FileWriter {
        discard()
        return try FileWriter(making: draft, of: path, mode: mode)
    }

    /// Gives the file its name, in one step, and waits until that is on the disk where the directory may be read.
    ///
    /// - Throws: ``FileError``; then the draft is gone. Where the action is ``FileError/Action/syncing`` the file has its
    ///   name already, and may lose it with the power.
    public func place() throws(FileError) {
        guard unsafe rename(draft, path) == 0 else {
            let error = FileError(path, .replacing)
            discard()
            throw error
        }
        do throws(FileError) {
            try Self.synchronise(Directory.parent(of: path))
        } catch {
            // Whoever may make a file in a directory, and not read it, cannot wait for it: that is no failure of the file.
            guard error.code == EACCES else { throw error }
        }
    }

    /// Takes away the draft.
    public func discard() { Self.remove(draft) }

    /// Takes away a file if it is there.
    public static func remove(_ path: String) { _ = unsafe unlink(path) }

    /// Waits until a file, or the names in a directory, are on the disk.
    public static func synchronise(_ path: String) throws(FileError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path, .syncing) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError(path, .syncing) }
    }
}
