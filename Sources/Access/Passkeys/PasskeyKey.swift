internal import Crypto
internal import CryptoExtras
internal import Foundation

/// The public key of a passkey as its authenticator gave it (COSE, RFC 9053).
enum PasskeyKey: Sendable {
    /// ES256: P-256 with SHA-256.
    case p256(P256.Signing.PublicKey)
    /// EdDSA: Ed25519.
    case ed25519(Curve25519.Signing.PublicKey)
    /// RS256: RSA with PKCS #1 v1.5 and SHA-256, which Windows Hello uses.
    case rsa(_RSA.Signing.PublicKey)

    /// The numbers of the algorithms, the best first.
    static let algorithms: [Int] = [-7, -8, -257]

    /// - Throws: ``AccessError/badPasskey(_:)``.
    init(cose bytes: [UInt8]) throws(AccessError) {
        var reader = CBORReader(bytes)
        guard let key = reader.next() else { throw .badPasskey("its public key is no COSE key") }
        do { self = try Self.read(key) } catch let error as AccessError { throw error } catch {
            throw .badPasskey("its public key is none")
        }
    }

    private static func read(_ key: CBOR) throws -> PasskeyKey {
        switch (key[1]?.integer, key[3]?.integer) {
        case (2, -7):
            guard key[-1]?.integer == 1, let x = key[-2]?.bytes, let y = key[-3]?.bytes else { break }
            return .p256(try P256.Signing.PublicKey(rawRepresentation: Data(x + y)))
        case (1, -8):
            guard key[-1]?.integer == 6, let x = key[-2]?.bytes else { break }
            return .ed25519(try Curve25519.Signing.PublicKey(rawRepresentation: Data(x)))
        case (3, -257):
            guard let modulus = key[-1]?.bytes, let exponent = key[-2]?.bytes else { break }
            return .rsa(try _RSA.Signing.PublicKey(n: Data(modulus), e: Data(exponent)))
        default: break
        }
        throw AccessError.badPasskey("its public key is of another kind than ES256, EdDSA and RS256")
    }

    /// Whether a signature of some bytes was made with the private half.
    func accepts(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        let (signed, signature) = (Data(bytes), Data(signature))
        switch self {
        case .p256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: signed)
        case .ed25519(let key):
            return key.isValidSignature(signature, for: signed)
        case .rsa(let key):
            let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
            return key.isValidSignature(signature, for: SHA256.hash(data: signed), padding: .insecurePKCS1v1_5)
        }
    }
}
