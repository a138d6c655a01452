/// A program of `tagalong up` that keeps a session on the private broker, for which messages wait while it is away.
///
/// Whoever connects with a session's client id ends it, and with "clean start" throws away what waits. So each of them has
/// a credential of its own, and an id of 128 random bits that the broker takes from that credential only.
public enum OwnService: CaseIterable, Hashable, Sendable {
    /// The history service.
    case history
    /// What looks after the credentials.
    case credentials

    /// Its user; also the client id that it had before ids were random.
    public var user: String { "tagalong-\(fileName)" }

    var fileName: String {
        switch self {
        case .history: "history"
        case .credentials: "credentials"
        }
    }

    var title: String {
        switch self {
        case .history: "the history service"
        case .credentials: "looks after the credentials"
        }
    }

    /// An id that nobody can guess.
    func generatedID() -> String {
        let digits = (0..<4).map { _ in
            let part = String(UInt32.random(in: 0 ... .max), radix: 16)
            return String(repeating: "0", count: 8 - part.count) + part
        }
        return "\(user)-\(digits.joined())"
    }
}
