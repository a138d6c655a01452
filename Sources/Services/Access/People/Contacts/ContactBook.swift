internal import Store
public import Tracking

extension AccessControl {
    /// Whom people know, and what they have asked each other.
    public var contacts: ContactBook { ContactBook(database: database) }
}

/// Whom people know: requests, connections, and the level that each side of one grants the other.
///
/// A request that is rejected is one that is never answered, as far as its asker can tell: it stays open for a week, and
/// to withdraw it and ask anew does not reach the other side before that.
public struct ContactBook: Sendable {
    let database: AccessDatabase

    /// Asks somebody for a connection; where they have asked too, both are contacts at once, each with what it grants.
    ///
    /// One that was withdrawn within a week is open again as before, and is not told of a second time.
    ///
    /// - Throws: ``PeopleError/noSuchPerson(_:)`` for whom the asker may not see, and the reasons why one may not ask.
    public func ask(
        _ other: Name,
        by asker: Name,
        granting grants: TrustLevel = TrustLevel(),
        wanting wants: TrustLevel = TrustLevel(),
        from source: String? = nil,
        at now: Timestamp
    ) throws(AccessError) {
        try database.write { session in
            guard other != asker else { throw AccessError.people(.oneself) }
            let person = try session.person(other, for: asker, at: now)
            guard person.view != nil else { throw AccessError.people(.noSuchPerson(other)) }
            guard person.connection == nil else { throw AccessError.people(.alreadyConnected(other)) }
            guard person.ties.asked == nil else { throw AccessError.people(.alreadyAsked(other)) }
            guard try session.countContacts(of: asker) < ContactLimits.contacts else {
                throw AccessError.people(.tooManyContacts)
            }
            if let theirs = try session.requests(between: asker, other).first(where: {
                $0.asker == other && $0.isOpenForAsker(at: now)
            }) {
                try session.connect(asker, granting: grants, with: other, granting: theirs.request.grants, at: now)
                try session.noteConnection(of: asker, with: other, from: source, at: now)
                return
            }
            try session.sweepRequests(of: asker, at: now)
            if try session.reopenRequest(by: asker, to: other, grants, wants) { return }
            try session.checkMayAsk(asker, at: now)
            try session.execute(
                "INSERT INTO contact_requests (asker, asked, grants, wants, asked_ms) VALUES (?, ?, ?, ?, ?)",
                [asker.text, other.text, grants.stored, wants.stored, now.milliseconds]
            )
            try session.notify(other, .request, about: asker, at: now)
            try session.gather(.connectionAsked, asker, from: source, at: now)
        }
    }

    /// Takes back what was asked and is not answered.
    ///
    /// - Throws: ``PeopleError/notAsked(_:)``.
    public func withdraw(_ other: Name, by asker: Name, at now: Timestamp) throws(AccessError) {
        try database.write { session in
            let begin = StoredRequest.begin(of: now).milliseconds
            let changed = try session.change(
                """
                UPDATE contact_requests SET withdrawn_ms = ? WHERE asker = ? AND asked = ? AND withdrawn_ms IS NULL
                    AND (rejected_ms IS NULL OR rejected_ms > ?)
                """,
                [now.milliseconds, asker.text, other.text, begin]
            )
            guard changed > 0 else { throw AccessError.people(.notAsked(other)) }
        }
    }

    /// Accepts what somebody asks: both are contacts then.
    ///
    /// - Throws: ``PeopleError/noRequest(_:)``; ``PeopleError/alreadyConnected(_:)``, also where another page was faster.
    public func accept(
        _ other: Name, by account: Name, granting level: TrustLevel, from source: String? = nil, at now: Timestamp
    ) throws(AccessError) {
        try database.write { session in
            if try session.areContacts(account, other) { throw AccessError.people(.alreadyConnected(other)) }
            let asked = try session.requests(between: account, other).first { $0.asker == other && $0.isOpenForAsked }
            guard let asked, try session.isActive(other) else { throw AccessError.people(.noRequest(other)) }
            try session.connect(account, granting: level, with: other, granting: asked.request.grants, at: now)
            try session.noteConnection(of: account, with: other, from: source, at: now)
        }
    }

    /// Rejects what somebody asks; they are not told.
    ///
    /// - Throws: ``PeopleError/noRequest(_:)``.
    public func reject(_ other: Name, by account: Name, at now: Timestamp) throws(AccessError) {
        try database.write { session in
            let changed = try session.change(
                """
                UPDATE contact_requests SET rejected_ms = ?
                WHERE asker = ? AND asked = ? AND rejected_ms IS NULL AND withdrawn_ms IS NULL
                """,
                [now.milliseconds, other.text, account.text]
            )
            guard changed > 0 else { throw AccessError.people(.noRequest(other)) }
        }
    }

    /// Changes what a contact is granted; it counts from the next look on.
    ///
    /// - Throws: ``PeopleError/notConnected(_:)``.
    public func setLevel(
        _ level: TrustLevel, of other: Name, by account: Name, from source: String? = nil, at now: Timestamp
    ) throws(AccessError) {
        try database.write { session in
            let changed = try session.change(
                "UPDATE contacts SET level = ? WHERE account = ? AND other = ? AND \(SQLSession.isActive("contacts.other"))",
                [level.stored, account.text, other.text]
            )
            guard changed > 0 else { throw AccessError.people(.notConnected(other)) }
            try session.gather(.connectionLevelChanged, account, from: source, at: now)
        }
    }

    /// Ends a connection on both sides, with what was shared by it; the other side is told.
    ///
    /// - Throws: ``PeopleError/notConnected(_:)``.
    public func remove(
        _ other: Name, by account: Name, from source: String? = nil, at now: Timestamp
    ) throws(AccessError) {
        try database.write { session in
            let removed = try session.change(
                "DELETE FROM contacts WHERE account = ?1 AND other = ?2 OR account = ?2 AND other = ?1",
                [account.text, other.text]
            )
            guard removed > 0 else { throw AccessError.people(.notConnected(other)) }
            // Who was invited as a contact of an admin is not one any more.
            for (inviter, invited) in [(account, other), (other, account)] {
                try session.endInvitations(of: invited, by: inviter)
            }
            try session.notify(other, .removal, about: account, at: now)
            try session.gather(.connectionEnded, account, from: source, at: now)
        }
    }
}

extension SQLSession {
    /// Opens a request again that was withdrawn; false where there is none.
    fileprivate func reopenRequest(
        by asker: Name, to asked: Name, _ grants: TrustLevel, _ wants: TrustLevel
    ) throws -> Bool {
        let sql = """
            UPDATE contact_requests SET grants = ?, wants = ?, withdrawn_ms = NULL
            WHERE asker = ? AND asked = ? AND withdrawn_ms IS NOT NULL
            """
        guard try countOpenRequests(of: asker) < ContactLimits.openRequests else {
            throw AccessError.people(.tooManyRequests)
        }
        return try change(sql, [grants.stored, wants.stored, asker.text, asked.text]) > 0
    }

    /// Tells the other side that somebody has connected, and notes it.
    fileprivate func noteConnection(
        of account: Name, with other: Name, from source: String?, at now: Timestamp
    ) throws {
        try notify(other, .acceptance, about: account, at: now)
        try gather(.connected, account, from: source, at: now)
    }
}
