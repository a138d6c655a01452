internal import Cryptography
internal import JSON

/// The keys that a site signs with (RFC 7517), those of them that are understood here.
struct SigningKeys: Sendable {
    enum Algorithm: String, Sendable {
        case rs256 = "RS256"
        case es256 = "ES256"
        case edDSA = "EdDSA"
    }

    private struct Key: Sendable {
        let id: String?
        let algorithm: Algorithm
        let key: VerificationKey
    }

    private let keys: [Key]

    /// How many keys of a site are looked at.
    private static let most = 100

    /// Reads a set of keys; others than are understood, and those for encryption, are left out.
    init(_ document: JSONValue) {
        keys = (document["keys"]?.list ?? []).prefix(Self.most).compactMap { Self.key($0) }
    }

    var isEmpty: Bool { keys.isEmpty }

    /// Whether there is a key of an id.
    func has(_ id: String) -> Bool { keys.contains { $0.id == id } }

    /// Whether one of the keys has signed some bytes: that of the id, or, where none is named, any.
    func accepts(_ signature: [UInt8], of bytes: [UInt8], _ algorithm: Algorithm, by id: String?) -> Bool {
        let candidates = keys.filter { $0.algorithm == algorithm && (id == nil || $0.id == id) }
        guard let signature = algorithm == .es256 ? Self.der(signature) : signature else { return false }
        return candidates.contains { $0.key.accepts(signature, of: bytes) }
    }

    private static func key(_ document: JSONValue) -> Key? {
        if let use = document["use"]?.text, use != "sig" { return nil }
        func bytes(_ name: String) -> [UInt8]? { document[name]?.text.flatMap { Base64URL.bytes($0) } }
        let found: (Algorithm, VerificationKey?)
        switch (document["kty"]?.text, document["crv"]?.text) {
        case ("RSA", _):
            guard let modulus = bytes("n"), let exponent = bytes("e") else { return nil }
            found = (.rs256, VerificationKey(rsa: modulus, exponent: exponent))
        case ("EC", "P-256"):
            guard let x = bytes("x"), let y = bytes("y"), x.count == 32, y.count == 32 else { return nil }
            found = (.es256, VerificationKey(p256: x + y))
        case ("OKP", "Ed25519"):
            guard let x = bytes("x") else { return nil }
            found = (.edDSA, VerificationKey(ed25519: x))
        default: return nil
        }
        if let algorithm = document["alg"]?.text, algorithm != found.0.rawValue { return nil }
        return found.1.map { Key(id: document["kid"]?.text, algorithm: found.0, key: $0) }
    }

    /// A signature of r and s, 32 bytes each (RFC 7518, section 3.4), as OpenSSL takes it; nil for another length.
    private static func der(_ signature: [UInt8]) -> [UInt8]? {
        guard signature.count == 64 else { return nil }
        let numbers = [signature[..<32], signature[32...]].flatMap { part -> [UInt8] in
            let digits = part.drop { $0 == 0 }
            let bytes = digits.first.map { $0 >= 0x80 } ?? true ? [0] + digits : Array(digits)
            return [0x02, UInt8(bytes.count)] + bytes
        }
        return [0x30, UInt8(numbers.count)] + numbers
    }
}
