import Foundation
import StoreSupport
import Testing
import Tracking

@testable import Access

/// Registering, verifying, and forgotten passcodes, without HTTP around them.
@Suite(.onBothEngines) struct RegistrationTests {
    private let bench: AccessBench
    private let source = "192.0.2.20"

    init() throws {
        bench = try AccessBench()
        try bench.account("boss")
    }

    private func newcomer(
        _ name: String = "Kim Lee", _ mail: String = "kim@example.org", passcode: String = "mistletoe"
    ) throws -> Newcomer {
        Newcomer(name: name, mail: try #require(MailAddress(mail)), passcode: try Passcode(passcode), language: .german)
    }

    private func register(
        _ newcomer: Newcomer,
        invitation: AccessSecret? = nil,
        where registration: RegistrationPolicy = .open,
        from source: String? = nil,
        at seconds: Double = 1
    ) throws -> AccountLetter? {
        try bench.access.register(
            newcomer, invitation: invitation, where: registration, from: source ?? self.source, at: bench.at(seconds)
        )
    }

    /// Registers and verifies; the name of the account.
    private func member(_ mail: String = "kim@example.org") throws -> Name {
        let letter = try #require(try register(newcomer("Kim Lee", mail)))
        return try bench.access.verify(letter.secret, passcode: "mistletoe", from: source, at: bench.at(2)).account
    }

    @Test func `P-2 who registers gets a mail with a link, and an account of a name of its own`() throws {
        let letter = try #require(try register(newcomer()))
        #expect(letter.to.text == "kim@example.org" && letter.account == nil && letter.language == .german)
        #expect(letter.expires == bench.at(1 + 24 * 3600))
        let account = try #require(try bench.access.accounts().first { $0.name.text != "boss" })
        #expect(account.name.text.wholeMatch(of: /kim-lee-[0-9]{4}/) != nil)
        #expect(!account.isVerified && !account.isAdministrator && account.hasPasscode && account.grants.isEmpty)
        #expect(try bench.access.audit().map(\.event).first == .registered)
    }

    @Test(arguments: [
        ("Zoë  O'Neill", "zoe-oneill"), ("Наталья", "natala"), ("李小龙", "li-xiao-long"),
        ("<script>alert(1)</script>", "script-alert-1-script"), ("'; DROP TABLE accounts; --", "drop-table-accounts"),
        ("🙂🙂", "kim"), (String(repeating: "ab", count: 32), String(repeating: "ab", count: 20)),
    ])
    func `names of any script become names of accounts`(name: String, stem: String) throws {
        #expect(AccountNames.stem(name, MailAddress("kim@example.org")) == stem)
        _ = try register(newcomer(name))
        let made = try bench.access.accounts().map(\.name.text).first { $0 != "boss" }
        #expect(made?.hasPrefix(stem + "-") == true)
    }

    @Test func `who registers never has the name of somebody who has things, or whose things are shared`() throws {
        var asked: [String] = []
        let letter = try bench.access.register(
            newcomer(), where: .open, from: source, at: bench.at(1),
            isTaken: { name in
                asked.append(name.text)
                return asked.count < 3
            }
        )
        #expect(letter != nil && asked.count == 3)
        #expect(try bench.access.accounts().contains { $0.name.text == asked.last })
    }

    @Test func `P-3 of an address that an account has, its owner is told by mail and nobody else`() throws {
        let first = try member()
        let letter = try #require(try register(newcomer("Somebody", "KIM@Example.org", passcode: "another one")))
        #expect(letter.occasion == .alreadyRegistered && letter.account == first && letter.expires == nil)
        #expect(try bench.access.audit().first?.event == .registeredAgain)
        _ = try bench.logIn("mistletoe", as: first.text, at: 5)
    }

    @Test func `P-4 a link verifies once, within a day, and says what is wrong with it`() throws {
        let letter = try #require(try register(newcomer()))
        func verify(_ secret: AccessSecret, at seconds: Double) throws -> Name {
            try bench.access.verify(secret, passcode: "mistletoe", from: source, at: bench.at(seconds)).account
        }
        #expect(throws: AccessError.badLink(.expired)) { try verify(letter.secret, at: 1 + 24 * 3600) }
        #expect(throws: AccessError.badLink(.unknown)) { try verify(AccessSecret(), at: 2) }
        // A link of another kind is none.
        #expect(throws: AccessError.badLink(.unknown)) {
            try bench.access.recover(by: letter.secret, to: Passcode("tannenbaum"), from: source, at: bench.at(2))
        }
        let name = try verify(letter.secret, at: 2)
        #expect(throws: AccessError.badLink(.used)) { try verify(letter.secret, at: 3) }
        #expect(try bench.access.mail(of: name)?.text == "kim@example.org")
        #expect(try bench.access.audit().map(\.event).first == .mailVerified)
        // Nothing that opens anything is stored.
        #expect(try !bench.stored().contains(Data(letter.secret.text.utf8)))
    }

    @Test func `P-5 who is not verified may do nothing, and is sent another link on request`() throws {
        let first = try #require(try register(newcomer()))
        let opened = try bench.logIn("mistletoe", as: "kim@example.org")
        let name = try #require(opened.session.principal.account)
        #expect(opened.session.principal == Self.nobody(name))
        let second = try #require(try bench.access.verificationLetter(of: name, from: source, at: bench.at(60)))
        #expect(throws: AccessError.badLink(.used)) {
            try bench.access.verify(first.secret, session: name, from: source, at: bench.at(61))
        }
        try bench.access.verify(second.secret, session: name, from: source, at: bench.at(61))
        #expect(try bench.access.session(opened.secret, at: bench.at(62))?.principal.isVerified == true)
    }

    private static func nobody(_ name: Name) -> Principal {
        var principal = Principal(account: name, isAdministrator: false)
        principal.isVerified = false
        return principal
    }

    @Test func `what of registering is over goes by itself`() throws {
        _ = try register(newcomer())
        try bench.access.sweepSignIn(at: bench.at(7 * 24 * 3600))
        #expect(try bench.access.accounts().count == 2)
        #expect(try bench.count("SELECT count(*) FROM mail_counts") == 0)
        try bench.access.sweepSignIn(at: bench.at(7 * 24 * 3600 + 2))
        #expect(try bench.access.accounts().count == 1)
        let boss = try Name("boss")
        _ = try bench.access.makeMailLink(.invite, of: boss, from: nil, at: bench.at(0))
        try bench.access.sweepSignIn(at: bench.at(37 * 24 * 3600))
        #expect(try bench.count("SELECT count(*) FROM mail_links") == 1)
        try bench.access.sweepSignIn(at: bench.at(37 * 24 * 3600 + 1))
        #expect(try bench.count("SELECT count(*) FROM mail_links") == 0)
    }

    @Test func `who never verifies is forgotten after a week, when somebody else registers`() throws {
        _ = try register(newcomer())
        let week = 7.0 * 24 * 3600
        _ = try register(newcomer("Lee", "lee@example.org"), at: week)
        #expect(try bench.access.accounts().count == 3)
        _ = try register(newcomer("Max", "max@example.org"), at: week + 2)
        #expect(try bench.access.accounts().count == 3)
        #expect(throws: AccessError.refused) { try bench.logIn("mistletoe", as: "kim@example.org", at: week + 3) }
    }

    @Test func `P-6 a forgotten passcode: a link of half an hour, once, which ends all sessions`() throws {
        let name = try member()
        let opened = try bench.logIn("mistletoe", as: name.text)
        let mail = try #require(MailAddress("Kim@example.org"))
        let letter = try #require(try bench.access.recoveryLetter(to: mail, from: source, at: bench.at(10)))
        let new = try Passcode("evergreen")
        #expect(throws: AccessError.badLink(.expired)) {
            try bench.access.recover(by: letter.secret, to: new, from: source, at: bench.at(10 + 1800))
        }
        #expect(throws: AccessError.badPasscode) {
            try bench.access.recover(by: letter.secret, to: Passcode("sevenls"), from: source, at: bench.at(11))
        }
        try bench.access.recover(by: letter.secret, to: new, from: source, at: bench.at(12))
        #expect(throws: AccessError.badLink(.used)) {
            try bench.access.recover(by: letter.secret, to: new, from: source, at: bench.at(13))
        }
        #expect(try bench.access.session(opened.secret, at: bench.at(14)) == nil)
        #expect(throws: AccessError.refused) { try bench.logIn("mistletoe", as: name.text, at: 15) }
        _ = try bench.logIn("evergreen", as: "kim@example.org", at: 16)
        let unknown = try #require(MailAddress("nobody@example.org"))
        #expect(try bench.access.recoveryLetter(to: unknown, from: source, at: bench.at(17)) == nil)
    }

    @Test func `who asks for a new passcode in somebody else's name takes no link from them`() throws {
        let (name, mail) = (try member(), try #require(MailAddress("kim@example.org")))
        let mine = try #require(try bench.access.recoveryLetter(to: mail, from: source, at: bench.at(10)))
        let other = try #require(try bench.access.recoveryLetter(to: mail, from: "192.0.2.99", at: bench.at(11)))
        try bench.access.recover(by: mine.secret, to: Passcode("evergreen"), from: source, at: bench.at(12))
        // Once one is used, none is left.
        #expect(throws: AccessError.badLink(.used)) {
            try bench.access.recover(by: other.secret, to: Passcode("another one"), from: source, at: bench.at(13))
        }
        _ = try bench.logIn("evergreen", as: name.text, at: 14)
    }

    @Test func `P-7 wrong tries at addresses are refused and counted alike, whoever has them`() throws {
        _ = try member()
        func outcomes(_ name: String, _ network: Int) -> [AccessError?] {
            (0..<7).map { index in
                do throws(AccessError) {
                    _ = try bench.access.logIn(
                        name, passcode: "wrong one", from: "198.51.\(network).1", at: bench.at(Double(20 + index))
                    )
                    return nil
                } catch { return error }
            }
        }
        let (known, unknown) = (outcomes("kim@example.org", 1), outcomes("nobody@example.org", 2))
        let kinds = [known, unknown].map { $0.map { $0 == .refused } }
        #expect(kinds[0] == kinds[1] && kinds[0] == [true, true, true, true, false, false, false])
        // Another address that nobody has is not locked with it.
        #expect(outcomes("other@example.org", 3).first == .refused)
    }

    @Test func `registration is closed unless it is opened, or somebody is invited`() throws {
        #expect(throws: AccessError.registrationClosed) { try register(newcomer(), where: .closed) }
        #expect(throws: AccessError.registrationClosed) { try register(newcomer(), where: .invitation) }
        #expect(throws: AccessError.badLink(.unknown)) {
            try register(newcomer(), invitation: AccessSecret(), where: .invitation)
        }
        #expect(try bench.access.accounts().count == 1)
        let boss = try Name("boss")
        let open = try bench.access.makeMailLink(.invite, of: boss, from: nil, at: bench.at(1))
        #expect(try register(newcomer(), invitation: open.secret, where: .invitation) != nil)
        #expect(throws: AccessError.badLink(.used)) {
            try register(newcomer("Lee", "lee@example.org"), invitation: open.secret, where: .invitation)
        }
    }

    @Test func `who was invited by mail has shown with it that the address is theirs`() throws {
        let (boss, mail) = (try Name("boss"), try #require(MailAddress("kim@example.org")))
        let letter = try bench.access.invitationLetter(to: mail, by: boss, .german, from: source, at: bench.at(1))
        let secret = try #require(letter).secret
        #expect(try register(newcomer(), invitation: secret, where: .invitation) == nil)
        #expect(try bench.logIn("mistletoe", as: "kim@example.org").session.principal.isVerified)
        // Who has an account is told so.
        let again = try bench.access.invitationLetter(to: mail, by: boss, .german, from: source, at: bench.at(3))
        #expect(again?.occasion == .alreadyRegistered)
    }

    @Test func `an address gets five mails an hour, whoever asks, and nobody is told`() throws {
        _ = try member()
        let mail = try #require(MailAddress("kim@example.org"))
        // That of registering is counted apart, and so is every other: registering in somebody's name keeps them from no
        // link of theirs.
        for index in 0..<6 { _ = try register(newcomer(), from: "203.0.113.\(index)", at: 9) }
        let letters = try (0..<6).map { index in
            try bench.access.countRecovery(of: mail, from: "198.51.100.\(index)", at: bench.at(Double(10 + index)))
        }
        #expect(letters == [true, true, true, true, true, false])
        #expect(try bench.access.countRecovery(of: mail, from: source, at: bench.at(3700)))
    }

    @Test func `a source asks for twenty mails an hour, in its whole network`() throws {
        func ask(_ index: Int, from source: String, at seconds: Double) throws {
            let mail = try #require(MailAddress("somebody-\(index)@example.org"))
            _ = try bench.access.countRecovery(of: mail, from: source, at: bench.at(seconds))
        }
        for index in 0..<20 { try ask(index, from: "2001:db8::\(index)", at: 1) }
        let error = AccessError.tooManyMails(until: bench.at(3601))
        for index in 20..<1020 {
            #expect(throws: error) { try ask(index, from: "2001:db8::\(String(index, radix: 16))", at: 2) }
        }
        #expect(throws: error) { try register(newcomer(), from: "2001:db8::1", at: 2) }
        try ask(0, from: "2001:db8:1::1", at: 2)
        try ask(0, from: "2001:db8::1", at: 3602)
        // What was refused has left nothing behind.
        #expect(try bench.count("SELECT count(*) FROM mail_counts") <= 23)
        #expect(try bench.access.accounts().count == 1)
    }

    @Test func `who has asked for mails is not kept by their address`() throws {
        let mail = try #require(MailAddress("private-person@example.org"))
        _ = try bench.access.countRecovery(of: mail, from: source, at: bench.at(1))
        #expect(try bench.access.recoveryLetter(to: mail, from: source, at: bench.at(1)) == nil)
        #expect(try !bench.rows().contains("private-person"))
    }

    @Test func `an account gets another address once that is shown to be its owner's`() throws {
        let (kim, mail) = (try member(), try #require(MailAddress("kim@new.example")))
        let letter = try bench.access.letter(toChangeMailOf: kim, to: mail, from: source, at: bench.at(5))
        #expect(try bench.access.mail(of: kim)?.text == "kim@example.org")
        let former = try #require(MailAddress("kim@example.org"))
        let recovery = try #require(try bench.access.recoveryLetter(to: former, from: source, at: bench.at(6)))
        let done = try bench.access.verify(try #require(letter).secret, session: kim, from: source, at: bench.at(7))
        #expect(try bench.access.mail(of: kim) == mail)
        // At the former address that is told, by a mail in which nothing opens anything.
        let farewell = try #require(done.farewell)
        #expect(farewell.occasion == .mailChanged(bench.at(7)) && farewell.to == former && farewell.account == kim)
        // So it is where an administrator changes it, but not where it stays the same.
        #expect(try bench.access.setMail(MailAddress("KIM@new.example"), of: kim, from: nil, at: bench.at(8)) == nil)
        #expect(try bench.access.setMail(nil, of: kim, from: nil, at: bench.at(9))?.to.folded == mail.folded)
        // What was sent to the former address opens nothing any more.
        #expect(throws: AccessError.badLink(.used)) {
            try bench.access.recover(by: recovery.secret, to: Passcode("evergreen"), from: source, at: bench.at(8))
        }
    }

    @Test func `asking for an address ends the link of before, whether an account has that address or not`() throws {
        let kim = try member()
        let own = try #require(MailAddress("kim@new.example"))
        let boss = try Name("boss")
        let held = try #require(MailAddress("boss@example.org"))
        _ = try bench.access.setMail(held, of: boss, from: nil, at: bench.at(5))
        for (index, asked) in [held.text, "nobody@example.org"].enumerated() {
            let (now, other) = (Double(10 + index), try #require(MailAddress(asked)))
            let letter = try bench.access.letter(toChangeMailOf: kim, to: own, from: source, at: bench.at(now))
            let earlier = try #require(letter).secret
            _ = try bench.access.letter(toChangeMailOf: kim, to: other, from: source, at: bench.at(now))
            #expect(throws: AccessError.badLink(.used)) {
                try bench.access.verify(earlier, session: kim, from: source, at: bench.at(now))
            }
        }
        #expect(try bench.access.mail(of: boss) == held)
    }

    @Test func `a link for another address does not survive a new passcode`() throws {
        let (kim, evil) = (try member(), try #require(MailAddress("evil@example.org")))
        let letter = try bench.access.letter(toChangeMailOf: kim, to: evil, from: source, at: bench.at(5))
        try bench.access.resetPasscode(Passcode("lavender-9"), of: kim, from: source, at: bench.at(6))
        #expect(throws: AccessError.badLink(.unknown)) {
            try bench.access.verify(try #require(letter).secret, session: kim, from: source, at: bench.at(7))
        }
        #expect(try bench.access.mail(of: kim)?.text == "kim@example.org")
    }

    @Test func `two who show at once that an address is theirs: the second is told`() throws {
        let mail = try #require(MailAddress("shared@example.org"))
        let (kim, boss) = (try member(), try Name("boss"))
        let letters = try [kim, boss].map {
            try #require(try bench.access.letter(toChangeMailOf: $0, to: mail, from: source, at: bench.at(5)))
        }
        try bench.access.verify(letters[0].secret, session: kim, from: source, at: bench.at(6))
        #expect(throws: AccessError.mailTaken) {
            try bench.access.verify(letters[1].secret, session: boss, from: source, at: bench.at(6))
        }
        #expect(try bench.access.mail(of: boss) == nil)
    }

    @Test func `what is kept of signing in goes with the account`() throws {
        let name = try member()
        let identity = ForeignIdentity(issuer: "https://id.example", subject: "7")
        try bench.access.link(identity, to: name, from: source, at: bench.at(5))
        _ = try bench.access.recoveryLetter(
            to: #require(MailAddress("kim@example.org")), from: source, at: bench.at(6)
        )
        try bench.access.remove(name, at: bench.at(7))
        #expect(try !bench.rows().contains("kim@example.org") && !bench.rows().contains("id.example"))
    }
}

/// Something else than was expected.
struct Unexpected: Error {}

extension AccountLetter {
    /// The secret of the link in it; one that opens nothing where there is none.
    var secret: AccessSecret {
        switch occasion {
        case .verify(let secret), .recover(let secret), .reactivate(let secret), .invite(let secret): secret
        case .invitedBy(_, let secret): secret
        case .alreadyRegistered, .mailChanged: AccessSecret()
        }
    }
}
