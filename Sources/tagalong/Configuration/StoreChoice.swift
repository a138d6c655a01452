import Store

/// The database of one call.
struct StoreChoice: Hashable, Sendable {
    let path: String
    /// The data directory, when the database lies at its usual place in it.
    let directory: String?

    init(_ options: StoreOptions, _ settings: CommandSettings) throws {
        if let given = try settings.value(.store, flag: options.store) {
            path = given.path
            directory = nil
        } else {
            path = "\(settings.dataDirectory)/history.sqlite"
            directory = settings.dataDirectory
        }
    }

    /// Takes the database for this process alone, and makes its usual directory when that is missing.
    func lock() throws(CommandFailure) -> WriterLock {
        if let directory { try Directories.create(directory) }
        return try WriterLock.acquire(for: path)
    }

    /// Opens the database for the history service, and makes it when it is missing: what is put in the place of a
    /// database is put there under the same lock.
    ///
    /// - Throws: ``StoreError``.
    func openForWriting(under lock: WriterLock) throws -> Store {
        try Store(path: path, mode: .readWrite(create: true))
    }

    /// Opens the database that is there for a change by a command, for this process alone, while no service runs.
    ///
    /// - Throws: ``StoreError``, or ``CommandFailure`` when there is none yet or another process writes it.
    func openForChange() throws -> Store {
        try expectFile()
        try WriterLock.acquire(for: path)
        return try Store(path: path, mode: .readWrite(create: false))
    }

    /// Opens the database for reading, beside a service that writes it.
    ///
    /// - Throws: ``StoreError``, or ``CommandFailure`` when there is none yet.
    func openForReading() throws -> Store {
        try expectFile()
        return try Store(path: path, mode: .readOnly)
    }

    func isThere() throws(CommandFailure) -> Bool { try Directories.isThere(path) }

    private func expectFile() throws(CommandFailure) {
        guard try isThere() else {
            let sentence =
                "\(path): there is no database yet; the history service makes it (tagalong up, or tagalong history)"
            throw CommandFailure(.failure, sentence)
        }
    }
}
