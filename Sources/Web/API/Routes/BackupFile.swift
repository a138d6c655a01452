import Foundation
import HTTPTypes
import Store
import Web

/// A copy of a database of one moment, in a file beside it that has no name any more once it is whole.
///
/// It is gone with this object, or with the process.
final class BackupFile: Sendable {
    private let handle: FileHandle

    /// Bytes that are left on the disk for those who write the database.
    private static let reserve = 200_000_000
    private static let piece = 1 << 18
    private static let prefix = ".tagalong-backup-"

    static let noSpace = Problem(
        .init(code: 507, reasonPhrase: "Insufficient Storage"),
        "the disk of the database has too little space for a copy of it; 'tagalong backup' writes to another disk"
    )

    /// Refuses what there is no room for: the copy lies beside the database until it is sent.
    ///
    /// - Throws: ``Problem`` or ``StoreError``.
    static func expectSpace(for store: Store) throws {
        guard let size = try StoreMetrics(store: store).size() else {
            throw Problem(.conflict, "the history of this service is in memory only: there is nothing to back up")
        }
        let system = try? FileManager.default.attributesOfFileSystem(forPath: directory(of: store).path)
        guard let free = (system?[.systemFreeSize] as? NSNumber)?.intValue else { return }
        if free < size.file + size.log + reserve { throw noSpace }
    }

    /// Copies a database, and checks the copy.
    ///
    /// One is made at a time, so what is there already was left by a process that was killed, and is removed.
    ///
    /// - Throws: ``StoreError``, or `CancellationError` when nobody waits for it any more.
    init(of store: Store) throws {
        let directory = Self.directory(of: store)
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path)
        where name.hasPrefix(Self.prefix) {
            try? FileManager.default.removeItem(at: directory.appending(path: name))
        }
        let draft = directory.appending(path: "\(Self.prefix)\(UInt64.random(in: .min ... .max))").path
        // Nobody else may read it, not even while it is made.
        let mode: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: draft, contents: nil, attributes: mode) else { throw Self.noSpace }
        defer { try? FileManager.default.removeItem(atPath: draft) }
        try store.backUp(to: draft) { _, _ in try Task.checkCancellation() }
        handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: draft))
    }

    /// The next bytes, nil at the end; for one task at a time.
    func next() throws -> Data? {
        let piece = try handle.read(upToCount: Self.piece)
        return piece?.isEmpty == true ? nil : piece
    }

    private static func directory(of store: Store) -> URL {
        URL(fileURLWithPath: store.workDirectory)
    }
}
