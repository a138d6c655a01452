internal import Store
public import Tracking

/// Registration: an account that may do nothing until its owner has shown that the mail address is theirs.
///
/// What is answered, and how long that takes, is the same for an address that an account has already: a passcode is hashed,
/// a mail is counted and written in any case, and only who reads the mails of that address learns more.
extension AccessControl {
    /// For how long an account waits for its owner to show that the address is theirs.
    public static let registrationMemory = Duration.seconds(7 * 24 * 3600)

    /// Registers somebody; returns the mail that is to be sent, nil where the address has had as many as it gets, and where
    /// the invitation has shown already that the address is theirs.
    ///
    /// The name of the account is made of how its owner is called; `isTaken` says which others may not be taken, such as
    /// those of owners of things.
    ///
    /// - Throws: ``AccessError/registrationClosed``, ``AccessError/badLink(_:)`` for the invitation,
    ///   ``AccessError/badPasscode`` or ``AccessError/tooManyMails(until:)``.
    public func register(
        _ newcomer: Newcomer,
        invitation: AccessSecret? = nil,
        where registration: RegistrationPolicy,
        from source: String,
        at now: Timestamp,
        isTaken: (Name) throws -> Bool = { _ in false }
    ) throws(AccessError) -> AccountLetter? {
        guard newcomer.passcode.isLongEnoughToRegister else { throw .badPasscode }
        try checkMayRegister(invitation, where: registration, at: now)
        // Also where it is for nothing: it takes longer than everything else.
        let hash = try hashed(newcomer.passcode)
        return try database.write { database in
            try database.removeUnverified(at: now)
            let invited = try invitation.map { try database.useMailLink($0, .invite, at: now) }
            let mayWrite = try database.countMail(to: newcomer.mail, from: source, mask, at: now)
            let known = try database.account(of: newcomer.mail)
            var generator = SystemRandomNumberGenerator()
            let stem = AccountNames.stem(newcomer.name, newcomer.mail)
            let name = try AccountNames.free(stem, database, isTaken: isTaken, using: &generator)
            let isShown = invited?.mail?.folded == newcomer.mail.folded
            if let known {
                // Written as for an address that nobody has, and removed again: else the time that it takes would tell.
                try database.add(name, newcomer, mail: nil, hash, isVerified: isShown, at: now)
                _ = try database.makeMailLink(.verify, of: name, mail: nil, at: now)
                try database.execute("DELETE FROM accounts WHERE name = ?", [name.text])
                try database.record(.registeredAgain, known.text, from: source, at: now)
                return mayWrite ? try database.letterToKnown(known, newcomer, at: now) : nil
            }
            try database.add(name, newcomer, mail: newcomer.mail, hash, isVerified: isShown, at: now)
            if let invitation { try database.keepPromise(of: invitation, to: name, at: now) }
            try database.record(.registered, name.text, from: source, at: now)
            if isShown {
                try database.record(.mailVerified, name.text, from: source, at: now)
                return nil
            }
            let link = try database.makeMailLink(.verify, of: name, mail: newcomer.mail, at: now)
            guard mayWrite else { return nil }
            return AccountLetter(
                .verify(link.secret), to: newcomer.mail, language: newcomer.language, expires: link.expires
            )
        }
    }

    /// Whether somebody may register at all, before any work is done for it.
    ///
    /// - Throws: ``AccessError/registrationClosed`` or ``AccessError/badLink(_:)``.
    func checkMayRegister(
        _ invitation: AccessSecret?, where registration: RegistrationPolicy, at now: Timestamp
    ) throws(AccessError) {
        if registration == .closed { throw .registrationClosed }
        if let invitation {
            _ = try database.read { try $0.mailLink(invitation, .invite, at: now) }
        } else if registration != .open {
            throw .registrationClosed
        }
    }

    /// A mail to an account that is not verified, with a new link; nil where its address has had as many as it gets.
    ///
    /// - Throws: ``AccessError/noMail(_:)`` or ``AccessError/tooManyMails(until:)``.
    public func verificationLetter(
        of name: Name, from source: String, at now: Timestamp
    ) throws(AccessError) -> AccountLetter? {
        try database.write { database in
            guard let mail = try database.mail(of: name) else { throw AccessError.noMail(name) }
            guard try database.countMail(to: mail, from: source, mask, at: now) else { return nil }
            let link = try database.makeMailLink(.verify, of: name, mail: mail, at: now)
            return try database.letter(.verify(link.secret), to: mail, of: name, expires: link.expires)
        }
    }

    /// A mail to an address that an account is to have, with the link that shows that it is its owner's; nil where the
    /// address has had as many as it gets.
    ///
    /// Of an address that another account has, that one is told.
    ///
    /// - Throws: ``AccessError/noSuchAccount(_:)`` or ``AccessError/tooManyMails(until:)``.
    public func letter(
        toChangeMailOf name: Name, to mail: MailAddress, from source: String, at now: Timestamp
    ) throws(AccessError) -> AccountLetter? {
        try database.write { database in
            guard try database.hasAccount(name) else { throw AccessError.noSuchAccount(name) }
            guard try database.countMail(to: mail, from: source, mask, at: now) else { return nil }
            if let other = try database.account(of: mail), other != name {
                return try database.letter(.alreadyRegistered, to: mail, of: other)
            }
            let link = try database.makeMailLink(.verify, of: name, mail: mail, at: now)
            return try database.letter(.verify(link.secret), to: mail, of: name, expires: link.expires)
        }
    }

    /// Takes a link as the sign that a mail address is an account's, and returns the account.
    ///
    /// - Throws: ``AccessError/badLink(_:)``, or ``AccessError/mailTaken`` where another account has shown that before.
    @discardableResult
    public func verify(_ secret: AccessSecret, from source: String?, at now: Timestamp) throws(AccessError) -> Name {
        try database.write { database in
            let link = try database.useMailLink(secret, .verify, at: now)
            if let mail = link.mail { try database.setMail(mail, of: link.account, at: now) }
            try database.setVerified(link.account, at: now)
            try database.record(.mailVerified, link.account.text, from: source, at: now)
            return link.account
        }
    }

    /// Sets the mail address of an account, as who keeps the accounts does; nil for none.
    ///
    /// - Throws: ``AccessError/noSuchAccount(_:)`` or ``AccessError/mailTaken``.
    public func setMail(
        _ mail: MailAddress?, of name: Name, from source: String?, at now: Timestamp
    ) throws(AccessError) {
        try database.write { database in
            guard try database.hasAccount(name) else { throw AccessError.noSuchAccount(name) }
            try database.setMail(mail, of: name, at: now)
            try database.setVerified(name, at: now)
            try database.record(.mailVerified, name.text, from: source, at: now)
        }
    }

    /// The mail address of an account; nil for none.
    public func mail(of name: Name) throws(AccessError) -> MailAddress? {
        try database.read { try $0.mail(of: name) }
    }
}

extension SQLSession {
    /// Forgets those who have registered and never shown that the address is theirs.
    func removeUnverified(at now: Timestamp) throws {
        let oldest = now.milliseconds - AccessControl.registrationMemory.milliseconds
        try execute("DELETE FROM accounts WHERE verified_ms IS NULL AND created_ms < ?", [oldest])
    }

    /// Adds somebody who registers, with the name as what others see of their profile once they may.
    func add(
        _ name: Name,
        _ newcomer: Newcomer,
        mail: MailAddress?,
        _ hash: PasscodeHash,
        isVerified: Bool,
        at now: Timestamp
    ) throws {
        try add(name, newcomer.name, mail, newcomer.language, isVerified: isVerified, at: now)
        try execute("UPDATE accounts SET passcode = ? WHERE name = ?", [hash.text, name.text])
    }

    /// Adds an account without a passcode, of somebody who is called something.
    func add(
        _ name: Name,
        _ called: String,
        _ mail: MailAddress?,
        _ language: LetterLanguage,
        isVerified: Bool,
        at now: Timestamp
    ) throws {
        try execute(
            """
            INSERT INTO accounts (name, administrator, created_ms, mail, mail_key, language, verified_ms)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                name.text, false, now.milliseconds, mail?.text, mail?.folded, language.rawValue,
                isVerified ? now.milliseconds : nil,
            ]
        )
        try execute(
            """
            INSERT INTO profiles (account, name, town, school, employer, shown, updated_ms)
            VALUES (?, ?, '', '', '', '', ?)
            """,
            [name.text, called, now.milliseconds]
        )
    }

    func mail(of name: Name) throws -> MailAddress? {
        let mail: String?? = try row("SELECT mail FROM accounts WHERE name = ?", [name.text]) { $0[0] as String? }
        return (mail ?? nil).flatMap { MailAddress($0) }
    }

    /// Gives an account an address, or none; links that were sent to the one before open nothing any more.
    func setMail(_ mail: MailAddress?, of name: Name, at now: Timestamp) throws {
        if let mail, let other = try account(of: mail), other != name { throw AccessError.mailTaken }
        if try self.mail(of: name)?.folded != mail?.folded {
            for kind in [MailLink.Kind.verify, .recover, .reactivate] { try endMailLinks(kind, of: name, at: now) }
        }
        try execute(
            "UPDATE accounts SET mail = ?, mail_key = ? WHERE name = ?", [mail?.text, mail?.folded, name.text]
        )
    }

    func setVerified(_ name: Name, at now: Timestamp) throws {
        try execute(
            "UPDATE accounts SET verified_ms = ? WHERE name = ? AND verified_ms IS NULL", [now.milliseconds, name.text]
        )
    }

    /// A mail to an account in its language; it is named in it once the address is shown to be its owner's.
    func letter(
        _ occasion: AccountLetter.Occasion, to mail: MailAddress, of name: Name, expires: Timestamp? = nil
    ) throws -> AccountLetter {
        let sql = "SELECT language, verified_ms IS NOT NULL FROM accounts WHERE name = ?"
        let found = try row(sql, [name.text]) { (language: $0[0] as String?, isVerified: $0[1] as Bool) }
        let isKnown = try found?.isVerified == true && self.mail(of: name)?.folded == mail.folded
        return AccountLetter(
            occasion, to: mail, account: isKnown ? name : nil,
            language: found?.language.flatMap { LetterLanguage(rawValue: $0) } ?? .english, expires: expires
        )
    }

    /// What is written to an address that somebody has registered with, and that an account has: to one whose owner has not
    /// shown that yet, by what they do so with a passcode of their own.
    fileprivate func letterToKnown(_ known: Name, _ newcomer: Newcomer, at now: Timestamp) throws -> AccountLetter {
        let sql = "SELECT verified_ms IS NULL FROM accounts WHERE name = ?"
        guard try value(sql, [known.text]) as Bool? == true else {
            return try letter(.alreadyRegistered, to: newcomer.mail, of: known)
        }
        let link = try makeMailLink(.recover, of: known, mail: newcomer.mail, at: now)
        return try letter(.recover(link.secret), to: newcomer.mail, of: known, expires: link.expires)
    }
}
