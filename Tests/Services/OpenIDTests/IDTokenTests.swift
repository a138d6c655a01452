import Cryptography
import Foundation
import JSON
import Testing
import Tracking

@testable import OpenID

/// ID tokens that are signed here with keys of the test.
struct IDTokenTests {
    private let key: P256Key
    private let now = Timestamp(milliseconds: 1_767_000_000_000)
    private let provider: OpenIDProvider

    init() throws {
        var generator = SystemRandomNumberGenerator()
        key = P256Key(using: &generator)
        provider = try #require(
            OpenIDProvider(Name("test"), title: "Test", issuer: "https://id.example", clientID: "us")
        )
    }

    private func keys(_ key: P256Key? = nil, id: String? = "1", use: String? = nil) -> SigningKeys {
        let point = (key ?? self.key).point
        return SigningKeys(
            .object([
                "keys": .list([
                    .object([
                        "kty": "EC", "crv": "P-256", "x": .text(Base64URL.text(point[..<32])),
                        "y": .text(Base64URL.text(point[32...])), "kid": id.map { .text($0) },
                        "use": use.map { .text($0) },
                    ])
                ])
            ])
        )
    }

    private var claims: [String: Any] {
        [
            "iss": "https://id.example", "aud": "us", "sub": "7", "nonce": "n", "exp": now.seconds + 300,
            "iat": now.seconds, "email": "kim@example.org", "email_verified": true, "name": "Kim Lee",
            "picture": "https://id.example/7.png",
        ]
    }

    private func token(
        _ changed: [String: Any] = [:], without: [String] = [], head: [String: Any] = [:], signedBy: P256Key? = nil
    ) throws -> String {
        let head = ["alg": "ES256", "kid": "1"].merging(head) { $1 }
        let claims = claims.merging(changed) { $1 }.filter { !without.contains($0.key) }
        let parts = try [head, claims].map { Base64URL.text(try JSONSerialization.data(withJSONObject: $0)) }
        let signed = parts.joined(separator: ".")
        return "\(signed).\(Base64URL.text((signedBy ?? key).signature(of: Array(signed.utf8))))"
    }

    private func read(_ text: String, _ keys: SigningKeys? = nil) throws -> OpenIDClaims {
        try IDToken(text).claims(for: provider, nonce: "n", keys: keys ?? self.keys(), at: now)
    }

    @Test func `a token that is right says who somebody is`() throws {
        let claims = try read(token())
        #expect(claims.subject == "7" && claims.mail == "kim@example.org" && claims.name == "Kim Lee")
        #expect(claims.picture == "https://id.example/7.png")
        // Without the name of a key any of the site's may have signed.
        #expect(try read(token(head: ["kid": NSNull()])).subject == "7")
        #expect(try read(token(["aud": ["us", "them"], "azp": "us"])).subject == "7")
        #expect(try read(token(["email_verified": "true"])).mail == "kim@example.org")
    }

    @Test func `an address that the site has not seen to be theirs is none`() throws {
        #expect(try read(token(["email_verified": false])).mail == nil)
        #expect(try read(token(without: ["email_verified"])).mail == nil)
    }

    @Test(
        arguments: [
            ["iss": "https://other.example"], ["iss": "https://id.example/"], ["aud": "them"], ["aud": ["us", "them"]],
            ["azp": "them"], ["nonce": "m"], ["exp": 1_766_999_900], ["iat": 1_767_000_100], ["nbf": 1_767_000_100],
            ["sub": ""], ["sub": String(repeating: "7", count: 256)], ["sub": 7], ["exp": "soon"],
        ] as [[String: any Sendable]])
    func `a token of another site, client, try or time is refused`(changed: [String: any Sendable]) throws {
        let text = try token(changed)
        #expect(throws: OpenIDError.self) { try read(text) }
    }

    @Test(arguments: ["iss", "aud", "nonce", "exp", "iat", "sub"])
    func `a token without one of these is refused`(claim: String) throws {
        let text = try token(without: [claim])
        #expect(throws: OpenIDError.self) { try read(text) }
    }

    @Test func `who signs with another key, or not at all, is nobody`() throws {
        var generator = SystemRandomNumberGenerator()
        let other = P256Key(using: &generator)
        let refusal = OpenIDError.badToken("its ID token is not signed with a key of the site")
        #expect(throws: refusal) { try read(token(signedBy: other)) }
        #expect(throws: refusal) { try read(token(), keys(id: "2")) }
        // A key for encryption signs nothing.
        #expect(throws: refusal) { try read(token(), keys(use: "enc")) }
        for algorithm in ["none", "HS256", "RS512", "es256"] {
            #expect(throws: OpenIDError.self) { try read(token(head: ["alg": algorithm])) }
        }
        #expect(throws: OpenIDError.self) { try read(token(head: ["crit": ["b64"]])) }
        // RS256 by a key of another kind.
        #expect(throws: refusal) { try read(token(head: ["alg": "RS256"])) }
    }

    @Test func `every changed byte of a token is noticed`() throws {
        let text = try token()
        for place in stride(from: 0, to: text.utf8.count, by: 7) {
            var bytes = Array(text.utf8)
            bytes[place] = bytes[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let changed = String(decoding: bytes, as: UTF8.self)
            guard changed != text, place < text.utf8.count - 1 else { continue }
            #expect(throws: OpenIDError.self, "at \(place)") { try read(changed) }
        }
    }

    @Test(arguments: ["", "a.b", "..", "a.b.c", "a.b.c.d", String(repeating: "x", count: 70_000)])
    func `what is no token is refused`(text: String) {
        #expect(throws: OpenIDError.self) { try IDToken(text) }
    }

    @Test(arguments: [
        "http://id.example", "ftp://id.example", "id.example", "https://user:pw@id.example", "https://", "",
        "http://localhost.example", "https://id.example#x",
    ])
    func `an address that others could listen to is no issuer`(issuer: String) throws {
        #expect(try OpenIDProvider(Name("test"), title: "", issuer: issuer, clientID: "us") == nil)
    }

    @Test func `state, nonce and verifier of a try differ, and are the same of the same seed`() throws {
        let attempt = LoginAttempt()
        #expect(Set([attempt.state, attempt.nonce, attempt.verifier, attempt.challenge]).count == 4)
        #expect(attempt.verifier.utf8.count == 43)
        #expect(LoginAttempt(seed: attempt.seed)?.state == attempt.state && LoginAttempt().state != attempt.state)
        #expect(LoginAttempt(seed: [1, 2]) == nil)
        // RFC 7636, appendix B, has this challenge for its verifier.
        let challenge = Base64URL.text(Digest.sha256(Array("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".utf8)))
        #expect(challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }
}
