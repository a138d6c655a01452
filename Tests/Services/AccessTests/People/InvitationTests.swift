import StoreSupport
import Testing
import Tracking

@testable import Access
@testable import Store

/// Invitations by mail, and what whoever comes by one finds.
@Suite(.onBothEngines) struct InvitationTests {
    private let bench: PeopleBench
    private let source = "192.0.2.30"

    init() throws {
        bench = try PeopleBench("sam", "eve")
        try bench.write("sam", "Sam Muster", shown: [])
    }

    private func address(_ text: String) throws -> MailAddress { try #require(MailAddress(text)) }

    @discardableResult
    private func invite(
        _ mail: String = "kim@example.org",
        by inviter: String = "sam",
        granting level: TrustLevel = TrustLevel(),
        to group: String? = nil,
        at seconds: Double = 1
    ) throws -> (invitation: PersonInvitation, letter: AccountLetter?) {
        try bench.access.invitations.invite(
            address(mail), by: Name(inviter), granting: level, to: group, .german, at: bench.at(seconds)
        )
    }

    private func open(_ account: String = "sam", at seconds: Double = 2) throws -> [String] {
        try bench.access.invitations.list(of: Name(account), at: bench.at(seconds)).map(\.mail.text)
    }

    /// Registers somebody by an invitation; the account.
    private func register(
        _ secret: AccessSecret, _ mail: String = "kim@example.org", at seconds: Double = 3
    ) throws -> Name? {
        let before = Set(try bench.access.accounts().map(\.name))
        let newcomer = Newcomer(name: "Kim Lee", mail: try address(mail), passcode: try Passcode("mistletoe"))
        let letter = try bench.access.register(
            newcomer, invitation: secret, where: .invitation, from: source, at: bench.at(seconds)
        )
        if let letter, case .verify(let secret) = letter.occasion {
            return try bench.access.verify(
                secret, passcode: "mistletoe", from: source, at: bench.at(seconds + 1)
            ).account
        }
        return try bench.access.accounts().map(\.name).first { !before.contains($0) }
    }

    private func refusal(_ body: () throws -> Void) -> PeopleError? {
        do { try body() } catch AccessError.people(let error) { return error } catch { Issue.record(error) }
        return nil
    }

    @Test func `G-4 an invitation by mail names who invites by the profile, and has a link`() throws {
        let sent = try invite(granting: TrustLevel([.work]))
        let letter = try #require(sent.letter)
        guard case .invitedBy("Sam Muster", let secret) = letter.occasion else {
            Issue.record("\(letter.occasion)")
            return
        }
        #expect(letter.to.text == "kim@example.org" && letter.account == nil && letter.language == .german)
        #expect(letter.expires == bench.day(7).advanced(by: .seconds(1)))
        #expect(try open() == ["kim@example.org"] && open("eve").isEmpty)
        let view = try bench.access.invitations.view(of: secret, at: bench.at(2))
        #expect(view == InvitationView(inviter: "Sam Muster", group: nil, mail: letter.to))
        #expect(try bench.access.audit().first?.event == .personInvited)
    }

    @Test func `G-4 whoever registers by the link finds the request of who invites, with what is granted`() throws {
        let secret = try #require(try invite(granting: TrustLevel([.work])).letter).secret
        let kim = try #require(try register(secret))
        #expect(try bench.notices(kim.text) == ["request sam"])
        let requests = try bench.access.contacts.requests(of: kim, at: bench.at(5))
        #expect(requests.received.map(\.account.text) == ["sam"])
        #expect(requests.received.first?.request?.grants == TrustLevel([.work]))
        #expect(requests.received.first?.name == "Sam Muster")
        try bench.access.contacts.accept(Name("sam"), by: kim, granting: TrustLevel(), at: bench.at(6))
        #expect(try bench.access.contacts.list(of: Name("sam")).map(\.account) == [kim])
        // It is over: the address is forgotten, and the link opens nothing.
        #expect(try open(at: 7).isEmpty)
        #expect(try bench.count("SELECT count(*) FROM mail_links WHERE mail IS NOT NULL AND kind = 'invite'") == 0)
        #expect(throws: AccessError.badLink(.used)) { try bench.access.invitations.view(of: secret, at: bench.at(8)) }
    }

    @Test func `G-4 who registers with another address is asked once that one is shown to be theirs`() throws {
        let secret = try #require(try invite().letter).secret
        let newcomer = Newcomer(
            name: "Kim", mail: try address("other@example.org"), passcode: try Passcode("mistletoe"))
        let letter = try #require(
            try bench.access.register(newcomer, invitation: secret, where: .invitation, from: source, at: bench.at(3))
        )
        // Until then Sam does not see anybody.
        #expect(try bench.access.contacts.requests(of: Name("sam"), at: bench.at(3)).sent.isEmpty)
        let kim = try bench.access.verify(
            letter.secret, passcode: "mistletoe", from: source, at: bench.at(4)
        ).account
        #expect(try bench.access.contacts.requests(of: kim, at: bench.at(5)).received.map(\.account.text) == ["sam"])
        #expect(try bench.access.contacts.requests(of: Name("sam"), at: bench.at(5)).sent.map(\.account) == [kim])
    }

    @Test func `P-3 whether an address has an account is seen by nothing that who invites has of it`() throws {
        _ = try bench.access.setMail(address("eve@example.org"), of: Name("eve"), from: nil, at: bench.at(0))
        let (id, sam) = (try group(), try Name("sam"))
        for (index, mail) in ["eve@example.org", "nobody@example.org"].enumerated() {
            let secret = try #require(try invite("friend\(index)@example.org", to: id).letter).secret
            let newcomer = Newcomer(name: "Lee", mail: try address(mail), passcode: try Passcode("mistletoe"))
            _ = try bench.access.register(
                newcomer, invitation: secret, where: .invitation, from: source, at: bench.at(3)
            )
            // The same for both, and nothing of it to be seen before the address is shown to be theirs.
            #expect(try bench.count("SELECT count(*) FROM contact_requests") == index + 1)
            #expect(try bench.count("SELECT count(*) FROM group_invitations") == index + 1)
            let portrait = try bench.access.peoplePortrait(of: sam, owner: sam, at: bench.at(4))
            #expect(portrait.requests.isEmpty && portrait.invitations.isEmpty)
            #expect(try bench.access.database.read { try $0.countOpenRequests(of: sam) } == 0)
        }
    }

    @Test func `G-4 who has an account and registers by the link to its address can still use it`() throws {
        _ = try bench.access.setMail(address("eve@example.org"), of: Name("eve"), from: nil, at: bench.at(0))
        let secret = try #require(try invite("Eve@example.org").letter).secret
        let newcomer = Newcomer(
            name: "Eve", mail: try address("eve@example.org"), passcode: try Passcode("mistletoe"))
        let letter = try bench.access.register(
            newcomer, invitation: secret, where: .invitation, from: source, at: bench.at(3)
        )
        #expect(letter?.occasion == .alreadyRegistered)
        try bench.access.invitations.accept(secret, as: Name("eve"), from: source, at: bench.at(4))
        #expect(try bench.notices("eve") == ["request sam"])
        #expect(try bench.count("SELECT count(*) FROM contact_requests") == 1)
    }

    @Test func `G-4 whoever comes by another site finds the request too`() throws {
        let secret = try #require(try invite().letter).secret
        let identity = ForeignIdentity(issuer: "https://id.example", subject: "7", name: "Kim")
        let outcome = try bench.access.logIn(
            identity, invitation: secret, where: .invitation, from: source, at: bench.at(3)
        )
        guard case .registered(let session) = outcome, let kim = session.session.principal.account else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try bench.access.contacts.requests(of: kim, at: bench.at(4)).received.map(\.account.text) == ["sam"])
    }

    @Test func `G-4 who has an account and comes by another site finds the request, and is let in anyway`() throws {
        let identity = ForeignIdentity(issuer: "https://id.example", subject: "7", name: "Kim")
        func logIn(_ secret: AccessSecret?, at seconds: Double) throws -> Name? {
            let outcome = try bench.access.logIn(
                identity, invitation: secret, where: .open, from: source, at: bench.at(seconds)
            )
            switch outcome {
            case .registered(let session), .opened(let session): return session.session.principal.account
            case .unconfirmed: return nil
            }
        }
        let kim = try #require(try logIn(nil, at: 1))
        let secret = try #require(try invite().letter).secret
        #expect(try logIn(secret, at: 3) == kim)
        #expect(try bench.access.contacts.requests(of: kim, at: bench.at(4)).received.map(\.account.text) == ["sam"])
        #expect(throws: AccessError.badLink(.used)) { try bench.access.invitations.view(of: secret, at: bench.at(4)) }
        for useless in [secret, AccessSecret()] { #expect(try logIn(useless, at: 5) == kim) }
        // One's own stays for others.
        let own = try #require(try invite("other@example.org", by: kim.text, at: 6).letter).secret
        #expect(try logIn(own, at: 7) == kim)
        #expect(try bench.access.invitations.view(of: own, at: bench.at(8)).mail?.text == "other@example.org")
    }

    @Test func `P-16 an address that an account has is answered and written to as one that nobody has`() throws {
        _ = try bench.access.setMail(address("eve@example.org"), of: Name("eve"), from: nil, at: bench.at(0))
        let (known, unknown) = (try invite("eve@example.org"), try invite("nobody@example.org"))
        #expect(
            known.invitation.level == unknown.invitation.level && known.letter?.language == unknown.letter?.language)
        #expect(known.letter?.account == nil && known.letter?.expires == unknown.letter?.expires)
        #expect(try open().sorted() == ["eve@example.org", "nobody@example.org"])
        // Nothing is in the inbox before the link is opened.
        #expect(try bench.notices("eve").isEmpty)
        let secret = try #require(known.letter).secret
        try bench.access.invitations.accept(secret, as: Name("eve"), from: source, at: bench.at(3))
        #expect(try bench.notices("eve") == ["request sam"] && open() == ["nobody@example.org"])
        #expect(throws: AccessError.badLink(.used)) {
            try bench.access.invitations.accept(secret, as: Name("eve"), at: bench.at(4))
        }
    }

    @Test func `who is seen by the address is asked rather than invited, and nobody invites themselves`() throws {
        try bench.write(
            "eve", "Eve", shown: [.name, .mail],
            entries: [ProfileEntry(section: .work, kind: .mail, value: "eve@example.org")]
        )
        let eve = try Name("eve")
        _ = try bench.access.setMail(address("eve@example.org"), of: eve, from: nil, at: bench.at(0))
        #expect(refusal { try invite("EVE@example.org") } == .isHere(eve))
        #expect(refusal { try invite("eve@example.org", by: "eve") } == .oneself)
        let secret = try #require(try invite().letter).secret
        #expect(refusal { try bench.access.invitations.accept(secret, as: Name("sam"), at: bench.at(2)) } == .oneself)
        #expect(try open() == ["kim@example.org"])
    }

    @Test func `P-16 an address that is invited says so, and is not invited twice`() throws {
        try invite()
        let mail = try address("kim@example.org")
        let found = try bench.access.contacts.standings(of: [mail], for: Name("sam"), at: bench.at(2))
        #expect(found[mail.folded]?.standing == .invited && found[mail.folded]?.invited == bench.at(1))
        #expect(try bench.access.contacts.standings(of: [mail], for: Name("eve"), at: bench.at(2)).isEmpty)
        #expect(refusal { try invite("KIM@example.org") } == .alreadyInvited("kim@example.org"))
        // Somebody else may, and when it is over so may Sam.
        try invite(by: "eve")
        let later = 7 * 86_400 + 2.0
        #expect(try open(at: later).isEmpty)
        try invite(at: later)
        #expect(try bench.count("SELECT count(*) FROM mail_links WHERE mail IS NOT NULL") == 1)
    }

    @Test func `twenty may be invited a day, those that are withdrawn included`() throws {
        for index in 1...InvitationLimits.mailsADay {
            let sent = try invite("x\(index)@example.org", at: Double(index))
            if index.isMultiple(of: 2) {
                try bench.access.invitations.withdraw(sent.invitation.id, by: Name("sam"), at: bench.at(100))
            }
        }
        #expect(try open(at: 101).count == 10)
        let next = bench.day(1).advanced(by: .seconds(1))
        #expect(refusal { try invite(at: 200) } == .inviteByMailLater(from: next))
        try invite(by: "eve", at: 200)
        try invite(at: 86_402)
    }

    @Test func `invitations of before a clock was set back count no more`() throws {
        for index in 1...InvitationLimits.mailsADay { try invite("x\(index)@example.org", at: 40 * 86_400) }
        try invite("late@example.org", at: 1)
    }

    @Test func `one that is withdrawn opens nothing, is forgotten, and is its maker's to withdraw`() throws {
        let sent = try invite()
        let id = sent.invitation.id
        #expect(
            refusal { try bench.access.invitations.withdraw(id, by: Name("eve"), at: bench.at(2)) } == .noInvitation)
        try bench.access.invitations.withdraw(id, by: Name("sam"), at: bench.at(2))
        #expect(
            refusal { try bench.access.invitations.withdraw(id, by: Name("sam"), at: bench.at(3)) } == .noInvitation)
        #expect(try open().isEmpty && bench.count("SELECT count(*) FROM mail_links WHERE mail IS NOT NULL") == 0)
        let secret = try #require(sent.letter).secret
        #expect(throws: AccessError.badLink(.used)) { try register(secret) }
    }

    @Test func `who is deactivated invites nobody any more`() throws {
        let secret = try #require(try invite().letter).secret
        try bench.access.deactivate(Name("sam"), from: nil, at: bench.at(2))
        #expect(throws: AccessError.badLink(.used)) { try register(secret) }
        #expect(try open().isEmpty)
    }

    @Test func `a link of an administrator names nobody, and is for registering only`() throws {
        let link = try bench.access.makeMailLink(.invite, of: Name("sam"), from: nil, at: bench.at(1))
        let view = try bench.access.invitations.view(of: link.secret, at: bench.at(2))
        #expect(view == InvitationView(inviter: nil, group: nil, mail: nil))
        #expect(
            refusal { try bench.access.invitations.accept(link.secret, as: Name("eve"), at: bench.at(2)) }
                == .noInvitation
        )
        #expect(try open().isEmpty)
        let kim = try #require(try register(link.secret))
        #expect(try bench.notices(kim.text).isEmpty)
    }

    @Test func `one account writes to an address once a week, however often it withdraws`() throws {
        func invite(by account: String = "sam", at seconds: Double) throws -> PersonInvitation {
            try bench.access.invitations.invite(
                address("Kim@example.org"), by: Name(account), from: source, at: bench.at(seconds)
            ).invitation
        }
        let first = try invite(at: 1)
        try bench.access.invitations.withdraw(first.id, by: Name("sam"), at: bench.at(2))
        #expect(try !bench.rows().contains("im@example.org"))
        #expect(refusal { _ = try invite(at: 3) } == .writeLater(from: bench.day(7).advanced(by: .seconds(1))))
        #expect(try open(at: 3).isEmpty)
        // Others do, and a week later so may Sam; then nothing is kept of the first.
        _ = try invite(by: "eve", at: 3)
        _ = try invite(at: 7 * 86_400 + 1)
        #expect(try bench.count("SELECT count(*) FROM person_invitations WHERE place IS NOT NULL") == 2)
        try bench.access.remove(Name("sam"), at: bench.at(7 * 86_400 + 2))
        #expect(try bench.count("SELECT count(*) FROM person_invitations") == 1)
    }

    @Test func `an address gets as many mails as any, and nobody is invited without one after that`() throws {
        for index in 1...MailLimits.mostToAddress {
            let name = "p\(index)"
            try bench.access.add(Name(name), isAdministrator: false, at: bench.at(0))
            #expect(try invite(by: name).letter != nil)
        }
        #expect(refusal { try invite() } == .writeLater(from: bench.at(3601)))
        #expect(try open().isEmpty)
        // So that it can be tried again.
        #expect(try invite(at: 3602).letter != nil)
    }
}

extension InvitationTests {
    private func group(_ name: String = "Family", by account: String = "sam") throws -> String {
        try bench.access.groups.make(name: name, by: Name(account), at: bench.at(0))
    }

    @Test func `G-4 whoever comes by an invitation to a group finds both, and joins or rejects`() throws {
        let id = try group()
        let secret = try #require(try invite(to: id).letter).secret
        #expect(try bench.access.invitations.view(of: secret, at: bench.at(2)).group == "Family")
        let kim = try #require(try register(secret))
        #expect(try bench.notices(kim.text) == ["request sam", "invitation sam"])
        #expect(try bench.access.groups.groups(of: kim).map(\.id) == [id])
        try bench.access.groups.join(id, as: kim, at: bench.at(6))
        #expect(try bench.access.groups.members(of: id, for: kim).count == 2)
    }

    @Test func `G-4 only an admin names a group, and one who is none any more invites nobody to it`() throws {
        let id = try group()
        #expect(refusal { try invite(by: "eve", to: id) } == .noSuchGroup(id))
        let secret = try #require(try invite(to: id).letter).secret
        try bench.connect("sam", "eve")
        try bench.access.groups.invite(Name("eve"), to: id, by: Name("sam"), at: bench.at(1))
        try bench.access.groups.join(id, as: Name("eve"), at: bench.at(1))
        #expect(refusal { try invite("other@example.org", by: "eve", to: id) } == .notAdmin)
        try bench.access.groups.setAdmin(true, Name("eve"), of: id, by: Name("sam"))
        #expect(try bench.access.invitations.view(of: secret, at: bench.at(2)).group == "Family")
        try bench.access.groups.setAdmin(false, Name("sam"), of: id, by: Name("eve"))
        #expect(try bench.access.invitations.view(of: secret, at: bench.at(2)).group == nil)
        let kim = try #require(try register(secret))
        #expect(try bench.notices(kim.text) == ["request sam"])
    }

    @Test func `P-16 who writes somebody else's address into their profile takes no invitation from its owner`() throws
    {
        let (id, eve) = (try group(), try Name("eve"))
        let entry = ProfileEntry(section: .work, kind: .mail, value: "kim@example.org")
        try bench.write("eve", "Eve", shown: [.name, .mail], entries: [entry])
        let mail = try address("kim@example.org")
        func inviteToGroup(mayWrite: Bool) throws -> GroupInvitationOutcome {
            try bench.access.invitations.inviteToGroup(
                id, mail, by: Name("sam"), mayWrite: mayWrite, at: bench.at(2)
            )
        }
        #expect(refusal { _ = try inviteToGroup(mayWrite: false) } == .mayNotInvite)
        #expect(try invite().letter?.to == mail)
        guard case .sent(let invitation, _) = try inviteToGroup(mayWrite: true) else {
            Issue.record("somebody else is invited")
            return
        }
        #expect(try invitation.mail == mail && bench.notices("eve").isEmpty)
        // Of a contact Sam knows whom the address is of.
        try bench.connect("sam", "eve")
        #expect(try inviteToGroup(mayWrite: false) == .told(eve))
        #expect(refusal { try invite() } == .isHere(eve))
    }

    @Test func `G-4 a group that is gone leaves the invitation without it`() throws {
        let id = try group()
        let secret = try #require(try invite(to: id).letter).secret
        try bench.access.groups.delete(id, by: Name("sam"), at: bench.at(2))
        #expect(try bench.access.invitations.list(of: Name("sam"), at: bench.at(2)).map(\.group) == [nil])
        let kim = try #require(try register(secret))
        #expect(try bench.notices(kim.text) == ["request sam"])
    }

    @Test func `G-4 an address that was invited already is invited to the group without another mail`() throws {
        let (first, id, other) = (try invite(), try group(), try group("Others"))
        let again = try invite(to: id)
        #expect(again.letter == nil && again.invitation.id == first.invitation.id && again.invitation.group == id)
        #expect(refusal { try invite(to: other) } == .alreadyInvited("kim@example.org"))
    }

    @Test func `G-4 of an address an admin invites whom they see at once, and writes to others where they may`() throws
    {
        let id = try group()
        try bench.write(
            "eve", "Eve", shown: [.name, .mail],
            entries: [ProfileEntry(section: .work, kind: .mail, value: "eve@example.org")]
        )
        _ = try bench.access.setMail(address("eve@example.org"), of: Name("eve"), from: nil, at: bench.at(0))
        func invite(_ mail: String, mayWrite: Bool) throws -> GroupInvitationOutcome {
            try bench.access.invitations.inviteToGroup(
                id, address(mail), by: Name("sam"), mayWrite: mayWrite, at: bench.at(1)
            )
        }
        #expect(try invite("eve@example.org", mayWrite: false) == .told(Name("eve")))
        #expect(try bench.notices("eve") == ["invitation sam"])
        #expect(refusal { _ = try invite("kim@example.org", mayWrite: false) } == .mayNotInvite)
        guard case .sent(let invitation, let letter) = try invite("kim@example.org", mayWrite: true) else {
            Issue.record("nobody is written to")
            return
        }
        #expect(invitation.group == id && letter != nil)
        try bench.access.groups.join(id, as: Name("eve"), at: bench.at(2))
        #expect(refusal { _ = try invite("eve@example.org", mayWrite: true) } == .alreadyMember(try Name("eve")))
    }
}

extension PeopleBench {
    func count(_ sql: String) throws -> Int { try bench.count(sql) }
    func rows() throws -> String { try bench.rows() }
}
