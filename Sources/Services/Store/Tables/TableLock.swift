internal import Synchronization

/// A lock on the server that lasts as long as its connection does, and this value.
package final class TableLock: Sendable {
    private let session: Mutex<PostgresSession?>

    init(_ session: PostgresSession) { self.session = Mutex(session) }

    /// Whether the connection stands that it is of: otherwise another process may have it by now.
    package var holds: Bool { session.withLock { $0?.lives() ?? false } }

    /// Gives it to the next one; a second time does nothing.
    package func release() {
        session.withLock { session in
            // Said, so that the next one has it at once; where that fails, the end of the connection ends the lock.
            if let session, session.lives() {
                session.begin("BEGIN")
                _ = try? session.rows("SELECT pg_advisory_unlock_all()")
                try? session.commit()
            }
            session = nil
        }
    }
}
