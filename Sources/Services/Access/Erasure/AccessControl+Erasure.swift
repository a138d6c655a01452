internal import Store
public import Tracking

extension AccessControl {
    /// Begins to erase an account, or only an owner without one: from here on nobody logs in as it, and it goes on
    /// after any interruption.
    ///
    /// One that is under way is asked for anew: what has come since goes too. With `waits`, broker and trackers are told
    /// until they know.
    ///
    /// - Throws: ``AccessError/lastAdministrator`` while others need one.
    public func beginErasure(
        of name: Name, owner: Name, waits: Bool, at now: Timestamp
    ) throws(AccessError) -> Erasure {
        try database.write { database in
            if try database.hasAccount(name) { try database.checkStaysManageable(without: name) }
            if let known = try database.erasures().last(where: { $0.account == name && $0.owner == owner }) {
                // Another time than before, whatever the clock does: it tells one order from the next.
                let asked = max(now.milliseconds, known.asked.milliseconds + 1)
                let sql = "UPDATE erasures SET asked_ms = ?, waits = ? WHERE id = ?"
                try database.execute(sql, [asked, waits, known.id])
            } else {
                // A number that no former erasure had, wherever the accounts were then: the history knows it by that.
                let last: Int64 = try database.value("SELECT coalesce(max(id), 0) FROM erasures") ?? 0
                try database.execute(
                    "INSERT INTO erasures (id, account, owner, asked_ms, waits, topics) VALUES (?, ?, ?, ?, ?, '')",
                    [max(now.milliseconds, last + 1), name.text, owner.text, now.milliseconds, waits]
                )
            }
            try database.removeAll(of: name, owner)
            if database.isShared {
                try database.mark(account: name, mask, at: now)
                try database.mark(owner: owner, mask, at: now)
            }
            let found = try database.erasures().last { $0.account == name && $0.owner == owner }
            guard let found else { throw AccessError.noSuchAccount(name) }
            return found
        }
    }

    /// What is being erased, the oldest first.
    public func erasures() throws(AccessError) -> [Erasure] { try database.read { try $0.erasures() } }

    /// Ends an erasure: its names go, a line without a name stays, and the file is written anew; false while another
    /// process reads the file, then it is to be called again, and where it was asked for anew meanwhile: then nothing is
    /// ended, as what has come since is to go too.
    ///
    /// An account of that name that was made since stays, and who looked at those of the owner's devices that have come
    /// since, which are given.
    public func finish(
        _ erasure: Erasure, sparing devices: [DeviceID] = [], at now: Timestamp
    ) throws(AccessError) -> Bool {
        if let name = erasure.account, let owner = erasure.owner {
            let isOver = try database.write { database in
                let standing = try database.erasures().first { $0.id == erasure.id }
                if let standing, standing.account != nil, standing.asked != erasure.asked { return false }
                try database.removeTraces(of: name, owner, sparing: devices, after: erasure.asked)
                let sql = """
                    UPDATE erasures SET account = NULL, owner = NULL, topics = ''
                    WHERE id = ? AND account = ? AND asked_ms = ?
                    """
                guard try database.change(sql, [erasure.id, name.text, erasure.asked.milliseconds]) > 0 else {
                    return true
                }
                // It may have taken days, in which somebody looked. Whoever is there anew is looked at as others are.
                if database.isShared {
                    if try !database.hasAccount(name) { try database.mark(account: name, mask, at: now) }
                    if devices.isEmpty { try database.mark(owner: owner, mask, at: now, isOver: true) }
                }
                try database.record(.accountErased, nil, from: nil, at: now)
                return true
            }
            guard isOver else { return false }
        }
        guard try database.scrub() else { return false }
        return try database.write { database in
            try database.execute("DELETE FROM erasures WHERE id = ? AND account IS NULL", [erasure.id])
            return try !database.erasures().contains { $0.id == erasure.id }
        }
    }

    /// The right to go on with an erasure, which one service has at a time; nil while another one has it.
    public func lock(_ erasure: Erasure) throws(AccessError) -> AccessLock? {
        try database.hold("erasure \(erasure.id)")
    }

    /// Writes the file anew, so that nothing of what was removed is left in it; false while another process reads the
    /// file.
    public func scrub() throws(AccessError) -> Bool { try database.scrub() }

    /// Whether who asks, by a session, is the account's owner: by its passcode, typed once more, or of an account without one
    /// by having logged in lately, see ``Session/fresh``.
    ///
    /// - Throws: ``AccessError/refused`` or ``AccessError/locked(until:)``: a wrong one counts as a wrong try; or
    ///   ``AccessError/logInAgain``.
    public func confirm(
        _ passcode: String, of session: Session, from source: String, device: AccessSecret? = nil, at now: Timestamp
    ) throws(AccessError) {
        guard let name = session.principal.account else { throw .refused }
        guard let hash = try database.read({ try $0.passcode(of: name) }) else {
            guard session.isFresh(at: now) else { throw .logInAgain }
            return
        }
        try check(passcode, against: hash, of: name.text, from: source, device, at: now)
    }
}

extension SQLSession {
    fileprivate func erasures() throws -> [Erasure] {
        try rows("SELECT id, account, owner, asked_ms, waits FROM erasures ORDER BY id") { row in
            Erasure(
                id: row[0],
                account: try (row[1] as String?).map { try Name($0) },
                owner: try (row[2] as String?).map { try Name($0) },
                asked: Timestamp(milliseconds: row[3]),
                waits: row[4]
            )
        }
    }

    /// Sessions, tokens, passkeys and all that is about people go with the account.
    fileprivate func removeAll(of name: Name, _ owner: Name) throws {
        try removeAccount(name)
        try execute("DELETE FROM grants WHERE owner = ?", [owner.text])
        try execute("DELETE FROM looks WHERE owner = ?", [owner.text])
        try removeLinks(toItemsOf: owner)
        try removeFoundPages(ofItemsOf: owner)
        try removeShares(ofThingsOf: owner)
        try removeTraces(of: name)
    }

    /// Removes what was still written down while the account went, and spares what has come since.
    fileprivate func removeTraces(
        of name: Name, _ owner: Name, sparing devices: [DeviceID], after asked: Timestamp
    ) throws {
        if try !hasAccount(name) { try removeTraces(of: name) }
        let marks = SQLSession.marks(devices.count)
        try execute(
            "DELETE FROM looks WHERE owner = ? AND (first_ms <= ? OR tracker NOT IN (\(marks)))",
            [owner.text, asked.milliseconds] + SQLArguments(devices.map(\.device.text.sqlValue))
        )
    }

    private func removeTraces(of name: Name) throws {
        try execute("DELETE FROM audit WHERE account = ?", [name.text])
        try execute("DELETE FROM lockouts WHERE subject = ?", ["account:\(name)"])
        try execute("DELETE FROM looks WHERE viewer = ?", [name.text])
    }
}
