internal import Store
public import Tracking

extension AccessControl {
    /// Sets or changes an account's passcode, and ends its other sessions.
    ///
    /// The account is made, as one that may do everything, when there is none at all yet. The current one is needed
    /// where there is one, except from the command line of the machine, which has no source, and lifts locks, too.
    ///
    /// - Throws: ``AccessError``: a wrong old one counts as a wrong try.
    public func setPasscode(
        _ new: Passcode,
        current: String?,
        of name: Name,
        from source: String?,
        device: AccessSecret? = nil,
        at now: Timestamp
    ) throws(AccessError) {
        try confirm(current, of: name, from: source, device, at: now)
        let hash = try hashed(new)
        try database.write { database in
            try database.setPasscode(hash, current: current, of: name, from: source, at: now)
            guard source == nil else { return }
            for subject in try database.subjects(of: name, mask) { try database.removeLockout(of: subject) }
        }
    }

    /// Sets or changes an account's passcode as ``setPasscode(_:current:of:from:device:at:)`` does, and opens a session for
    /// who has shown by it who they are: at no moment is nobody of the account logged in.
    ///
    /// The first passcode of an account that logs in without one takes a log-in of lately: else whoever finds a browser that is
    /// logged in could make the account theirs for good. The session is nil where nobody has to log in.
    ///
    /// - Throws: ``AccessError``: a wrong old one counts as a wrong try.
    public func changePasscode(
        to new: Passcode,
        current: String?,
        of name: Name,
        session: Session? = nil,
        from source: String,
        device: AccessSecret? = nil,
        at now: Timestamp
    ) throws(AccessError) -> OpenedSession {
        try confirm(current, of: name, from: source, device, at: now)
        try checkIsFresh(session, of: name, at: now)
        let hash = try hashed(new)
        return try database.write { database in
            try database.setPasscode(hash, current: current, of: name, from: source, at: now)
            return try database.openSession(for: name, from: source, at: now)
        }
    }

    /// Gives an account another passcode, as who manages accounts does for somebody who has forgotten it: its sessions end,
    /// and locks are lifted.
    ///
    /// - Throws: ``AccessError/noSuchAccount(_:)``.
    public func resetPasscode(
        _ new: Passcode, of name: Name, from source: String, at now: Timestamp
    ) throws(AccessError) {
        let hash = try hashed(new)
        try database.write { database in
            guard try database.hasAccount(name) else { throw AccessError.noSuchAccount(name) }
            try database.setPasscode(hash, of: name)
            try database.forgetTries(of: name)
            for subject in try database.subjects(of: name, mask) { try database.removeLockout(of: subject) }
            try database.record(.passcodeSet, name.text, from: source, at: now)
        }
    }

    func hashed(_ passcode: Passcode) throws(AccessError) -> PasscodeHash {
        var generator = SystemRandomNumberGenerator()
        return try PasscodeHash(passcode, rounds: rounds, using: &generator)
    }

    /// Turns protection off for an account: with the last passcode gone, and no account that logs in in another way, nobody has
    /// to log in.
    ///
    /// Its passkeys go as well. Whoever logs in by another site keeps them, and of an account without a passcode it takes a
    /// log-in of lately. Only the command line, which has no source, takes the last way in from an account while others log in.
    ///
    /// - Throws: ``AccessError``: a wrong old one counts as a wrong try.
    public func removePasscode(
        current: String?,
        of name: Name,
        session: Session? = nil,
        from source: String?,
        device: AccessSecret? = nil,
        at now: Timestamp
    ) throws(AccessError) {
        try confirm(current, of: name, from: source, device, at: now)
        try checkIsFresh(session, of: name, at: now)
        try database.write { database in
            try database.execute("UPDATE accounts SET passcode = NULL WHERE name = ?", [name.text])
            try database.execute("DELETE FROM sessions WHERE account = ?", [name.text])
            let identities = "SELECT EXISTS (SELECT 1 FROM identities WHERE account = ?)"
            let hasIdentity: Bool? = try database.value(identities, [name.text])
            if source == nil || hasIdentity != true {
                try database.execute("DELETE FROM passkeys WHERE account = ?", [name.text])
            }
            // Who logs in by another site can go on to manage accounts.
            try database.checkStaysManageable()
            if source != nil, try database.isProtected() { try database.requireWayIn(name) }
            try database.removeDevices(of: name)
            try database.removePushDevices(of: name)
            try database.record(.passcodeRemoved, name.text, from: source, at: now)
        }
    }

    /// Of an account without a passcode that could be typed once more a log-in of lately takes its place; not where nobody has
    /// to log in.
    private func checkIsFresh(_ session: Session?, of name: Name, at now: Timestamp) throws(AccessError) {
        guard let session, !session.isFresh(at: now) else { return }
        if try !hasPasscode(name) { throw .logInAgain }
    }

    /// The command line may do without the old passcode: who is there can write the file.
    private func confirm(
        _ current: String?, of name: Name, from source: String?, _ device: AccessSecret?, at now: Timestamp
    ) throws(AccessError) {
        guard let source else { return }
        guard let hash = try database.read({ try $0.passcode(of: name) }) else { return }
        try check(current ?? "", against: hash, of: name.text, from: source, device, at: now)
    }

    /// Checks a passcode against a hash, with the count of wrong tries around it; without a hash, for nobody of that
    /// name, it takes as long.
    func check(
        _ typed: String,
        against hash: PasscodeHash?,
        of account: String,
        from source: String,
        _ device: AccessSecret? = nil,
        at now: Timestamp
    ) throws(AccessError) {
        _ = try match(typed, among: [hash], of: account, from: source, device, at: now)
    }

    /// Checks a passcode against several hashes as ``check(_:against:of:from:_:at:)`` does against one, and returns the place of
    /// the first that it fits; a hash that is missing takes as long as one that is there.
    ///
    /// Only the first one's passcode lifts the locks: who fits another has not shown to be the one at whom tries are counted,
    /// and else could guess on for ever. That try is taken back.
    func match(
        _ typed: String,
        among hashes: [PasscodeHash?],
        of account: String,
        mail: MailAddress? = nil,
        from source: String,
        _ device: AccessSecret? = nil,
        at now: Timestamp
    ) throws(AccessError) -> Int {
        let visitor = try arrive(account, mail: mail, from: source, device, at: now)
        try begin(visitor, at: now)
        guard let passcode = try? Passcode(typed), let place = try first(of: hashes, fitting: passcode) else {
            throw try fail(visitor, at: now)
        }
        try database.write { database in
            guard place > 0 else {
                for subject in visitor.lifted { try database.removeLockout(of: subject) }
                return
            }
            for subject in visitor.subjects {
                if var lockout = try database.lockout(of: subject) {
                    lockout.takeBack()
                    try database.save(lockout, of: subject)
                }
            }
        }
        return place
    }

    private func first(of hashes: [PasscodeHash?], fitting passcode: Passcode) throws(AccessError) -> Int? {
        for (place, hash) in hashes.enumerated() {
            let fits = try (hash ?? .nobody(rounds: rounds)).matches(passcode)
            if fits, hash != nil { return place }
        }
        return nil
    }

    /// Sorts in who comes, and refuses one that is locked out: that neither hashes nor writes anything.
    func arrive(
        _ account: String, mail: MailAddress?, from source: String, _ device: AccessSecret?, at now: Timestamp
    ) throws(AccessError) -> Visitor {
        let (visitor, end) = try database.read { database in
            let visitor = try Visitor(account, mail: mail, source, device, at: now, mask, database)
            let lockouts = try visitor.subjects.compactMap { try database.lockout(of: $0) }
            // After the clock was set back a lock ends sooner, which is to be written.
            let end = lockouts.compactMap(\.lockedUntil).max() ?? now
            return (visitor, end <= now.advanced(by: Lockout.duration) ? end : now)
        }
        if end > now { throw try refuse(visitor, until: end, at: now) }
        return visitor
    }

    /// Counts a try while locked.
    private func refuse(_ visitor: Visitor, until end: Timestamp, at now: Timestamp) throws(AccessError) -> AccessError
    {
        if locked.record(visitor.account, from: visitor.source, at: now) { try keepLockedTries() }
        return .locked(until: end)
    }

    /// Counts a try for each subject of the visitor, unless one of them is locked: then it counts for none.
    private func begin(_ visitor: Visitor, at now: Timestamp) throws(AccessError) {
        // They belong to the locks before this try.
        try keepLockedTries()
        let end: Timestamp? = try database.write { database in
            try database.removeLockouts(at: now)
            var counted: [(subject: String, lockout: Lockout)] = []
            var ends: [Timestamp] = []
            for subject in visitor.subjects {
                var lockout = try database.lockout(of: subject) ?? Lockout(last: now)
                do throws(AccessError) {
                    try lockout.begin(at: now)
                    counted.append((subject, lockout))
                } catch {
                    // It counts nothing, but ends sooner after the clock was set back.
                    try database.save(lockout, of: subject)
                    ends.append(lockout.lockedUntil ?? now)
                }
            }
            guard let end = ends.max() else {
                for (subject, lockout) in counted { try database.save(lockout, of: subject) }
                return nil
            }
            return end
        }
        if let end { throw try refuse(visitor, until: end, at: now) }
    }

    /// Notes a wrong try that has been counted.
    private func fail(_ visitor: Visitor, at now: Timestamp) throws(AccessError) -> AccessError {
        try database.write { database in
            try database.record(.refused, visitor.account, from: visitor.source, at: now)
            let ends = try visitor.subjects.compactMap { try database.lockout(of: $0)?.lockedUntil }
            guard let end = ends.max(), end > now else { return .refused }
            try database.record(.locked, visitor.account, from: visitor.source, at: now)
            return .locked(until: end)
        }
    }
}

extension PasscodeHash {
    /// What nobody's passcode is held against.
    fileprivate static func nobody(rounds: Int) -> PasscodeHash {
        PasscodeHash(salt: [UInt8](repeating: 0x5A, count: 16), key: [UInt8](repeating: 0, count: 32), rounds: rounds)
    }
}

extension SQLSession {
    /// Sets the passcode that was asked for, and makes the first account for it where there is none.
    fileprivate func setPasscode(
        _ hash: PasscodeHash, current: String?, of name: Name, from source: String?, at now: Timestamp
    ) throws {
        if try !hasAccount(name) {
            let count: Int = try value("SELECT count(*) FROM accounts") ?? 0
            guard count == 0 else { throw AccessError.noSuchAccount(name) }
            try add(name, isAdministrator: true, at: now)
            try record(.accountAdded, name.text, from: source, at: now)
        }
        // Two first passcodes at the same moment: the second one did not know the first.
        if source != nil, current == nil, try passcode(of: name) != nil { throw AccessError.refused }
        try setPasscode(hash, of: name)
        if source == nil { try forgetTries(of: name) }
        try record(.passcodeSet, name.text, from: source, at: now)
    }

    /// Keeps the passcode of an account, and ends what was opened with the one before.
    func setPasscode(_ hash: PasscodeHash, of name: Name) throws {
        try execute("UPDATE accounts SET passcode = ? WHERE name = ?", [hash.text, name.text])
        try execute("DELETE FROM sessions WHERE account = ?", [name.text])
        try removePushDevices(of: name)
        try forgetMailLinks(of: name)
    }

    /// Forgets what was sent for another address, or for a forgotten passcode: whoever has asked for that may not be the
    /// owner, who sets another passcode for that reason.
    func forgetMailLinks(of name: Name) throws {
        try execute(
            "DELETE FROM mail_links WHERE account = ? AND kind IN ('verify', 'recover') AND used_ms IS NULL",
            [name.text]
        )
    }

    /// Forgets from where an account has logged in, and what was tried in vain.
    func forgetTries(of name: Name) throws {
        try removeDevices(of: name)
        try liftLocks(of: name)
    }

    func passcode(of name: Name) throws -> PasscodeHash? {
        let sql = "SELECT passcode FROM accounts WHERE name = ?"
        return try (value(sql, [name.text]) as String?).flatMap { PasscodeHash(text: $0) }
    }
}
