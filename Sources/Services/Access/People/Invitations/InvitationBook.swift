internal import Store
public import Tracking

extension AccessControl {
    /// Whom people invite by mail.
    public var invitations: InvitationBook { InvitationBook(database: database, mask: mask) }
}

/// Whom people invite by mail, and what comes of it.
///
/// Whoever comes by the link of an invitation, with a new account or one that is there already, finds a request for a
/// connection from who has invited, and an invitation to the group where one was named. The mail is the same for every
/// address: whether an account has it is told to nobody.
public struct InvitationBook: Sendable {
    let database: AccessDatabase
    let mask: NameMask

    /// Invites by mail.
    ///
    /// Of an address that was invited already, but to no group, the invitation is to the group too, without another mail.
    ///
    /// - Parameters:
    ///   - mail: Whom to invite.
    ///   - inviter: Who invites.
    ///   - level: What they are granted once they are a contact.
    ///   - group: A group whose admin the inviter is, by its id.
    ///   - language: What the letter is written in.
    ///   - source: The address that it is asked for from; nil for the command line.
    ///   - now: The time.
    /// - Returns: The invitation, and the letter that is to be sent, nil where a group was added to one that there is.
    /// - Throws: ``PeopleError/isHere(_:)`` for an address of a contact, or of somebody who shows it and logs in with it;
    ///   ``PeopleError/oneself``, ``PeopleError/alreadyInvited(_:)``, ``PeopleError/inviteByMailLater(from:)``,
    ///   ``PeopleError/writeLater(from:)``, ``AccessError/tooManyMails(until:)``, or what is wrong with the group.
    public func invite(
        _ mail: MailAddress,
        by inviter: Name,
        granting level: TrustLevel = TrustLevel(),
        to group: String? = nil,
        _ language: LetterLanguage = .english,
        from source: String? = nil,
        at now: Timestamp
    ) throws(AccessError) -> (invitation: PersonInvitation, letter: AccountLetter?) {
        try database.write { session in
            guard try session.hasAccount(inviter) else { throw AccessError.noSuchAccount(inviter) }
            if let group { try session.requireAdmin(inviter, of: group) }
            if let account = try session.account(knownTo: inviter, with: mail, at: now) {
                throw AccessError.people(account == inviter ? .oneself : .isHere(account))
            }
            return try session.invite(
                mail, by: inviter, level, to: group, language, from: source, mask, at: now
            )
        }
    }

    /// Invites an address to a group: a contact whom the admin sees by it, or somebody who shows it and logs in with it, is
    /// invited at once and told; others get a mail where the admin may send one, which `mayWrite` says.
    ///
    /// - Throws: What ``invite(_:by:granting:to:_:from:at:)`` throws, ``PeopleError/alreadyMember(_:)``, or
    ///   ``PeopleError/mayNotInvite``.
    public func inviteToGroup(
        _ id: String,
        _ mail: MailAddress,
        by admin: Name,
        mayWrite: Bool,
        _ language: LetterLanguage = .english,
        from source: String? = nil,
        at now: Timestamp
    ) throws(AccessError) -> GroupInvitationOutcome {
        try database.write { session in
            try session.requireAdmin(admin, of: id)
            if let account = try session.account(knownTo: admin, with: mail, at: now) {
                guard account != admin else { throw AccessError.people(.oneself) }
                try session.inviteToGroup(id, account, by: admin, at: now)
                return .told(account)
            }
            guard mayWrite else { throw AccessError.people(.mayNotInvite) }
            let sent = try session.invite(
                mail, by: admin, TrustLevel(), to: id, language, from: source, mask, at: now
            )
            return .sent(sent.invitation, sent.letter)
        }
    }

    /// The invitations of an account that nobody has used yet, the newest first.
    public func list(of account: Name, at now: Timestamp) throws(AccessError) -> [PersonInvitation] {
        try database.read { try $0.openInvitations(of: account, at: now) }
    }

    /// Withdraws an invitation: its link opens nothing any more, and its address is forgotten.
    ///
    /// - Throws: ``PeopleError/noInvitation``.
    public func withdraw(_ id: String, by account: Name, at now: Timestamp) throws(AccessError) {
        try database.write { session in
            let sql = """
                UPDATE mail_links SET used_ms = ?, mail = NULL WHERE account = ? AND used_ms IS NULL AND expires_ms > ?
                    AND hash IN (SELECT hash FROM person_invitations WHERE id = ?)
                """
            let ended = try session.change(sql, [now.milliseconds, account.text, now.milliseconds, id])
            guard ended > 0 else { throw AccessError.people(.noInvitation) }
        }
    }

    /// What a link says of who invites, for whoever has it; a group only while who invites is an admin of it.
    ///
    /// - Throws: ``AccessError/badLink(_:)``.
    public func view(of secret: AccessSecret, at now: Timestamp) throws(AccessError) -> InvitationView {
        try database.read { session in
            let link = try session.mailLink(secret, .invite, at: now)
            let promise = try session.promise(of: secret)
            let group = try promise.flatMap { try session.nameOfGroup(in: $0) }
            let inviter = try promise.map { try session.calledName(of: $0.inviter) }
            return InvitationView(inviter: inviter, group: group, mail: link.mail)
        }
    }

    /// Uses an invitation as somebody who has an account: they find the request of who invites.
    ///
    /// - Throws: ``AccessError/badLink(_:)``; ``PeopleError/oneself``, or ``PeopleError/noInvitation`` for one by which one
    ///   only registers, and then it can still be used.
    public func accept(
        _ secret: AccessSecret, as account: Name, from source: String? = nil, at now: Timestamp
    ) throws(AccessError) {
        try database.write { session in
            _ = try session.mailLink(secret, .invite, at: now)
            guard let promise = try session.promise(of: secret) else { throw AccessError.people(.noInvitation) }
            guard promise.inviter != account else { throw AccessError.people(.oneself) }
            _ = try session.useMailLink(secret, .invite, at: now)
            try session.keepPromise(of: secret, to: account, at: now)
            try session.gather(.invitationUsed, account, from: source, at: now)
        }
    }
}

/// What has come of inviting an address to a group.
public enum GroupInvitationOutcome: Hashable, Sendable {
    /// Somebody who is here was invited and told.
    case told(Name)
    /// A mail is to be sent; nil where the address was invited before, and the group is added to that.
    case sent(PersonInvitation, AccountLetter?)
}
