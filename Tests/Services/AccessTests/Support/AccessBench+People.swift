import Tracking

@testable import Access
@testable import Store

extension AccessBench {
    /// Connects two people, each granting the other a level.
    func connect(_ one: Name, _ other: Name, _ level: TrustLevel = TrustLevel()) throws {
        try access.database.write { session in
            for (account, other) in [(one, other), (other, one)] {
                try session.execute(
                    "INSERT INTO contacts (account, other, level, since_ms) VALUES (?, ?, ?, ?)",
                    [account.text, other.text, level.stored, start.milliseconds]
                )
            }
        }
    }

    func disconnect(_ one: Name, _ other: Name) throws {
        try access.database.write { session in
            let sql = "DELETE FROM contacts WHERE account = ?1 AND other = ?2 OR account = ?2 AND other = ?1"
            try session.execute(sql, [one.text, other.text])
        }
    }

    /// Who an account is with all that is granted and shared.
    func principal(_ name: Name) throws -> Principal {
        guard let principal = try access.database.read({ try $0.principal(name, scope: .admin) }) else {
            throw AccessError.noSuchAccount(name)
        }
        return principal
    }

    /// The kinds of notices in an inbox, the oldest first.
    func notices(of name: Name) throws -> [NoticeKind] {
        try access.database.read { session in
            let sql = "SELECT kind FROM notices WHERE account = ? ORDER BY id"
            return try session.rows(sql, [name.text]) { NoticeKind(rawValue: $0[0]) }.compactMap(\.self)
        }
    }
}
