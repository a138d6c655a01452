internal import Store
public import Tracking

/// Forgotten passcodes: a link to the mail address of the account, by which a new one is set.
extension AccessControl {
    /// Counts a mail that somebody who has forgotten the passcode asks for, whether an account has the address or not; false
    /// where it has had as many as it gets.
    ///
    /// This is all that is done before the answer, so that neither it nor its time tells whether there is such an account;
    /// what ``recoveryLetter(to:from:at:)`` does comes after.
    ///
    /// - Throws: ``AccessError/tooManyMails(until:)``.
    public func countRecovery(
        of mail: MailAddress, from source: String, at now: Timestamp
    ) throws(AccessError) -> Bool {
        try database.write { try $0.countMail(.recovery, to: mail, from: source, mask, at: now) }
    }

    /// The mail to an address that somebody has forgotten the passcode of; nil where no account has it, and none waits for
    /// it.
    ///
    /// A deactivated account is brought back by it first.
    ///
    /// - Throws: ``AccessError/database(path:_:)``.
    public func recoveryLetter(
        to mail: MailAddress, from source: String, at now: Timestamp
    ) throws(AccessError) -> AccountLetter? {
        try database.write { database in
            guard let name = try database.account(of: mail) ?? database.pending(at: mail).first else { return nil }
            try database.record(.recoveryAsked, name.text, from: source, at: now)
            let isDeactivated = try database.isDeactivated(name)
            let kind: MailLink.Kind = isDeactivated ? .reactivate : .recover
            let link = try database.makeMailLink(kind, of: name, mail: mail, at: now)
            let occasion: AccountLetter.Occasion = isDeactivated ? .reactivate(link.secret) : .recover(link.secret)
            // As the account has it: some servers tell `Kim@` from `kim@`.
            let own = try database.mail(of: name) ?? mail
            return try database.letter(occasion, to: own, of: name, expires: link.expires)
        }
    }

    /// Sets a new passcode by a link: all sessions of the account end, locks are lifted, and the address that the link was
    /// sent to is shown to be the account's.
    ///
    /// - Throws: ``AccessError/badLink(_:)``, ``AccessError/badPasscode`` for one that is too short for somebody who has
    ///   registered, or ``AccessError/mailTaken`` for one who waits for an address that another account has.
    @discardableResult
    public func recover(
        by secret: AccessSecret, to new: Passcode, from source: String, at now: Timestamp
    ) throws(AccessError) -> Name {
        guard new.isLongEnoughToRegister else { throw .badPasscode }
        // Before a passcode is hashed for nothing.
        _ = try database.read { try $0.mailLink(secret, .recover, at: now) }
        let hash = try hashed(new)
        return try database.write { database in
            let link = try database.useMailLink(secret, .recover, at: now)
            try database.endMailLinks(.recover, of: link.account, at: now)
            try database.setPasscode(hash, of: link.account)
            try database.removeDevices(of: link.account)
            // Who has read a mail of the account's address has shown that it is theirs, and so has whom the administrator
            // has handed a link.
            let mail = try database.mail(of: link.account)
            if link.mail == nil || mail?.folded == link.mail?.folded {
                if let mail { try database.claim(mail, for: link.account) }
                try database.setVerified(link.account, at: now)
            }
            // Of its own locks only: those of a source, or of another's device, are not its owner's to lift.
            for subject in try database.subjects(of: link.account, mask) { try database.removeLockout(of: subject) }
            try database.record(.recovered, link.account.text, from: source, at: now)
            return link.account
        }
    }

    /// Makes a link for somebody, which whoever keeps the accounts hands over: the same as are sent by mail.
    ///
    /// - Parameters:
    ///   - kind: What it is for; of an invitation the account is who invites.
    ///   - name: Whose it is.
    ///   - mail: Whom an invitation is for; nil for whoever is given it.
    ///   - source: The address that it is asked for from; nil for the command line.
    ///   - now: The time.
    /// - Returns: The secret of the link, which is not to be had again, and until when it can be used.
    /// - Throws: ``AccessError/noSuchAccount(_:)``, ``AccessError/noMail(_:)`` where there is nothing to verify, or
    ///   ``AccessError/mailTaken`` where another account has the address.
    public func makeMailLink(
        _ kind: MailLink.Kind, of name: Name, mail: MailAddress? = nil, from source: String?, at now: Timestamp
    ) throws(AccessError) -> (secret: AccessSecret, expires: Timestamp) {
        try database.write { database in
            guard try database.hasAccount(name) else { throw AccessError.noSuchAccount(name) }
            var proven: MailAddress?
            switch kind {
            case .invite: proven = mail
            case .verify:
                guard let own = try database.mail(of: name) else { throw AccessError.noMail(name) }
                if let holder = try database.account(of: own), holder != name { throw AccessError.mailTaken }
                proven = own
            case .recover, .reactivate: break
            }
            try database.record(.mailLinkMade, name.text, from: source, at: now)
            return try database.makeMailLink(kind, of: name, mail: proven, at: now)
        }
    }

    /// An invitation by mail; nil where the address has had as many mails as it gets.
    ///
    /// - Throws: ``AccessError/noSuchAccount(_:)`` or ``AccessError/tooManyMails(until:)``.
    public func invitationLetter(
        to mail: MailAddress,
        by name: Name,
        _ language: LetterLanguage,
        from source: String,
        at now: Timestamp
    ) throws(AccessError) -> AccountLetter? {
        try database.write { database in
            guard try database.hasAccount(name) else { throw AccessError.noSuchAccount(name) }
            guard try database.countMail(.invitation, to: mail, from: source, mask, at: now) else { return nil }
            // Who has an account already needs no invitation, and who invites is not told.
            if let known = try database.account(of: mail) {
                return try database.letter(.alreadyRegistered, to: mail, of: known)
            }
            let link = try database.makeMailLink(.invite, of: name, mail: mail, at: now)
            try database.record(.mailLinkMade, name.text, from: source, at: now)
            return AccountLetter(.invite(link.secret), to: mail, language: language, expires: link.expires)
        }
    }
}
