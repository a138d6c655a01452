internal import Store
public import Tracking

/// Registration: an account that may do nothing until its owner has shown that the mail address is theirs.
///
/// What is answered, what is made and how long that takes is the same for an address that an account has already: an account
/// that waits, which does not hold the address. Only who reads the mails of that address learns more.
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
            let invited = try invitation.map { try database.mailLink($0, .invite, at: now) }
            let mayWrite = try database.countMail(.registration, to: newcomer.mail, from: source, mask, at: now)
            let holder = try database.account(of: newcomer.mail)
            var generator = SystemRandomNumberGenerator()
            let stem = AccountNames.stem(newcomer.name, newcomer.mail)
            let name = try AccountNames.free(stem, database, isTaken: isTaken, using: &generator)
            let isInvited = invited?.mail?.folded == newcomer.mail.folded
            let isShown = holder == nil && isInvited
            try database.add(name, newcomer, hash, isVerified: isShown, at: now)
            if isShown { try database.claim(newcomer.mail, for: name) }
            // Also of who waits for an address that an account has, so that who invites cannot tell. Only to that account's
            // owner the link in a mail of theirs stays: they have not asked for another account.
            if let invitation, holder == nil || !isInvited {
                _ = try database.useMailLink(invitation, .invite, at: now)
                try database.keepPromise(of: invitation, to: name, at: now)
            }
            try database.trimPending(at: newcomer.mail, beside: name)
            // Also where it is sent to nobody, so that the time that it takes does not tell.
            let link = try database.makeMailLink(.verify, of: name, mail: newcomer.mail, at: now)
            if let holder {
                try database.record(.registeredAgain, holder.text, from: source, at: now)
                return mayWrite ? try database.letter(.alreadyRegistered, to: newcomer.mail, of: holder) : nil
            }
            try database.record(.registered, name.text, from: source, at: now)
            if isShown { try database.record(.mailVerified, name.text, from: source, at: now) }
            guard mayWrite, !isShown else { return nil }
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
    /// Where another account has shown meanwhile, or before, that the address is its owner's, that one is told.
    ///
    /// - Throws: ``AccessError/noMail(_:)`` or ``AccessError/tooManyMails(until:)``.
    public func verificationLetter(
        of name: Name, from source: String, at now: Timestamp
    ) throws(AccessError) -> AccountLetter? {
        try database.write { database in
            guard let mail = try database.mail(of: name) else { throw AccessError.noMail(name) }
            guard try database.countMail(.verification, to: mail, from: source, mask, at: now) else { return nil }
            let link = try database.makeMailLink(.verify, of: name, mail: mail, at: now)
            if let holder = try database.account(of: mail), holder != name {
                return try database.letter(.alreadyRegistered, to: mail, of: holder)
            }
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
            guard try database.countMail(.change, to: mail, from: source, mask, at: now) else { return nil }
            // Also where it is sent to nobody: it ends the links of before, and whether these still open anything is to be
            // seen by who has asked.
            let link = try database.makeMailLink(.verify, of: name, mail: mail, at: now)
            if let other = try database.account(of: mail), other != name {
                return try database.letter(.alreadyRegistered, to: mail, of: other)
            }
            return try database.letter(.verify(link.secret), to: mail, of: name, expires: link.expires)
        }
    }

    /// The account that a link can be used for.
    ///
    /// - Throws: ``AccessError/badLink(_:)``.
    public func account(
        ofLink secret: AccessSecret, _ kind: MailLink.Kind, at now: Timestamp
    ) throws(AccessError) -> Name {
        try database.read { try $0.mailLink(secret, kind, at: now).account }
    }

    /// Takes a link as the sign that a mail address is an account's.
    ///
    /// Whoever has the link reads the mails of the address, and may not be who has asked for it: somebody else may have
    /// registered with it, or want it for their account. So it opens nothing without a sign that the account is theirs.
    ///
    /// - Parameters:
    ///   - secret: That of the link.
    ///   - passcode: The account's; not needed by who is logged in to it, and of no use where the account has none.
    ///   - session: The account that the one who has the link is logged in to; nil for none.
    ///   - source: The address that it comes from.
    ///   - device: The secret of the browser.
    ///   - now: The time.
    /// - Returns: The account, and where that had another address, the mail that tells so there.
    /// - Throws: ``AccessError/badLink(_:)``, ``AccessError/passcodeNeeded``, ``AccessError/refused`` or
    ///   ``AccessError/locked(until:)`` for a wrong passcode, which counts as a wrong try, or ``AccessError/mailTaken`` where
    ///   another account has shown before that the address is its owner's.
    @discardableResult
    public func verify(
        _ secret: AccessSecret,
        passcode: String? = nil,
        session: Name? = nil,
        from source: String,
        device: AccessSecret? = nil,
        at now: Timestamp
    ) throws(AccessError) -> (account: Name, farewell: AccountLetter?) {
        let account = try account(ofLink: secret, .verify, at: now)
        if session != account {
            // Without a passcode only a log-in shows it; a try would be one that nobody can win, and lock the owner out.
            guard let passcode, let hash = try database.read({ try $0.passcode(of: account) }) else {
                throw .passcodeNeeded
            }
            try check(passcode, against: hash, of: account.text, from: source, device, at: now)
        }
        return try database.write { database in
            let link = try database.useMailLink(secret, .verify, at: now)
            let farewell = try link.mail.flatMap { try database.setMail($0, of: link.account, at: now) }
            try database.setVerified(link.account, at: now)
            try database.record(.mailVerified, link.account.text, from: source, at: now)
            return (link.account, farewell)
        }
    }

    /// Sets the mail address of an account, as who keeps the accounts does; nil for none.
    ///
    /// Returns the mail that tells so at the former address; nil where there was none.
    ///
    /// - Throws: ``AccessError/noSuchAccount(_:)`` or ``AccessError/mailTaken``.
    public func setMail(
        _ mail: MailAddress?, of name: Name, from source: String?, at now: Timestamp
    ) throws(AccessError) -> AccountLetter? {
        try database.write { database in
            guard try database.hasAccount(name) else { throw AccessError.noSuchAccount(name) }
            let farewell = try database.setMail(mail, of: name, at: now)
            try database.setVerified(name, at: now)
            try database.record(.mailVerified, name.text, from: source, at: now)
            return farewell
        }
    }

    /// The mail address of an account; nil for none.
    public func mail(of name: Name) throws(AccessError) -> MailAddress? {
        try database.read { try $0.mail(of: name) }
    }
}

extension SQLSession {
    /// Adds somebody who registers, with the name as what others see of their profile once they may.
    func add(
        _ name: Name,
        _ newcomer: Newcomer,
        _ hash: PasscodeHash,
        isVerified: Bool,
        at now: Timestamp
    ) throws {
        try add(name, newcomer.name, newcomer.mail, newcomer.language, isVerified: isVerified, at: now)
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
    ///
    /// Returns the mail that tells so there; nil where it was not shown to be its owner's.
    func setMail(_ mail: MailAddress?, of name: Name, at now: Timestamp) throws -> AccountLetter? {
        if let mail { try claim(mail, for: name) }
        var farewell: AccountLetter?
        if let former = try self.mail(of: name), former.folded != mail?.folded {
            let letter = try letter(.mailChanged(now), to: former, of: name)
            farewell = letter.account == nil ? nil : letter
            for kind in [MailLink.Kind.verify, .recover, .reactivate] { try endMailLinks(kind, of: name, at: now) }
        }
        try execute(
            "UPDATE accounts SET mail = ?, mail_key = ? WHERE name = ?", [mail?.text, mail?.folded, name.text]
        )
        return farewell
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
        let sql = "SELECT language, \(Self.isVerified) FROM accounts WHERE name = ?"
        let found = try row(sql, [name.text]) { (language: $0[0] as String?, isVerified: $0[1] as Bool) }
        let isKnown = try found?.isVerified == true && self.mail(of: name)?.folded == mail.folded
        return AccountLetter(
            occasion, to: mail, account: isKnown ? name : nil,
            language: found?.language.flatMap { LetterLanguage(rawValue: $0) } ?? .english, expires: expires
        )
    }
}
