import Files
import Foundation

/// A place for the database of a run that nobody wants to keep.
///
/// Whoever uses it holds a lock in it, which ends with the process however that ends: the next run removes what nobody
/// holds any more.
struct TemporaryStore {
    private let directory: URL
    private let lock: FileLock?

    private static let beginning = "tagalong-simulate-"
    private static let lockName = "lock"

    /// A new place, below a directory; places there that killed processes have left go.
    ///
    /// - Throws: ``CommandFailure`` when the directory cannot be made.
    init(in parent: URL = FileManager.default.temporaryDirectory) throws(CommandFailure) {
        Self.sweep(parent)
        // Another run that sweeps may take one for left behind that is not locked yet.
        for _ in 0..<20 {
            let directory = parent.appending(path: Self.beginning + UUID().uuidString, directoryHint: .isDirectory)
            do {
                try FileManager.default.createDirectory(
                    at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700]
                )
            } catch {
                throw CommandFailure(.failure, "\(directory.path): cannot be made: \(error.localizedDescription)")
            }
            let file = directory.appending(path: Self.lockName).path
            do throws(FileError) {
                guard let lock = try FileLock.attempt(file) else { continue }
                (self.directory, self.lock) = (directory, lock)
                return
            } catch {
                guard FileManager.default.fileExists(atPath: directory.path) else { continue }
                // Where there are no locks, nobody takes it for left behind either.
                (self.directory, lock) = (directory, nil)
                return
            }
        }
        throw CommandFailure(.failure, "\(parent.path): no directory can be made there that lasts")
    }

    var path: String { directory.appending(path: "history.sqlite").path }

    func remove() {
        try? FileManager.default.removeItem(at: directory)
        lock?.release()
    }

    /// Removes what this user's processes have left that are gone.
    private static func sweep(_ parent: URL) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        for name in names where name.hasPrefix(beginning) {
            let directory = parent.appending(path: name, directoryHint: .isDirectory)
            // Of a link that is what the link itself is.
            let attributes = try? FileManager.default.attributesOfItem(atPath: parent.appending(path: name).path)
            guard attributes?[.type] as? FileAttributeType == .typeDirectory,
                (attributes?[.ownerAccountID] as? NSNumber)?.uint32Value == geteuid(),
                let lock = try? FileLock.attempt(directory.appending(path: lockName).path)
            else { continue }
            try? FileManager.default.removeItem(at: directory)
            lock.release()
        }
    }
}
