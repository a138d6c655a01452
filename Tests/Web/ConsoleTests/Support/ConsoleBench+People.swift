import Store
import TestSupport
import Tracking

@testable import Access

extension ConsoleBench {
    /// A way in, by the headers of one of the visitors of ``PeopleRoleTable``.
    struct PeopleVisitor: Sendable {
        let role: String
        let headers: [String: String]

        /// Its place in a row of the table.
        var index: Int { PeopleRoleTable.roles.firstIndex(of: role) ?? 0 }
    }

    /// Adds pat, the group `circle`, and a visitor of each kind of ``PeopleRoleTable``, in its order.
    func meetPeople() throws -> [PeopleVisitor] {
        let now = WallClock().now
        for name in ["pat", "stranger", "asked", "contact", "personal", "member"] {
            try access.add(Name(name), isAdministrator: false, at: now)
        }
        try access.database.write { session in
            try session.execute(
                "INSERT INTO profiles VALUES ('pat', 'Pat Muster', 'Bern', '', '', '', ?)", [now.milliseconds]
            )
            let picture = PhotoRow(kind: .png, data: [7], updated: now)
            try session.setPicture(picture, of: .person(Name("pat")))
            for (place, section) in ["personal", "work", "school"].enumerated() {
                try session.execute(
                    "INSERT INTO profile_entries VALUES ('pat', ?, ?, 'phone', '', ?)",
                    [place, section, "+41 \(section)"]
                )
            }
            for (other, level) in [("contact", ""), ("personal", "personal")] {
                let sql = "INSERT INTO contacts VALUES (?, ?, ?, ?)"
                try session.execute(sql, ["pat", other, level, now.milliseconds])
                try session.execute(sql, [other, "pat", "", now.milliseconds])
            }
            try session.execute(
                """
                INSERT INTO contact_requests (asker, asked, grants, wants, asked_ms) VALUES ('asked', 'pat', '', '', ?)
                """,
                [now.milliseconds]
            )
            try session.execute(
                "INSERT INTO user_groups VALUES ('circle', 'Circle', '', 0, 'pat', ?)", [now.milliseconds]
            )
            for (account, isAdmin) in [("pat", true), ("member", false)] {
                try session.execute(
                    "INSERT INTO group_members VALUES ('circle', ?, ?, 'school', ?)",
                    [account, isAdmin, now.milliseconds]
                )
            }
        }
        let boss = PeopleVisitor(role: "admin", headers: try boss())
        let sessions = try ["stranger", "asked", "contact", "personal", "member"].map { name in
            PeopleVisitor(role: name, headers: try headers(of: name))
        }
        let tokens = try [("item", Scope.command), ("people", .people)].map { role, scope in
            let (secret, _) = try access.makeToken(role, of: Name("contact"), scope: scope, at: now)
            return PeopleVisitor(role: role, headers: ["Authorization": "Bearer \(secret.text)"])
        }
        return [PeopleVisitor(role: "nobody", headers: [:])] + tokens + sessions + [boss]
    }

    /// The headers of a new session of an account, which is given a passcode.
    func headers(of account: String) throws -> [String: String] {
        let (name, now) = (try Name(account), WallClock().now)
        try access.setPasscode(Passcode("tannenbaum"), current: nil, of: name, from: nil, at: now)
        let opened = try access.logIn(account, passcode: "tannenbaum", from: "127.0.0.1", at: now)
        return [
            "Cookie": "tagalong=\(opened.secret.text)", "X-Tagalong-CSRF": opened.session.csrf,
            "Content-Type": "application/json",
        ]
    }
}
