internal import Store
internal import Tracking

extension SQLSession {
    /// Whether two are contacts.
    func areContacts(_ one: Name, _ other: Name) throws -> Bool {
        try value("SELECT EXISTS (SELECT 1 FROM contacts WHERE account = ? AND other = ?)", [one.text, other.text])
            ?? false
    }

    /// How many contacts somebody has.
    func countContacts(of account: Name) throws -> Int {
        try value("SELECT count(*) FROM contacts WHERE account = ?", [account.text]) ?? 0
    }

    /// Makes two contacts of each other, each with what it grants, and ends what they have asked.
    func connect(
        _ one: Name, granting: TrustLevel, with other: Name, granting level: TrustLevel, at now: Timestamp
    ) throws {
        for name in [one, other] where try countContacts(of: name) >= ContactLimits.contacts {
            throw AccessError.people(.tooManyContacts)
        }
        let sql = "INSERT INTO contacts (account, other, level, since_ms) VALUES (?, ?, ?, ?)"
        try execute(sql, [one.text, other.text, granting.stored, now.milliseconds])
        try execute(sql, [other.text, one.text, level.stored, now.milliseconds])
        try execute(
            "DELETE FROM contact_requests WHERE asker = ?1 AND asked = ?2 OR asker = ?2 AND asked = ?1",
            [one.text, other.text]
        )
    }

    /// What two have asked each other, also what is rejected or withdrawn.
    func requests(between one: Name, _ other: Name) throws -> [StoredRequest] {
        try rows(
            """
            SELECT asker, grants, wants, asked_ms, rejected_ms, withdrawn_ms FROM contact_requests
            WHERE asker = ?1 AND asked = ?2 OR asker = ?2 AND asked = ?1
            """,
            [one.text, other.text]
        ) { try StoredRequest($0, at: 0) }
    }

    /// Forgets what somebody has asked that does not count any more.
    func sweepRequests(of asker: Name, at now: Timestamp) throws {
        let begin = StoredRequest.begin(of: now).milliseconds
        try execute(
            """
            DELETE FROM contact_requests WHERE asker = ?1 AND (
                rejected_ms <= ?2 OR withdrawn_ms IS NOT NULL AND rejected_ms IS NULL AND asked_ms <= ?2)
            """,
            [asker.text, begin]
        )
    }

    /// How many requests of somebody are open, without those to people who wait: whether somebody has registered by an
    /// invitation is not told before the address is shown to be theirs.
    func countOpenRequests(of asker: Name) throws -> Int {
        let sql = """
            SELECT count(*) FROM contact_requests r
            WHERE r.asker = ? AND r.withdrawn_ms IS NULL AND \(Self.isActive("r.asked"))
            """
        return try value(sql, [asker.text]) ?? 0
    }

    /// Checks that somebody may ask one more.
    ///
    /// - Throws: ``PeopleError/tooManyRequests``, or ``PeopleError/askLater(from:)``.
    func checkMayAsk(_ asker: Name, at now: Timestamp) throws {
        guard try countOpenRequests(of: asker) < ContactLimits.openRequests else {
            throw AccessError.people(.tooManyRequests)
        }
        // The one that has to be an hour old first.
        let last: Int64? = try value(
            """
            SELECT r.asked_ms FROM contact_requests r WHERE r.asker = ? AND r.asked_ms > ? AND \(Self.isActive("r.asked"))
            ORDER BY r.asked_ms DESC LIMIT 1 OFFSET ?
            """,
            [asker.text, now.milliseconds - 3_600_000, ContactLimits.requestsAnHour - 1]
        )
        guard let last else { return }
        throw AccessError.people(.askLater(from: Timestamp(milliseconds: last + 3_600_000)))
    }
}

extension StoredRequest {
    /// Six columns: asker, grants, wants, and when it was asked, rejected and withdrawn.
    init(_ row: SQLRow, at column: Int) throws {
        self.init(
            asker: try Name(row[column] as String),
            request: ContactRequest(
                grants: TrustLevel(stored: row[column + 1]),
                wants: TrustLevel(stored: row[column + 2]),
                asked: Timestamp(milliseconds: row[column + 3])
            ),
            rejected: (row[column + 4] as Int64?).map(Timestamp.init(milliseconds:)),
            withdrawn: (row[column + 5] as Int64?).map(Timestamp.init(milliseconds:))
        )
    }
}
