internal import COpenSSL

/// A private key on the curve P-256 (FIPS 186-5) for a Diffie-Hellman exchange, or for signatures.
public struct P256Key: Sendable {
    /// The number, 32 bytes, the highest first.
    public let secret: [UInt8]
    /// x and y of its point, 32 bytes each, the highest first.
    public let point: [UInt8]

    /// The key of 32 bytes, the highest first; nil outside 1 to the order of the curve less 1.
    public init?(secret: [UInt8]) {
        guard secret.count == 32 else { return nil }
        var point = [UInt8](repeating: 0, count: 64)
        guard unsafe tagalong_p256_public(secret, &point) == 1 else { return nil }
        self.secret = secret
        self.point = point
    }

    /// A new key.
    public init(using generator: inout some RandomNumberGenerator) {
        // One number in 2³² is none.
        while true {
            let secret = (0..<32).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
            guard let key = P256Key(secret: secret) else { continue }
            self = key
            return
        }
    }

    /// x of the point that both sides of an exchange get, 32 bytes; nil for a point that is not on the curve.
    public func shared(with point: [UInt8]) -> [UInt8]? {
        guard point.count == 64 else { return nil }
        var shared = [UInt8](repeating: 0, count: 32)
        return unsafe tagalong_p256_shared(secret, point, &shared) == 1 ? shared : nil
    }

    /// ES256 (RFC 7518, section 3.4): ECDSA with SHA-256 of some bytes, r and s with 32 bytes each.
    public func signature(of bytes: [UInt8]) -> [UInt8] {
        unsafe Digest.filled(64) { unsafe tagalong_p256_sign(secret, point, bytes, bytes.count, $0) }
    }
}
