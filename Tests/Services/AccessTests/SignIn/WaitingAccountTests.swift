import ServerSupport
import StoreSupport
import Testing
import Tracking

@testable import Access
@testable import Store

/// Accounts that have registered and wait: they hold no address, and do not tell who does.
@Suite(.onBothEngines) struct WaitingAccountTests {
    private let bench: AccessBench
    private let source = "192.0.2.20"
    private let kim: MailAddress

    init() throws {
        bench = try AccessBench()
        kim = try #require(MailAddress("kim@example.org"))
        try bench.account("boss")
    }

    @discardableResult
    private func register(
        _ mail: String = "kim@example.org", passcode: String, from source: String? = nil, at seconds: Double = 1
    ) throws -> AccountLetter? {
        let newcomer = Newcomer(
            name: "Kim Lee", mail: try #require(MailAddress(mail)), passcode: try Passcode(passcode)
        )
        return try bench.access.register(newcomer, where: .open, from: source ?? self.source, at: bench.at(seconds))
    }

    private func verify(_ letter: AccountLetter?, passcode: String?, at seconds: Double = 2) throws -> Name {
        try bench.access.verify(
            try #require(letter).secret, passcode: passcode, from: source, at: bench.at(seconds)
        ).account
    }

    /// An account that has the address.
    @discardableResult
    private func holder(_ mail: String = "kim@example.org") throws -> Name {
        try verify(try register(mail, passcode: "mistletoe"), passcode: "mistletoe")
    }

    @Test func `P-3 whoever has registered an address finds out by no log-in whether an account has it`() throws {
        let first = try holder()
        for mail in ["kim@example.org", "nobody@example.org"] {
            try register(mail, passcode: "their passcode", from: "198.51.100.1", at: 5)
            let opened = try bench.access.logIn(
                mail, passcode: "their passcode", from: "198.51.100.1", at: bench.at(6)
            )
            let name = try #require(opened.session.principal.account)
            #expect(name != first && !opened.session.principal.isVerified)
            #expect(try bench.access.mail(of: name)?.text == mail)
            // Nor by asking for another link: the letter goes to the address alone.
            #expect(try bench.access.verificationLetter(of: name, from: source, at: bench.at(7)) != nil)
        }
        // The letter has no link, so that the one who waits for nothing never becomes the holder.
        let waiting = try bench.access.database.read { try $0.pending(at: kim) }
        let letter = try bench.access.verificationLetter(of: waiting[0], from: source, at: bench.at(8))
        #expect(letter?.occasion == .alreadyRegistered && letter?.account == first)
        _ = try bench.logIn("mistletoe", as: "kim@example.org", at: 9)
    }

    @Test func `an address that somebody has registered and not shown to be theirs is free for its owner`() throws {
        let theirs = try register(passcode: "their passcode", at: 1)
        let mine = try register(passcode: "my own one", at: 2)
        guard case .verify = mine?.occasion else { throw Unexpected() }
        let name = try verify(mine, passcode: "my own one", at: 3)
        #expect(try bench.access.accounts().map(\.name.text) == ["boss", name.text])
        #expect(throws: AccessError.badLink(.unknown)) { try verify(theirs, passcode: "their passcode", at: 4) }
        #expect(throws: AccessError.refused) { try bench.logIn("their passcode", as: "kim@example.org", at: 5) }
        #expect(try bench.logIn("my own one", as: "kim@example.org", at: 6).session.principal.isVerified)
    }

    @Test func `the newest three wait for an address, each by its own passcode`() throws {
        for index in 1...4 { try register(passcode: "passcode \(index)", at: Double(index)) }
        #expect(try bench.access.accounts().count == 4)
        #expect(throws: AccessError.refused) { try bench.logIn("passcode 1", as: "kim@example.org", at: 5) }
        let names = try (2...4).map {
            try bench.logIn("passcode \($0)", as: "kim@example.org", at: 6).session.principal.account
        }
        #expect(Set(names).count == 3)
        // The one that has come last stays, also where the clock was set back.
        try register(passcode: "passcode 5", at: -100)
        _ = try bench.logIn("passcode 5", as: "kim@example.org", at: 7)
    }

    @Test func `a link that somebody else has asked for takes the passcode or the session`() throws {
        // Mallory has registered with the address of somebody who clicks on whatever comes.
        let letter = try register(passcode: "their passcode")
        #expect(throws: AccessError.passcodeNeeded) { try verify(letter, passcode: nil) }
        #expect(throws: AccessError.refused) { try verify(letter, passcode: "my own one") }
        let boss = try Name("boss")
        #expect(throws: AccessError.passcodeNeeded) {
            try bench.access.verify(#require(letter).secret, session: boss, from: source, at: bench.at(3))
        }
        #expect(try bench.access.accounts().allSatisfy { $0.name == boss || !$0.isVerified })
        // Wrong ones are counted as at the log-in.
        for _ in 0..<4 { _ = try? verify(letter, passcode: "my own one", at: 4) }
        #expect(throws: AccessError.locked(until: bench.at(604))) {
            try verify(letter, passcode: "their passcode", at: 5)
        }
        // The link was not used up.
        let name = try verify(letter, passcode: "their passcode", at: 700)
        #expect(try bench.logIn("their passcode", as: name.text, at: 701).session.principal.isVerified)
    }

    @Test func `who waits lifts no lock of the account that has the address, and locks nobody by coming in`() throws {
        try holder()
        try register(passcode: "their passcode")
        let attacker = "198.51.100.7"
        func attempt(_ passcode: String, at seconds: Double) -> AccessError? {
            do throws(AccessError) {
                _ = try bench.access.logIn("kim@example.org", passcode: passcode, from: attacker, at: bench.at(seconds))
                return nil
            } catch { return error }
        }
        // What would be a way to guess for ever, with a right passcode of one's own in between.
        let tries = (0..<5).map { index in
            [attempt("guess \(index)", at: Double(10 + index)), attempt("their passcode", at: Double(10 + index))]
        }
        #expect(tries.dropLast() == Array(repeating: [.refused, nil], count: 4)[...])
        let locked = AccessError.locked(until: bench.at(614))
        #expect(tries.last == [locked, locked])
        for index in 0..<20 { #expect(attempt("their passcode", at: Double(700 + index)) == nil) }
    }

    @Test func `a lock of a name tells nobody whose mail address it is, and the right passcode lifts both`() throws {
        let name = try holder()
        func attempt(_ passcode: String, _ who: String, _ place: Int, at seconds: Double) -> AccessError? {
            do throws(AccessError) {
                _ = try bench.access.logIn(
                    who, passcode: passcode, from: "198.51.100.\(place)", at: bench.at(seconds)
                )
                return nil
            } catch { return error }
        }
        // Each from a source of its own.
        for place in 1...4 { #expect(attempt("guess", name.text, place, at: 10) == .refused) }
        for place in 5...8 {
            #expect(attempt("guess", "kim@example.org", place, at: 11) == .refused)
            #expect(attempt("guess", "nobody@example.org", place, at: 12) == .refused)
        }
        let locked = AccessError.locked(until: bench.at(613))
        #expect(attempt("guess", "nobody@example.org", 9, at: 13) == locked)
        #expect(attempt("mistletoe", name.text, 10, at: 13) == nil)
        // Neither the tries at the address nor those at the name count any more.
        for place in 11...14 {
            #expect(attempt("guess", name.text, place, at: 14) == .refused)
            #expect(attempt("guess", "kim@example.org", place, at: 14) == .refused)
        }
        for place in [15, 16] { _ = attempt("guess", "kim@example.org", place, at: 15) }
        #expect(attempt("mistletoe", "kim@example.org", 17, at: 16) == .locked(until: bench.at(615)))
        let letter = try #require(try bench.access.recoveryLetter(to: kim, from: source, at: bench.at(17)))
        try bench.access.recover(by: letter.secret, to: Passcode("evergreen"), from: source, at: bench.at(18))
        #expect(attempt("evergreen", "kim@example.org", 18, at: 19) == nil)
    }

    @Test func `a forgotten passcode goes to who has the address, and else to the newest who waits`() throws {
        try register(passcode: "their passcode", at: 1)
        try register(passcode: "my own one", at: 2)
        let letter = try #require(try bench.access.recoveryLetter(to: kim, from: source, at: bench.at(3)))
        let name = try bench.access.recover(
            by: letter.secret, to: Passcode("evergreen"), from: source, at: bench.at(4)
        )
        #expect(try bench.access.accounts().map(\.name.text) == ["boss", name.text])
        try register(passcode: "another one", at: 5)
        let other = try #require(try bench.access.recoveryLetter(to: kim, from: source, at: bench.at(6)))
        #expect(other.account == name)
    }

    @Test func `who waits for another account's address becomes its owner by no link that is handed over`() throws {
        let first = try holder()
        try register(passcode: "their passcode", at: 3)
        let waiting = try bench.access.database.read { try $0.pending(at: kim) }[0]
        #expect(throws: AccessError.mailTaken) {
            try bench.access.makeMailLink(.verify, of: waiting, from: nil, at: bench.at(4))
        }
        let link = try bench.access.makeMailLink(.recover, of: waiting, from: nil, at: bench.at(4))
        #expect(throws: AccessError.mailTaken) {
            try bench.access.recover(by: link.secret, to: Passcode("evergreen"), from: source, at: bench.at(5))
        }
        // Nothing of that is done by halves.
        _ = try bench.logIn("their passcode", as: waiting.text, at: 6)
        // With the holder they go, too: what is left has the address of the one who was erased.
        try bench.access.remove(first, at: bench.at(7))
        #expect(try bench.access.accounts().map(\.name.text) == ["boss"])
    }

    @Test func `who waits for an address and goes ends no link of who has it`() throws {
        try holder()
        let letter = try #require(try bench.access.recoveryLetter(to: kim, from: source, at: bench.at(3)))
        try register(passcode: "their passcode", at: 4)
        let waiting = try bench.access.database.read { try $0.pending(at: kim) }[0]
        try bench.access.remove(waiting, at: bench.at(5))
        try bench.access.recover(by: letter.secret, to: Passcode("evergreen"), from: source, at: bench.at(6))
        _ = try bench.logIn("evergreen", as: "kim@example.org", at: 7)
    }

    @Test func `who logs in by another site with an address that is verified there takes nobody's who waits`() throws {
        try register(passcode: "their passcode")
        let identity = ForeignIdentity(issuer: "https://id.example", subject: "7", mail: kim, name: "Kim Lee")
        let outcome = try bench.access.logIn(identity, where: .open, from: source, at: bench.at(3))
        guard case .registered(let opened) = outcome else { throw Unexpected() }
        let name = try #require(opened.session.principal.account)
        #expect(try bench.access.accounts().map(\.name.text) == ["boss", name.text])
    }

    @Test func `who was invited by mail has the address, and others who wait for it go`() throws {
        try register(passcode: "their passcode")
        let boss = try Name("boss")
        let letter = try bench.access.invitationLetter(to: kim, by: boss, .english, from: source, at: bench.at(2))
        let newcomer = Newcomer(name: "Kim Lee", mail: kim, passcode: try Passcode("my own one"))
        let secret = try #require(letter).secret
        #expect(
            try bench.access.register(
                newcomer, invitation: secret, where: .invitation, from: source, at: bench.at(3)
            ) == nil
        )
        #expect(try bench.access.accounts().count == 2)
        #expect(try bench.logIn("my own one", as: "kim@example.org", at: 4).session.principal.isVerified)
    }

    @Test func `who never shows that the address is theirs is forgotten with the audit and the wrong tries`() throws {
        try register(passcode: "their passcode")
        let waiting = try bench.access.database.read { try $0.pending(at: kim) }[0]
        _ = try? bench.logIn("wrong one", as: waiting.text, at: 2)
        let tries = "SELECT count(*) FROM lockouts WHERE subject LIKE 'account:%'"
        #expect(try bench.count(tries) == 1)
        #expect(try bench.rows().contains(waiting.text))
        let later = Double(8 * 24 * 3600)
        try bench.access.sweepSignIn(at: bench.at(later))
        #expect(try bench.count(tries) == 0)
        #expect(try !bench.rows().contains(waiting.text))
        // So it is where others push it out, or show that the address is theirs.
        try register(passcode: "passcode 0", at: later + 1)
        let first = try bench.access.database.read { try $0.pending(at: kim) }[0]
        for index in 1...3 { try register(passcode: "passcode \(index)", at: later + Double(index) + 1) }
        #expect(try !bench.rows().contains(first.text))
        let second = try bench.access.database.read { try $0.pending(at: kim) }[0]
        let letter = try register(passcode: "my own one", at: later + 10)
        _ = try verify(letter, passcode: "my own one", at: later + 11)
        #expect(try !bench.rows().contains(second.text))
    }

    @Test func `in a PostgreSQL of before whoever waits holds the address no more`() throws {
        guard case .postgres(let server) = TestDatabase.current else { return }
        let path = server.address()
        // Without the steps of this version: as the tables were with mail addresses.
        let steps = Array(TableDesign.access.steps.prefix(5))
        let former = TableDesign(name: "accounts", words: "accounts", steps: steps, tables: [])
        let tables = try #require(try PostgresTables(beside: path, former))
        try tables.write { session in
            try session.execute(
                """
                INSERT INTO accounts (name, administrator, created_ms, mail, mail_key, verified_ms) VALUES
                    ('sam', 1, 0, 'sam@example.org', 'sam@example.org', 0),
                    ('kim-1', 0, ?, 'kim@example.org', 'kim@example.org', NULL)
                """,
                [bench.at(0).milliseconds]
            )
        }
        let access = try AccessControl(path: path, rounds: 1 << 10)
        let newcomer = Newcomer(name: "Kim", mail: kim, passcode: try Passcode("mistletoe"))
        let letter = try access.register(newcomer, where: .open, from: source, at: bench.at(1))
        let name = try access.verify(
            #require(letter).secret, passcode: "mistletoe", from: source, at: bench.at(2)
        ).account
        #expect(try access.accounts().map(\.name.text) == [name.text, "sam"])
    }

    @Test func `an account without an address has nothing to show, whichever program has made it`() throws {
        // As a program of before does that shares the database.
        try bench.access.database.write { session in
            try session.execute("INSERT INTO accounts (name, administrator, created_ms) VALUES ('old', 0, 0)")
        }
        let old = try Name("old")
        try bench.access.setPasscode(Passcode("tannenbaum"), current: nil, of: old, from: nil, at: bench.at(1))
        #expect(try bench.logIn("tannenbaum", as: "old", at: 2).session.principal.isVerified)
        try register(passcode: "their passcode", at: 30 * 24 * 3600)
        #expect(try bench.access.accounts().contains { $0.name == old && $0.isVerified })
        #expect(try bench.access.database.read { try $0.isActive(old) })
    }
}
