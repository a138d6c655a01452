import Store

/// The database of one call: SQLite's in a file, or PostgreSQL's.
struct StoreChoice: Hashable, Sendable {
    /// The file, or the address of the server without its password, as it stands in messages.
    let path: String
    /// The file, or the whole address.
    let address: String
    /// The data directory, when the database lies at its usual place in it, or on a server.
    let directory: String?
    /// The path beside which the service that writes the database keeps its own files, such as its lock: the database, or
    /// for one on a server a name in the data directory.
    let files: String

    init(_ options: StoreOptions, _ settings: CommandSettings) throws {
        if let given = try settings.value(.store, flag: options.store) {
            try self.init(given, settings)
        } else {
            let usual = "\(settings.dataDirectory)/history.sqlite"
            self.init(path: usual, address: usual, directory: settings.dataDirectory, files: usual)
        }
    }

    private init(path: String, address: String, directory: String?, files: String) {
        (self.path, self.address, self.directory, self.files) = (path, address, directory, files)
    }

    /// The database that somebody names.
    ///
    /// - Throws: ``CommandFailure`` for what is neither a file nor an address.
    init(_ given: Given, _ settings: CommandSettings) throws(CommandFailure) {
        guard !PostgresPlace.isMisspelt(given.text) else {
            throw CommandFailure(
                .badInput,
                "\(given.origin): a file is expected, or an address such as postgres://user@host/database?schema=name"
            )
        }
        if let server = PostgresPlace(given.text) {
            let directory = settings.dataDirectory
            self.init(
                path: server.description, address: given.text, directory: directory,
                files: "\(directory)/\(server.fileName)"
            )
        } else {
            let prefix = "sqlite:"
            let text = given.text.hasPrefix(prefix) ? String(given.text.dropFirst(prefix.count)) : given.text
            let file = Given(text: text, origin: given.origin).path
            self.init(path: file, address: file, directory: nil, files: file)
        }
    }

    /// Whether the database is a server's, and no file.
    var isOnServer: Bool { files != path }

    /// Takes the database for this process alone, and makes its usual directory when that is missing.
    ///
    /// On a server, from the other processes of this machine; from those of others it is taken when it is opened.
    func lock() throws(CommandFailure) -> WriterLock {
        if let directory { try Directories.create(directory) }
        return try WriterLock.acquire(for: self)
    }

    /// Opens the database for the history service, and makes it when it is missing: what is put in the place of a
    /// database is put there under the same lock.
    ///
    /// - Throws: ``StoreError``.
    func openForWriting(under lock: WriterLock) throws -> Store {
        if isOnServer, let count = try? WorkOverview(path: address).count {
            throw CommandFailure(
                .badInput,
                "\(path): its owners are spread over \(count) partitions, each with a session on the broker; "
                    + "start it with --partitions \(count)"
            )
        }
        return try Store(path: address, mode: .readWrite(create: true))
    }

    /// Opens the database that is there for a change by a command, for this process alone, while no service runs.
    ///
    /// - Throws: ``StoreError``, or ``CommandFailure`` when there is none yet or another process writes it.
    func openForChange() throws -> Store {
        try expectFile()
        _ = try lock()
        do { return try Store(path: address, mode: .readWrite(create: false)) } catch let error as StoreError {
            guard error.reason == .busy, isOnServer, let workers = try? WorkOverview(path: address).workers.map(\.name),
                !workers.isEmpty
            else { throw error }
            let names = workers.joined(separator: ", ")
            throw CommandFailure(.failure, "\(error); it is shared by the workers \(names): end them first")
        }
    }

    /// Refuses to move what has still to come to its place.
    func expectNoStrays() throws {
        guard isOnServer, let strays = try? WorkOverview(path: address).strays, strays > 0 else { return }
        throw CommandFailure(
            .failure, "\(path): \(strays) messages wait for the partitions of their owners: run the workers once more"
        )
    }

    /// Opens the database for reading, beside a service that writes it.
    ///
    /// - Throws: ``StoreError``, or ``CommandFailure`` when there is none yet.
    func openForReading() throws -> Store {
        try expectFile()
        return try Store(path: address, mode: .readOnly)
    }

    /// Whether the database is there; of one on a server that is known when it is opened.
    func isThere() throws(CommandFailure) -> Bool {
        if isOnServer { return true }
        return try Directories.isThere(path)
    }

    /// Refuses a database on a server where a file is needed.
    func expectToBeFile(_ instead: String) throws(CommandFailure) {
        guard isOnServer else { return }
        throw CommandFailure(.badInput, "\(path): the database is PostgreSQL's, which \(instead)")
    }

    private func expectFile() throws(CommandFailure) {
        guard try isThere() else {
            let sentence =
                "\(path): there is no database yet; the history service makes it (tagalong up, or tagalong history)"
            throw CommandFailure(.failure, sentence)
        }
    }
}
