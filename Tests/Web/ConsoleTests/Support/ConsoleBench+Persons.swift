import Store
import TestSupport
import Tracking

@testable import Access

extension ConsoleBench {
    /// The headers of a new account that has logged in, with what an administrator grants it.
    func person(_ name: String, _ grants: String...) throws -> [String: String] {
        let written = try grants.map { try Grant(written: $0) }
        try access.add(Name(name), isAdministrator: false, grants: written, at: WallClock().now)
        return try headers(of: name)
    }

    /// Connects two people, neither of whom grants the other more than the public section.
    func connect(_ one: String, _ other: String) throws {
        try access.database.write { session in
            let sql = "INSERT INTO contacts (account, other, level, since_ms) VALUES (?, ?, '', 1)"
            try session.execute(sql, [one, other])
            try session.execute(sql, [other, one])
        }
    }
}
