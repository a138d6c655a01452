import Access
import StoreSupport
import Testing
import Tracking

@Suite(.onBothEngines) struct PasskeyTests {
    private let site = PasskeySite(id: "localhost", origin: "http://localhost:8467")
    private let bench: AccessBench
    private let sam: Name

    init() throws {
        bench = try AccessBench()
        sam = try Name("sam")
        try bench.account()
    }

    private func register(_ authenticator: Authenticator, at seconds: Double = 1) throws {
        let challenge = bench.access.challenge(toRegisterFor: sam, at: bench.at(0))
        try bench.access.register(
            authenticator.register(challenge),
            label: "phone",
            for: sam,
            on: site,
            from: "::1",
            at: bench.at(seconds)
        )
    }

    private func logIn(_ authenticator: Authenticator, at seconds: Double = 2) throws -> OpenedSession {
        let challenge = bench.access.challengeToLogIn(at: bench.at(1))
        return try bench.access.logIn(authenticator.logIn(challenge), on: site, from: "::1", at: bench.at(seconds))
    }

    @Test func `5-5-1 a passkey logs in without a passcode`() throws {
        var authenticator = Authenticator()
        try register(authenticator)
        authenticator.counter = 2
        #expect(try logIn(authenticator).session.principal.account == sam)
        #expect(try bench.access.passkeys(of: sam).map(\.label) == ["phone"])
    }

    @Test func `a passkey whose counter does not rise is a copy`() throws {
        var authenticator = Authenticator()
        try register(authenticator)
        #expect(throws: AccessError.refused) { try logIn(authenticator) }
        authenticator.counter = 9
        _ = try logIn(authenticator)
    }

    @Test func `an answer is taken once`() throws {
        var authenticator = Authenticator()
        try register(authenticator)
        authenticator.counter = 2
        let answer = try authenticator.logIn(bench.access.challengeToLogIn(at: bench.at(1)))
        _ = try bench.access.logIn(answer, on: site, from: "::1", at: bench.at(2))
        #expect(throws: AccessError.self) { try bench.access.logIn(answer, on: site, from: "::1", at: bench.at(3)) }
    }

    @Test func `an answer without a counter is taken once too, also when its question is spelt in another way`() throws
    {
        var authenticator = Authenticator()
        authenticator.counter = 0
        try register(authenticator)
        let challenge = bench.access.challengeToLogIn(at: bench.at(1))
        for (text, isTaken) in [(challenge, true), (challenge, false), (challenge + "==", false)] {
            let answer = try authenticator.logIn(text)
            let opened = try? bench.access.logIn(answer, on: site, from: "::1", at: bench.at(2))
            #expect((opened != nil) == isTaken)
        }
    }

    @Test func `however many questions strangers ask for, an earlier one may be answered for five minutes`() throws {
        var authenticator = Authenticator()
        try register(authenticator)
        let (first, second) = (
            bench.access.challengeToLogIn(at: bench.at(1)), bench.access.challengeToLogIn(at: bench.at(1))
        )
        for _ in 0..<5000 { _ = bench.access.challengeToLogIn(at: bench.at(2)) }
        authenticator.counter = 2
        _ = try bench.access.logIn(authenticator.logIn(first), on: site, from: "::1", at: bench.at(300))
        authenticator.counter = 3
        let late = try authenticator.logIn(second)
        #expect(throws: AccessError.badPasskey("the question is too old; ask again")) {
            try bench.access.logIn(late, on: site, from: "::1", at: bench.at(301))
        }
    }

    @Test func `a question for logging in makes no passkey`() throws {
        let answer = Authenticator().register(bench.access.challengeToLogIn(at: bench.at(0)))
        #expect(throws: AccessError.self) {
            try bench.access.register(answer, label: "", for: sam, on: site, from: "::1", at: bench.at(1))
        }
    }

    @Test func `another site, another origin, nobody verified and a late answer are refused`() throws {
        var authenticator = Authenticator()
        authenticator.site = "evil.example"
        #expect(throws: AccessError.badPasskey("it is for another site")) { try register(authenticator) }
        authenticator = Authenticator()
        authenticator.origin = "http://evil.example"
        #expect(throws: AccessError.badPasskey("it was asked by another site")) { try register(authenticator) }
        authenticator = Authenticator()
        authenticator.flags = 0x01
        #expect(throws: AccessError.badPasskey("nobody showed who they are to it")) { try register(authenticator) }
        #expect(throws: AccessError.badPasskey("the question is too old; ask again")) {
            try register(Authenticator(), at: 301)
        }
        #expect(try bench.access.passkeys(of: sam).isEmpty)
    }

    @Test func `another's signature is refused`() throws {
        try register(Authenticator())
        var other = Authenticator()
        other.counter = 2
        #expect(throws: AccessError.refused) { try logIn(other) }
    }

    @Test func `a passkey that was removed lets nobody in`() throws {
        var authenticator = Authenticator()
        try register(authenticator)
        let id = try #require(try bench.access.passkeys(of: sam).first).id
        try bench.access.removePasskey(id, of: sam, from: "::1", at: bench.at(2))
        authenticator.counter = 2
        #expect(throws: AccessError.refused) { try logIn(authenticator) }
    }

    @Test func `a cut or changed answer never does more than be refused`() throws {
        let authenticator = Authenticator()
        let whole = try #require(authenticator.register("x").attestation)
        for length in stride(from: 0, to: whole.count, by: 3) {
            var cut = authenticator.register(bench.access.challenge(toRegisterFor: sam, at: bench.at(0)))
            cut.attestation = String(whole.prefix(length))
            #expect(throws: AccessError.self) {
                try bench.access.register(cut, label: "", for: sam, on: site, from: "::1", at: bench.at(1))
            }
        }
        #expect(try bench.access.passkeys(of: sam).isEmpty)
    }
}
