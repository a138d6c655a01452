import Synchronization

/// The connections of a database that nobody uses at this moment, to be used again.
final class IdleSessions: Sendable {
    private let sessions = Mutex<[PostgresSession]>([])
    /// So many are kept.
    private static let most = 4

    /// One that the server has not ended since, as when it was restarted; nil for none.
    func take() -> PostgresSession? {
        while let session = sessions.withLock({ $0.popLast() }) {
            if session.lives() { return session }
        }
        return nil
    }

    func keep(_ session: PostgresSession) {
        guard session.isSound else { return }
        sessions.withLock { sessions in
            if sessions.count < Self.most { sessions.append(session) }
        }
    }
}
