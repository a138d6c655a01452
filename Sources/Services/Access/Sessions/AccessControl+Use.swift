internal import Store
internal import Tracking

extension AccessControl {
    /// What is shown with each request.
    enum SecretKind {
        case session, token

        fileprivate var table: String { self == .session ? "sessions" : "tokens" }
    }

    /// Notes when a session or a token was last used, to the minute: a page asks often, and writing takes time.
    func noteUse(of credential: SecretKind, _ secret: AccessSecret, last: Timestamp?, at now: Timestamp) {
        // Also when the clock was set back.
        if let last, abs(now.milliseconds - last.milliseconds) < 60_000 { return }
        // A full disk is no reason to keep somebody out.
        try? database.write { database in
            try database.execute(
                "UPDATE \(credential.table) SET used_ms = ? WHERE hash = ?",
                [now.milliseconds, secret.hash]
            )
        }
    }
}
