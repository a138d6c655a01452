import Access
import Crypto
import Foundation
import Testing
import Tracking

/// An authenticator as a browser has one, with a key of P-256.
private struct Authenticator {
    let key = P256.Signing.PrivateKey()
    let id = [UInt8]("credential-of-a-test".utf8)
    var counter: UInt32 = 1
    var flags: UInt8 = 0x05
    var site = "localhost"
    var origin = "http://localhost:8467"

    func register(_ challenge: String) -> PasskeyAnswer {
        let point = [UInt8](key.publicKey.rawRepresentation)
        let cose: [UInt8] =
            [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + point[..<32] + [0x22, 0x58, 0x20]
            + point[32...]
        var data = head(flags | 0x40)
        data += [UInt8](repeating: 0, count: 16) + [0, UInt8(id.count)] + id + cose
        let object: [UInt8] =
            [0xA3, 0x63] + Array("fmt".utf8) + [0x64] + Array("none".utf8) + [0x67] + Array("attStmt".utf8) + [
                0xA0, 0x68,
            ]
            + Array("authData".utf8) + [0x58, UInt8(data.count)] + data
        return PasskeyAnswer(
            id: text(id),
            clientData: text(client("webauthn.create", challenge)),
            attestation: text(object)
        )
    }

    func logIn(_ challenge: String) throws -> PasskeyAnswer {
        let (data, client) = (head(flags), client("webauthn.get", challenge))
        let signed = Data(data) + Data(SHA256.hash(data: Data(client)))
        let signature = try key.signature(for: signed).derRepresentation
        return PasskeyAnswer(
            id: text(id),
            clientData: text(client),
            authenticatorData: text(data),
            signature: text([UInt8](signature))
        )
    }

    private func head(_ flags: UInt8) -> [UInt8] {
        let count = [UInt8(counter >> 24), UInt8(counter >> 16 & 255), UInt8(counter >> 8 & 255), UInt8(counter & 255)]
        return Array(SHA256.hash(data: Data(site.utf8))) + [flags] + count
    }

    private func client(_ type: String, _ challenge: String) -> [UInt8] {
        Array(#"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)","crossOrigin":false}"#.utf8)
    }

    private func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}

@Suite struct PasskeyTests {
    private let site = PasskeySite(id: "localhost", origin: "http://localhost:8467")
    private let bench: AccessBench
    private let sam: Name

    init() throws {
        bench = try AccessBench()
        sam = try Name("sam")
        try bench.account()
    }

    private func register(_ authenticator: Authenticator, at seconds: Double = 1) throws {
        let challenge = bench.desk.challenge(toRegisterFor: sam, at: bench.at(0))
        try bench.desk.register(
            authenticator.register(challenge),
            label: "phone",
            for: sam,
            on: site,
            from: "::1",
            at: bench.at(seconds)
        )
    }

    private func logIn(_ authenticator: Authenticator, at seconds: Double = 2) throws -> OpenedSession {
        let challenge = bench.desk.challengeToLogIn(at: bench.at(1))
        return try bench.desk.logIn(authenticator.logIn(challenge), on: site, from: "::1", at: bench.at(seconds))
    }

    @Test func `5-5-1 a passkey logs in without a passcode`() throws {
        var authenticator = Authenticator()
        try register(authenticator)
        authenticator.counter = 2
        #expect(try logIn(authenticator).session.principal.account == sam)
        #expect(try bench.desk.passkeys(of: sam).map(\.label) == ["phone"])
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
        let answer = try authenticator.logIn(bench.desk.challengeToLogIn(at: bench.at(1)))
        _ = try bench.desk.logIn(answer, on: site, from: "::1", at: bench.at(2))
        #expect(throws: AccessError.self) { try bench.desk.logIn(answer, on: site, from: "::1", at: bench.at(3)) }
    }

    @Test func `a question for logging in makes no passkey`() throws {
        let answer = Authenticator().register(bench.desk.challengeToLogIn(at: bench.at(0)))
        #expect(throws: AccessError.self) {
            try bench.desk.register(answer, label: "", for: sam, on: site, from: "::1", at: bench.at(1))
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
        #expect(try bench.desk.passkeys(of: sam).isEmpty)
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
        let id = try #require(try bench.desk.passkeys(of: sam).first).id
        try bench.desk.removePasskey(id, of: sam, from: "::1", at: bench.at(2))
        authenticator.counter = 2
        #expect(throws: AccessError.refused) { try logIn(authenticator) }
    }

    @Test func `a cut or changed answer never does more than be refused`() throws {
        let authenticator = Authenticator()
        let whole = try #require(authenticator.register("x").attestation)
        for length in stride(from: 0, to: whole.count, by: 3) {
            var cut = authenticator.register(bench.desk.challenge(toRegisterFor: sam, at: bench.at(0)))
            cut.attestation = String(whole.prefix(length))
            #expect(throws: AccessError.self) {
                try bench.desk.register(cut, label: "", for: sam, on: site, from: "::1", at: bench.at(1))
            }
        }
        #expect(try bench.desk.passkeys(of: sam).isEmpty)
    }
}
