import Store
import TestSupport
import Tracking

@testable import Access

extension ConsoleBench {
    /// The headers of a new account that has logged in, with what an administrator grants it.
    func person(_ name: String, _ grants: String...) throws -> [String: String] {
        let (account, now) = (try Name(name), WallClock().now)
        let written = try grants.map { try Grant(written: $0) }
        try access.add(account, isAdministrator: false, grants: written, passcode: Passcode("tannenbaum"), at: now)
        let opened = try access.logIn(name, passcode: "tannenbaum", from: "127.0.0.1", at: now)
        return [
            "Cookie": "tagalong=\(opened.secret.text)", "X-Tagalong-CSRF": opened.session.csrf,
            "Content-Type": "application/json",
        ]
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
