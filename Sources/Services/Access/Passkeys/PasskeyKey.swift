internal import Cryptography

/// The public key of a passkey as its authenticator gave it (COSE, RFC 9053).
struct PasskeyKey: Sendable {
    private let key: VerificationKey

    /// The numbers of the algorithms, the best first.
    static let algorithms: [Int] = [-7, -8, -257]

    /// - Throws: ``AccessError/badPasskey(_:)``.
    init(cose bytes: [UInt8]) throws(AccessError) {
        var reader = CBORReader(bytes)
        guard let document = reader.next() else { throw .badPasskey("its public key is no COSE key") }
        guard let key = try Self.read(document) else { throw .badPasskey("its public key is none") }
        self.key = key
    }

    private static func read(_ key: CBOR) throws(AccessError) -> VerificationKey? {
        switch (key[1]?.integer, key[3]?.integer) {
        // ES256: P-256 with SHA-256.
        case (2, -7):
            guard key[-1]?.integer == 1, let x = key[-2]?.bytes, let y = key[-3]?.bytes else { break }
            guard x.count == 32, y.count == 32 else { return nil }
            return VerificationKey(p256: x + y)
        // EdDSA: Ed25519.
        case (1, -8):
            guard key[-1]?.integer == 6, let x = key[-2]?.bytes else { break }
            return VerificationKey(ed25519: x)
        // RS256: RSA with PKCS #1 v1.5 and SHA-256, which Windows Hello uses.
        case (3, -257):
            guard let modulus = key[-1]?.bytes, let exponent = key[-2]?.bytes else { break }
            return VerificationKey(rsa: modulus, exponent: exponent)
        default: break
        }
        throw .badPasskey("its public key is of another kind than ES256, EdDSA and RS256")
    }

    /// Whether a signature of some bytes was made with the private half.
    func accepts(_ signature: [UInt8], of bytes: [UInt8]) -> Bool { key.accepts(signature, of: bytes) }
}
