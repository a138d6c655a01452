internal import Cryptography

/// One try to log in by another site: what shows that the answer is to it.
///
/// State, nonce and verifier are made of one seed, which the browser keeps for as long as it is away.
public struct LoginAttempt: Hashable, Sendable {
    /// 32 random bytes.
    public let seed: [UInt8]

    /// A new one.
    public init() {
        var generator = SystemRandomNumberGenerator()
        seed = (0..<32).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
    }

    /// That of a seed which was kept; nil for another length.
    public init?(seed: [UInt8]) {
        guard seed.count == 32 else { return nil }
        self.seed = seed
    }

    /// Shows that the answer comes by the browser that asked (RFC 6749, section 10.12).
    public var state: String { derived("state") }
    /// Shows that what the site signs is for this try.
    var nonce: String { derived("nonce") }
    /// Shows the site that who has the code has asked for it (RFC 7636), 43 characters.
    var verifier: String { derived("verifier") }
    /// What the site holds the verifier against.
    var challenge: String { Base64URL.text(Digest.sha256(Array(verifier.utf8))) }

    private func derived(_ purpose: String) -> String {
        Base64URL.text(Digest.hmacSHA256(Array(purpose.utf8), key: seed))
    }
}
