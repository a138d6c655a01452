internal import GRDB
internal import Store
internal import Synchronization

/// Whether anybody has to log in, as it was when somebody last wrote.
///
/// Of a file it is asked only on the queue of its database, where nothing comes between a question and its answer.
final class ProtectionMemory: Sendable {
    private let memory = Mutex<(version: Int, isProtected: Bool)?>(nil)
    private let newest = Mutex<Bool?>(nil)

    /// What was found last, wherever that was.
    var last: Bool? { newest.withLock { $0 } }

    func note(_ isProtected: Bool) { newest.withLock { $0 = isProtected } }

    func isProtected(_ database: Database) throws -> Bool {
        // Another number when another connection, such as that of a command, has written; our own writes say so below.
        let request = SQLRequest<Int>(sql: "PRAGMA data_version", cached: true)
        let version = try request.fetchOne(database) ?? 0
        if let known = memory.withLock({ $0 }), known.version == version { return known.isProtected }
        let isProtected = try SQLSession(database).isProtected()
        memory.withLock { $0 = (version, isProtected) }
        note(isProtected)
        return isProtected
    }

    /// This connection writes.
    func clear() { memory.withLock { $0 = nil } }
}

extension SQLSession {
    /// Whether anybody can log in, with a passcode or in another way, and so has to.
    func isProtected() throws -> Bool {
        try value("SELECT EXISTS (SELECT 1 FROM accounts WHERE \(Self.canLogIn))") ?? false
    }
}
