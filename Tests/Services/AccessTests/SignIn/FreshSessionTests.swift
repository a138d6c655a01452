import StoreSupport
import Testing
import Tracking

@testable import Access

/// Accounts without a passcode that could be typed once more: a log-in of lately takes its place.
@Suite(.onBothEngines) struct FreshSessionTests {
    private let bench: AccessBench
    private let source = "192.0.2.20"
    private let identity = ForeignIdentity(issuer: "https://id.example", subject: "7", name: "Kim Lee")

    init() throws {
        bench = try AccessBench()
        try bench.account("boss")
    }

    private func opened(at seconds: Double) throws -> OpenedSession {
        switch try bench.access.logIn(identity, where: .open, from: source, at: bench.at(seconds)) {
        case .opened(let opened), .registered(let opened): return opened
        case .unconfirmed: throw Unexpected()
        }
    }

    @Test func `what a passcode confirms takes a log-in of the last ten minutes where there is none`() throws {
        let opened = try opened(at: 0)
        func confirm(at seconds: Double) throws {
            // As it is read with the next request.
            let session = try #require(try bench.access.session(opened.secret, at: bench.at(seconds)))
            try bench.access.confirm("", of: session, from: source, at: bench.at(seconds))
        }
        try confirm(at: 599)
        #expect(throws: AccessError.logInAgain) { try confirm(at: 600) }
        // A clock that was set back makes nobody trusted for longer.
        #expect(throws: AccessError.logInAgain) { try confirm(at: -3600) }
        let name = try #require(opened.session.principal.account)
        let later = try self.opened(at: 4000)
        try bench.access.confirm("", of: later.session, from: source, at: bench.at(4001))
        try bench.access.setPasscode(Passcode("mistletoe"), current: nil, of: name, from: nil, at: bench.at(4002))
        #expect(throws: AccessError.refused) {
            try bench.access.confirm("", of: later.session, from: source, at: bench.at(4003))
        }
    }

    @Test func `the first passcode takes a log-in of lately, too`() throws {
        let opened = try opened(at: 0)
        let name = try #require(opened.session.principal.account)
        func set(at seconds: Double) throws -> OpenedSession {
            try bench.access.changePasscode(
                to: Passcode("mistletoe"), current: nil, of: name, session: opened.session, from: source,
                at: bench.at(seconds)
            )
        }
        #expect(throws: AccessError.logInAgain) { try set(at: 601) }
        #expect(try bench.access.accounts().contains { $0.name == name && !$0.hasPasscode })
        _ = try set(at: 60)
        _ = try bench.logIn("mistletoe", as: name.text, at: 61)
        // From now on the passcode counts, however old the session is.
        _ = try bench.access.changePasscode(
            to: Passcode("evergreen"), current: "mistletoe", of: name, session: opened.session, from: source,
            at: bench.at(5000)
        )
    }

    @Test func `a passcode is removed by a log-in of lately where there is none, and not as the last way in`() throws {
        let opened = try opened(at: 0)
        let name = try #require(opened.session.principal.account)
        func remove(_ current: String?, _ session: Session?, of name: Name, at seconds: Double) throws {
            try bench.access.removePasscode(
                current: current, of: name, session: session, from: source, at: bench.at(seconds)
            )
        }
        #expect(throws: AccessError.logInAgain) { try remove(nil, opened.session, of: name, at: 601) }
        #expect(try bench.access.session(opened.secret, at: bench.at(602)) != nil)
        // Whoever has nothing but the passcode keeps it while others log in; the command line may take it.
        let lee = try Name("lee")
        try bench.access.add(lee, isAdministrator: false, passcode: Passcode("mistletoe"), at: bench.at(603))
        #expect(throws: AccessError.onlyWayIn) { try remove("mistletoe", nil, of: lee, at: 604) }
        _ = try bench.logIn("mistletoe", as: "lee", at: 605)
        try bench.access.removePasscode(current: nil, of: lee, from: nil, at: bench.at(606))
        // Another site is a way in that is left.
        try bench.access.setPasscode(Passcode("evergreen"), current: nil, of: name, from: nil, at: bench.at(607))
        try remove("evergreen", nil, of: name, at: 608)
        #expect(try self.opened(at: 609).session.principal.account == name)
    }

    @Test func `an administrator who logs in by another site counts, and has everybody log in`() throws {
        let (chief, boss) = (try Name("chief"), try Name("boss"))
        try bench.access.add(chief, isAdministrator: true, at: bench.start)
        #expect(throws: AccessError.lastAdministrator) { try bench.access.deactivate(boss, from: nil, at: bench.at(1)) }
        try bench.access.link(identity, to: chief, from: source, at: bench.at(2))
        try bench.access.removePasscode(current: "tannenbaum", of: boss, from: nil, at: bench.at(3))
        #expect(try bench.access.isProtected())
        _ = try opened(at: 4)
        // The only one that can manage the others, and log in.
        #expect(throws: AccessError.lastAdministrator) {
            try bench.access.deactivate(chief, from: nil, at: bench.at(5))
        }
        try bench.access.add(Name("kim"), isAdministrator: false, passcode: Passcode("mistletoe"), at: bench.at(6))
        #expect(throws: AccessError.lastAdministrator) { try bench.access.remove(chief, at: bench.at(7)) }
        try bench.access.setPasscode(Passcode("tannenbaum"), current: nil, of: boss, from: nil, at: bench.at(8))
        try bench.access.remove(chief, at: bench.at(9))
    }

    @Test func `an account without a passcode confirms its address by a log-in, and no try locks it`() throws {
        let name = try #require(try opened(at: 0).session.principal.account)
        let mail = try #require(MailAddress("kim@new.example"))
        let letter = try bench.access.letter(toChangeMailOf: name, to: mail, from: source, at: bench.at(1))
        let secret = try #require(letter).secret
        for index in 0..<6 {
            #expect(throws: AccessError.passcodeNeeded) {
                try bench.access.verify(secret, passcode: "guess \(index)", from: source, at: bench.at(2))
            }
        }
        try bench.access.verify(secret, session: name, from: source, at: bench.at(3))
        #expect(try bench.access.mail(of: name) == mail)
    }

    @Test func `who only waits for an address makes nobody log in, and keeps no administrator`() throws {
        let newcomer = Newcomer(
            name: "Kim", mail: try #require(MailAddress("kim@example.org")), passcode: try Passcode("mistletoe")
        )
        _ = try bench.access.register(newcomer, where: .open, from: source, at: bench.at(1))
        try bench.access.removePasscode(current: "tannenbaum", of: Name("boss"), from: nil, at: bench.at(2))
        #expect(try !bench.access.isProtected())
    }
}
