internal import Store
internal import Tracking

/// What somebody has promised whom they have invited.
struct InvitationPromise: Hashable, Sendable {
    let inviter: Name
    let level: TrustLevel
    /// The group by its id; nil for none.
    let group: String?
}

extension SQLSession {
    /// How long one account writes to the same address no more, in milliseconds.
    private static let rest: Int64 = 7 * 86_400_000

    private static let openColumns = """
        SELECT p.id, l.mail, p.level, p.group_id, l.created_ms, l.expires_ms, l.hash
        FROM mail_links l JOIN person_invitations p ON p.hash = l.hash
        WHERE l.account = ? AND l.kind = 'invite' AND l.used_ms IS NULL AND l.expires_ms > ? AND l.mail IS NOT NULL
        """

    /// The invitations of an account that nobody has used yet, the newest first.
    func openInvitations(of account: Name, at now: Timestamp) throws -> [PersonInvitation] {
        let sql = Self.openColumns + " ORDER BY l.created_ms DESC, p.id"
        return try rows(sql, [account.text, now.milliseconds]) { PersonInvitation($0) }.compactMap(\.self)
    }

    /// Invites an address of which nobody is known here, as far as the one who invites is concerned.
    ///
    /// Where the mail may not be written now nobody is invited, so that it can be tried again. There is no letter where a group
    /// is added to an invitation that there is.
    ///
    /// - Throws: ``PeopleError/alreadyInvited(_:)``, ``PeopleError/inviteByMailLater(from:)``,
    ///   ``PeopleError/writeLater(from:)`` or ``AccessError/tooManyMails(until:)``.
    func invite(
        _ mail: MailAddress,
        by inviter: Name,
        _ level: TrustLevel,
        to group: String?,
        _ language: LetterLanguage,
        from source: String?,
        _ mask: NameMask,
        at now: Timestamp
    ) throws -> (invitation: PersonInvitation, letter: AccountLetter?) {
        try forgetEndedInvitations(at: now)
        let sql = Self.openColumns + " AND \(lowered("l.mail")) = ?"
        if let open = try row(sql, [inviter.text, now.milliseconds, mail.folded], { PersonInvitation($0) }) ?? nil {
            guard let group, open.group == nil else { throw AccessError.people(.alreadyInvited(open.mail.text)) }
            try execute("UPDATE person_invitations SET group_id = ? WHERE id = ?", [group, open.id])
            return (open.with(group), nil)
        }
        try checkMayInvite(inviter, at: now)
        // The command line is of who keeps the accounts, and may write again, such as what could not be sent.
        let place = source.map { _ in Array(mask.place(mail.folded, in: "invited").prefix(16)) }
        if let place { try checkMayWrite(to: place, by: inviter, at: now) }
        guard try countMail(.invitation, to: mail, from: source, mask, at: now) else {
            throw AccessError.people(.writeLater(from: now.advanced(by: MailLimits.window)))
        }
        let link = try makeMailLink(.invite, of: inviter, mail: mail, at: now)
        var generator = SystemRandomNumberGenerator()
        let id = AccessIdentifier.make(12, using: &generator)
        try execute(
            "INSERT INTO person_invitations (hash, id, level, group_id, place) VALUES (?, ?, ?, ?, ?)",
            [link.secret.hash, id, level.stored, group, place]
        )
        try gather(.personInvited, inviter, from: source, at: now)
        let invitation = PersonInvitation(
            id: id, mail: mail, level: level, group: group, sent: now, expires: link.expires
        )
        let occasion = AccountLetter.Occasion.invitedBy(try calledName(of: inviter), link.secret)
        return (invitation, AccountLetter(occasion, to: mail, language: language, expires: link.expires))
    }

    /// Checks that somebody may invite one more today.
    ///
    /// - Throws: ``PeopleError/inviteByMailLater(from:)``.
    private func checkMayInvite(_ inviter: Name, at now: Timestamp) throws {
        // The one that has to be a day old first. Those of the future are of a clock that was set back.
        let last: Int64? = try value(
            """
            SELECT l.created_ms FROM mail_links l JOIN person_invitations p ON p.hash = l.hash
            WHERE l.account = ? AND l.kind = 'invite' AND l.created_ms > ? AND l.created_ms <= ?
            ORDER BY l.created_ms DESC LIMIT 1 OFFSET ?
            """,
            [
                inviter.text, now.milliseconds - 86_400_000, now.milliseconds, InvitationLimits.mailsADay - 1,
            ]
        )
        guard let last else { return }
        throw AccessError.people(.inviteByMailLater(from: Timestamp(milliseconds: last + 86_400_000)))
    }

    /// Checks that somebody has not written to an address within a week, also where the invitation was withdrawn.
    ///
    /// - Throws: ``PeopleError/writeLater(from:)``.
    private func checkMayWrite(to place: [UInt8], by inviter: Name, at now: Timestamp) throws {
        let last: Int64? = try value(
            """
            SELECT max(l.created_ms) FROM mail_links l JOIN person_invitations p ON p.hash = l.hash
            WHERE l.account = ? AND l.kind = 'invite' AND l.created_ms > ? AND l.created_ms <= ? AND p.place = ?
            """,
            [inviter.text, now.milliseconds - Self.rest, now.milliseconds, place]
        )
        guard let last else { return }
        throw AccessError.people(.writeLater(from: Timestamp(milliseconds: last + Self.rest)))
    }

    /// Forgets the addresses of invitations whose time is over, and of those that were ended otherwise; and after a week what
    /// stands for them.
    private func forgetEndedInvitations(at now: Timestamp) throws {
        try execute(
            """
            UPDATE mail_links SET mail = NULL WHERE kind = 'invite' AND mail IS NOT NULL AND (expires_ms <= ? OR used_ms IS NOT NULL)
                AND hash IN (SELECT hash FROM person_invitations)
            """,
            [now.milliseconds]
        )
        try execute(
            """
            UPDATE person_invitations SET place = NULL WHERE place IS NOT NULL
                AND hash IN (SELECT hash FROM mail_links WHERE kind = 'invite' AND created_ms <= ?)
            """,
            [now.milliseconds - Self.rest]
        )
    }

    /// What whoever comes by a link is promised; nil for a link by which one only registers.
    func promise(of secret: AccessSecret) throws -> InvitationPromise? {
        let sql = """
            SELECT l.account, p.level, p.group_id FROM person_invitations p JOIN mail_links l ON l.hash = p.hash
            WHERE p.hash = ?
            """
        return try row(sql, [secret.hash]) { row in
            InvitationPromise(
                inviter: try Name(row[0] as String), level: TrustLevel(stored: row[1]), group: row[2]
            )
        }
    }

    /// Has somebody who has come by a link find the request of who invites, and the invitation to the group; the address
    /// that the mail was sent to is forgotten.
    ///
    /// What the one who invites may not do any more is not done.
    func keepPromise(of secret: AccessSecret, to account: Name, at now: Timestamp) throws {
        guard let promise = try promise(of: secret) else { return }
        try execute("UPDATE mail_links SET mail = NULL WHERE hash = ?", [secret.hash])
        let inviter = promise.inviter
        guard inviter != account, try isActive(inviter) else { return }
        if try !areContacts(inviter, account) {
            try execute(
                "DELETE FROM contact_requests WHERE asker = ? AND asked = ?", [inviter.text, account.text]
            )
            try execute(
                "INSERT INTO contact_requests (asker, asked, grants, wants, asked_ms) VALUES (?, ?, ?, ?, ?)",
                [inviter.text, account.text, promise.level.stored, "", now.milliseconds]
            )
            try notify(account, .request, about: inviter, at: now)
        }
        guard let group = promise.group, try isMember(inviter, of: group) else { return }
        let admin =
            try value(
                "SELECT admin FROM group_members WHERE group_id = ? AND account = ?", [group, inviter.text]
            ) as Bool?
        guard admin == true, try !isMember(account, of: group) else { return }
        try addInvitation(of: account, to: group, by: inviter, at: now)
    }

    /// What the group of a promise is called now; nil for none, and where who invites may invite nobody to it any more.
    func nameOfGroup(in promise: InvitationPromise) throws -> String? {
        let sql = """
            SELECT g.name FROM user_groups g JOIN group_members m ON m.group_id = g.id
            WHERE g.id = ? AND m.account = ? AND m.admin = 1
            """
        return try value(sql, [promise.group, promise.inviter.text])
    }

    /// How somebody is called: by the profile, or else by the account.
    func calledName(of account: Name) throws -> String {
        let name: String? = try value("SELECT name FROM profiles WHERE account = ?", [account.text])
        return name.flatMap { $0.isEmpty ? nil : $0 } ?? account.text
    }
}

extension PersonInvitation {
    /// Six columns: id, mail, level, group, when it was sent, and when it ends; nil without an address.
    fileprivate init?(_ row: SQLRow) {
        guard let mail = (row[1] as String?).flatMap({ MailAddress($0) }) else { return nil }
        self.init(
            id: row[0],
            mail: mail,
            level: TrustLevel(stored: row[2]),
            group: row[3],
            sent: Timestamp(milliseconds: row[4]),
            expires: Timestamp(milliseconds: row[5])
        )
    }

    fileprivate func with(_ group: String) -> PersonInvitation {
        PersonInvitation(id: id, mail: mail, level: level, group: group, sent: sent, expires: expires)
    }
}
