internal import Store
public import Tracking

extension ContactBook {
    /// Somebody's contacts in the order of their names, without what their sections tell; those only, a word of whose
    /// name begins with a text, where one is given.
    public func list(of account: Name, beginning text: String? = nil) throws(AccessError) -> [PersonView] {
        let people = try database.read { try $0.contacts(of: account) }
        let beginning = text.map(FoldedText.init)
        return people.compactMap { person -> (name: String, person: PersonView)? in
            let name = FoldedText(person.name)
            return beginning?.isBeginning(in: name) ?? true ? (name.text, person) : nil
        }
        .sorted { ($0.name, $0.person.account.text) < ($1.name, $1.person.account.text) }.map(\.person)
    }

    /// What somebody is asked, and what they have asked, each the newest first and not more than ``mostRequests``.
    public func requests(
        of account: Name, at now: Timestamp
    ) throws(AccessError) -> (received: [PersonView], sent: [PersonView]) {
        try database.read { session in
            let received = try session.rows(
                """
                SELECT asker FROM contact_requests WHERE asked = ? AND rejected_ms IS NULL AND withdrawn_ms IS NULL
                ORDER BY asked_ms DESC, asker LIMIT ?
                """,
                [account.text, Self.mostRequests]
            ) { try Name($0[0] as String) }
            let sent = try session.rows(
                """
                SELECT asked FROM contact_requests WHERE asker = ? AND withdrawn_ms IS NULL
                    AND (rejected_ms IS NULL OR rejected_ms > ?)
                ORDER BY asked_ms DESC, asked LIMIT ?
                """,
                [account.text, StoredRequest.begin(of: now).milliseconds, Self.mostRequests]
            ) { try Name($0[0] as String) }
            let views = { (name: Name) in try session.person(name, for: account, at: now).view }
            return (try received.compactMap(views), try sent.compactMap(views))
        }
    }

    /// How many requests are listed of each direction.
    public static let mostRequests = 200
}

extension SQLSession {
    /// Somebody's contacts, each with its public section.
    func contacts(of account: Name) throws -> [PersonView] {
        try rows(
            """
            SELECT c.other, c.level, c.since_ms, i.updated_ms, p.name, p.town, p.school, p.employer
            FROM contacts c LEFT JOIN profiles p ON p.account = c.other LEFT JOIN pictures i ON i.account = c.other
            WHERE c.account = ? AND \(Self.isActive("c.other"))
            """,
            [account.text]
        ) { row in
            // The public section is a contact's to see, all of it.
            let account = try Name(row[0] as String)
            func told(_ column: Int) -> String? {
                let text: String = row[column]
                return text.isEmpty ? nil : text
            }
            return PersonView(
                account: account,
                name: told(4) ?? account.text,
                town: told(5),
                school: told(6),
                employer: told(7),
                picture: (row[3] as Int64?).map(Timestamp.init(milliseconds:)),
                entries: [],
                standing: .contact,
                connection: Connection(level: TrustLevel(stored: row[1]), since: Timestamp(milliseconds: row[2])),
                request: nil
            )
        }
    }
}
