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
    /// - Returns: The database, and the lock that keeps it for this process alone.
    /// - Throws: ``StoreError``, or ``CommandFailure`` when another process writes it.
    func openForWriting() throws -> (store: Store, lock: WriterLock) {
        if let directory { try Directories.create(directory) }
        // The lock first: what is put in the place of a database is put there under it.
        let lock = try WriterLock.take(for: path)
        return (try Store(path: path, mode: .readWrite(create: true)), lock)
    }

    /// Opens the database that is there for a change by a command, while no service runs.
    ///
    /// - Returns: The database, this process's alone.
    /// - Throws: ``StoreError``, or ``CommandFailure`` when there is none yet or another process writes it.
    func openForChange() throws -> Store {
        try expectFile()
        try WriterLock.take(for: path)
        return try Store(path: path, mode: .readWrite(create: false))
    }

    /// Opens the database for reading, beside a service that writes it.
    ///
    /// - Throws: ``StoreError``, or ``CommandFailure`` when there is none yet.
    func openForReading() throws -> Store {
        try expectFile()
        return try Store(path: path, mode: .readOnly)
    }

    private func expectFile() throws(CommandFailure) {
        guard FileManager.default.fileExists(atPath: path) else {
            let sentence =
                "\(path): there is no database yet; the history service makes it (tagalong up, or tagalong history)"
            throw CommandFailure(.failure, sentence)
        }
    }
}
