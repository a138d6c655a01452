import Foundation
import Store

/// The database of one call.
struct StoreChoice: Hashable, Sendable {
    let path: String
    /// The data directory, when the database lies at its usual place in it.
    let directory: String?

    init(_ options: StoreOptions, _ settings: CommandSettings) throws {
        if let given = try settings.value(.store, flag: options.store) {
            (path, directory) = (given.path, nil)
        } else {
            (path, directory) = ("\(settings.dataDirectory)/history.sqlite", settings.dataDirectory)
        }
    }

    /// Opens the database for the history service, and makes it and its usual directory when they are missing.
    ///
    /// - Throws: ``StoreError`` or ``CommandFailure``.
    func openForWriting() throws -> Store {
        if let directory { try Directories.create(directory) }
        return try Store(path: path, mode: .readWrite(create: true))
    }

    /// Opens the database for reading, beside a service that writes it.
    ///
    /// - Throws: ``StoreError``, or ``CommandFailure`` when there is none yet.
    func openForReading() throws -> Store {
        guard FileManager.default.fileExists(atPath: path) else {
            let sentence =
                "\(path): there is no database yet; the history service makes it (tagalong up, or tagalong history)"
            throw CommandFailure(.failure, sentence)
        }
        return try Store(path: path, mode: .readOnly)
    }
}
