import StoreSupport
import Testing
import Tracking

@testable import Access

/// Identities of other sites.
@Suite(.onBothEngines) struct IdentityTests {
    private let bench: AccessBench
    private let source = "192.0.2.20"
    private let identity: ForeignIdentity

    init() throws {
        bench = try AccessBench()
        try bench.account("boss")
        identity = ForeignIdentity(
            issuer: "https://id.example", subject: "7", mail: MailAddress("kim@example.org"), name: "Kim Lee"
        )
    }

    private func logIn(
        _ identity: ForeignIdentity? = nil, where registration: RegistrationPolicy = .open, at seconds: Double = 1
    ) throws -> IdentityOutcome {
        try bench.access.logIn(
            identity ?? self.identity, where: registration, from: source, at: bench.at(seconds)
        )
    }

    @Test func `P-8 the first log-in makes an account of what the site says, later ones go straight in`() throws {
        guard case .registered(let first) = try logIn() else { throw Unexpected() }
        let name = try #require(first.session.principal.account)
        #expect(name.text.hasPrefix("kim-lee-") && first.session.principal.isVerified)
        #expect(try bench.access.mail(of: name)?.text == "kim@example.org")
        guard case .opened(let second) = try logIn(where: .closed, at: 2) else { throw Unexpected() }
        #expect(second.session.principal.account == name && second.secret != first.secret)
        #expect(try bench.access.identities(of: name).map(\.subject) == ["7"])
        // The same subject of another site is somebody else.
        guard case .registered(let other) = try logIn(.init(issuer: "https://other.example", subject: "7")) else {
            throw Unexpected()
        }
        #expect(other.session.principal.account != name)
    }

    @Test func `where registration is closed nobody becomes anybody by another site`() throws {
        #expect(throws: AccessError.registrationClosed) { try logIn(where: .closed) }
        #expect(throws: AccessError.registrationClosed) { try logIn(where: .invitation) }
        #expect(try bench.access.accounts().count == 1)
    }

    @Test func `the same address opens nothing before the account's owner has confirmed it with the passcode`() throws {
        let kim = try Name("kim")
        try bench.access.add(kim, isAdministrator: false, passcode: Passcode("mistletoe"), at: bench.start)
        _ = try bench.access.setMail(MailAddress("KIM@example.org"), of: kim, from: nil, at: bench.start)
        #expect(try logIn() == .unconfirmed(kim))
        #expect(throws: AccessError.refused) {
            try bench.access.logIn(
                confirming: identity, of: kim, passcode: "wrong one", from: source, at: bench.at(2)
            )
        }
        #expect(try logIn() == .unconfirmed(kim))
        _ = try bench.access.logIn(
            confirming: identity, of: kim, passcode: "mistletoe", from: source, at: bench.at(3)
        )
        guard case .opened(let opened) = try logIn(at: 4) else { throw Unexpected() }
        #expect(opened.session.principal.account == kim)
    }

    @Test func `an identity is one account's, and the only way in stays`() throws {
        guard case .registered(let first) = try logIn() else { throw Unexpected() }
        let (kim, boss) = (try #require(first.session.principal.account), try Name("boss"))
        #expect(throws: AccessError.identityTaken) {
            try bench.access.link(identity, to: boss, from: source, at: bench.at(2))
        }
        try bench.access.link(identity, to: kim, from: source, at: bench.at(2))
        #expect(throws: AccessError.onlyWayIn) {
            try bench.access.removeIdentities(from: identity.issuer, of: kim, from: source, at: bench.at(3))
        }
        try bench.access.setPasscode(Passcode("evergreen"), current: nil, of: kim, from: nil, at: bench.at(4))
        try bench.access.removeIdentities(from: identity.issuer, of: kim, from: source, at: bench.at(5))
        #expect(try bench.access.identities(of: kim).isEmpty)
    }

    @Test func `a deactivated account is told so at the other site's door, too`() throws {
        guard case .registered(let first) = try logIn() else { throw Unexpected() }
        let kim = try #require(first.session.principal.account)
        try bench.access.deactivate(kim, from: nil, at: bench.at(2))
        #expect(throws: AccessError.deactivated) { try logIn(at: 3) }
    }
}
