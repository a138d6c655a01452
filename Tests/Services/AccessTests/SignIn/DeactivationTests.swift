import StoreSupport
import Testing
import Tracking

@testable import Access
@testable import Store

/// Accounts that rest.
@Suite(.onBothEngines) struct DeactivationTests {
    private let bench: AccessBench
    private let (boss, kim): (Name, Name)
    private let source = "192.0.2.20"

    init() throws {
        bench = try AccessBench()
        (boss, kim) = (try Name("boss"), try Name("kim"))
        try bench.account("boss")
        try bench.access.add(
            kim, isAdministrator: false, grants: [Grant(written: "kim=command")], passcode: Passcode("mistletoe"),
            at: bench.start
        )
        _ = try bench.access.setMail(MailAddress("kim@example.org"), of: kim, from: nil, at: bench.start)
    }

    @Test func `P-19 a deactivated account is logged out, and told so only after the right passcode`() throws {
        let opened = try bench.logIn("mistletoe", as: "kim")
        let token = try bench.access.makeToken("t", of: kim, scope: .command, at: bench.at(1)).secret
        let letter = try bench.access.deactivate(kim, withLetter: true, from: source, at: bench.at(2))
        #expect(try bench.access.session(opened.secret, at: bench.at(3)) == nil)
        #expect(try bench.access.principal(token: token, at: bench.at(3)) == nil)
        #expect(throws: AccessError.refused) { try bench.logIn("wrong one", as: "kim", at: 4) }
        #expect(throws: AccessError.deactivated) { try bench.logIn("mistletoe", as: "kim", at: 5) }
        #expect(try bench.access.audit().contains { $0.event == .accountDeactivated && $0.source == source })
        try bench.access.reactivate(by: #require(letter).secret, from: source, at: bench.at(6))
        #expect(try bench.logIn("mistletoe", as: "kim", at: 7).session.principal.grants.count == 1)
        #expect(throws: AccessError.badLink(.used)) {
            try bench.access.reactivate(by: #require(letter).secret, from: source, at: bench.at(8))
        }
    }

    @Test func `an administrator brings it back, and so does the mail for a forgotten passcode`() throws {
        try bench.access.deactivate(kim, from: nil, at: bench.at(2))
        try bench.access.activate(kim, from: source, at: bench.at(3))
        _ = try bench.logIn("mistletoe", as: "kim", at: 4)
        try bench.access.deactivate(kim, from: nil, at: bench.at(5))
        let mail = try #require(MailAddress("kim@example.org"))
        let letter = try #require(try bench.access.recoveryLetter(to: mail, from: source, at: bench.at(6)))
        guard case .reactivate(let secret) = letter.occasion else { throw Unexpected() }
        try bench.access.reactivate(by: secret, from: source, at: bench.at(7))
        _ = try bench.logIn("mistletoe", as: "kim", at: 8)
    }

    @Test func `what a deactivated account shares is shown to nobody, until it is back`() throws {
        let lee = try Name("lee")
        try bench.access.add(lee, isAdministrator: false, at: bench.start)
        try bench.access.database.write { database in
            for (one, other) in [("kim", "lee"), ("lee", "kim")] {
                try database.execute(
                    "INSERT INTO contacts (account, other, level, since_ms) VALUES (?, ?, '', 0)", [one, other]
                )
            }
            try database.execute(
                """
                INSERT INTO contact_shares (giver, account, owner, tracker, "right", by_area, created_ms)
                VALUES ('kim', 'lee', 'kim', 'keys', 'history', 0, 0)
                """
            )
        }
        func sees() throws -> Bool {
            let token = try bench.access.makeToken("t", of: lee, scope: .admin, at: bench.at(1)).secret
            let keys = try DeviceID(owner: kim, device: Name("keys"))
            return try bench.access.principal(token: token, at: bench.at(1))?.may(.history, keys) ?? false
        }
        func shown() throws -> [String] {
            let sql = "SELECT other FROM contacts WHERE account = 'lee' AND \(SQLSession.isActive("contacts.other"))"
            return try bench.access.database.read { try $0.rows(sql) { $0[0] as String } }
        }
        #expect(try sees() && shown() == ["kim"])
        try bench.access.deactivate(kim, from: nil, at: bench.at(2))
        #expect(try !sees() && shown() == [])
        try bench.access.activate(kim, from: nil, at: bench.at(3))
        #expect(try sees() && shown() == ["kim"])
    }

    @Test func `the last administrator cannot be deactivated, and one who is deactivated does not count`() throws {
        #expect(throws: AccessError.lastAdministrator) {
            try bench.access.deactivate(boss, from: source, at: bench.at(1))
        }
        let other = try Name("other")
        try bench.access.add(other, isAdministrator: true, passcode: Passcode("evergreen"), at: bench.at(1))
        try bench.access.deactivate(other, from: nil, at: bench.at(2))
        #expect(throws: AccessError.lastAdministrator) {
            try bench.access.deactivate(boss, from: source, at: bench.at(3))
        }
        #expect(throws: AccessError.lastAdministrator) { try bench.access.remove(boss, at: bench.at(3)) }
        try bench.access.activate(other, from: nil, at: bench.at(4))
        try bench.access.deactivate(boss, from: source, at: bench.at(5))
    }

    @Test func `links that are handed over do what those in mails do`() throws {
        let (verify, recover) = (
            try bench.access.makeMailLink(.verify, of: kim, from: nil, at: bench.at(1)),
            try bench.access.makeMailLink(.recover, of: kim, from: source, at: bench.at(1))
        )
        try bench.access.verify(verify.secret, session: kim, from: source, at: bench.at(2))
        try bench.access.recover(by: recover.secret, to: Passcode("evergreen"), from: source, at: bench.at(3))
        _ = try bench.logIn("evergreen", as: "kim", at: 4)
        #expect(throws: AccessError.noMail(boss)) {
            try bench.access.makeMailLink(.verify, of: boss, from: nil, at: bench.at(5))
        }
        #expect(try bench.access.audit().count { $0.event == .mailLinkMade } == 2)
    }
}
