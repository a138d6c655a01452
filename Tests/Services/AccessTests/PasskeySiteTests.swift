import Foundation
import StoreSupport
import Testing
import Tracking

@testable import Access
@testable import Store

/// A passkey is good on the site that it was made for, whatever name a request calls this machine by.
@Suite(.onBothEngines) struct PasskeySiteTests {
    private static let local = PasskeySite(id: "localhost", origin: "http://localhost:8467")
    private let bench: AccessBench
    private let sam: Name

    init() throws {
        bench = try AccessBench()
        sam = try Name("sam")
        try bench.account()
    }

    private func register(_ authenticator: Authenticator, on site: PasskeySite = Self.local) throws {
        let challenge = bench.access.challenge(toRegisterFor: sam, at: bench.at(0))
        let answer = authenticator.register(challenge)
        try bench.access.register(answer, label: "phone", for: sam, on: site, from: "::1", at: bench.at(1))
    }

    private func logIn(
        _ authenticator: Authenticator,
        on site: PasskeySite = Self.local,
        to access: AccessControl? = nil
    ) throws -> OpenedSession {
        let access = access ?? bench.access
        let answer = try authenticator.logIn(access.challengeToLogIn(at: bench.at(1)))
        return try access.logIn(answer, on: site, from: "::1", at: bench.at(2))
    }

    /// The same passkey as another site would have it answer.
    private func elsewhere(_ authenticator: Authenticator) -> (Authenticator, PasskeySite) {
        var other = authenticator
        (other.site, other.origin, other.counter) = ("box.example", "https://box.example", 5)
        return (other, PasskeySite(id: "box.example", origin: "https://box.example"))
    }

    @Test func `a passkey lets in on no site but the one that it was made for`() throws {
        var authenticator = Authenticator()
        try register(authenticator)
        // All is right but the site: the signature, and that browser and request agree on it.
        let (other, site) = elsewhere(authenticator)
        #expect(throws: AccessError.refused) { try logIn(other, on: site) }
        authenticator.counter = 6
        #expect(try logIn(authenticator).session.principal.account == sam)
    }

    @Test func `a passkey of a former version takes the site of its next use, and keeps it`() throws {
        var authenticator = Authenticator()
        try register(authenticator)
        try bench.access.database.write { try $0.execute("UPDATE passkeys SET site = NULL") }
        authenticator.counter = 2
        _ = try logIn(authenticator)
        let (other, site) = elsewhere(authenticator)
        #expect(throws: AccessError.refused) { try logIn(other, on: site) }
    }

    @Test(arguments: [
        ("box.example", "https://box.example", true), ("box.example", "https://box.example:8443", true),
        ("box.example", "http://box.example", false), ("box.example", "http://box.example:8467", false),
        ("localhost", "http://localhost:8467", true), ("a.localhost", "http://a.localhost", true),
        ("localhost.example", "http://localhost.example", false), ("localhost", "http://localhost.example", false),
        ("localhost", "ftp://localhost", false), ("box.example", "https://box.example:8443@evil.example", false),
        ("box.example", "https://evil.example", false),
    ])
    func `a site has https, or does without on this machine`(id: String, origin: String, isGood: Bool) throws {
        let site = PasskeySite(id: id, origin: origin)
        #expect(site.isTrustworthy == isGood)
        var authenticator = Authenticator()
        (authenticator.site, authenticator.origin) = (id, origin)
        if isGood { return try register(authenticator, on: site) }
        #expect(throws: AccessError.self) { try register(authenticator, on: site) }
        #expect(try bench.access.passkeys(of: sam).isEmpty)
    }

    @Test func `an account has a bounded number of passkeys, and another one when one is removed`() throws {
        func authenticator(_ number: Int) -> Authenticator {
            var authenticator = Authenticator()
            authenticator.id = [UInt8]("credential-\(number)".utf8)
            return authenticator
        }
        for number in 1...AccessControl.mostPasskeys { try register(authenticator(number)) }
        #expect(throws: AccessError.tooManyPasskeys) { try register(authenticator(0)) }
        let first = try #require(try bench.access.passkeys(of: sam).first)
        try bench.access.removePasskey(first.id, of: sam, from: "::1", at: bench.at(2))
        try register(authenticator(0))
        #expect(try bench.access.passkeys(of: sam).count == AccessControl.mostPasskeys)
    }
}
