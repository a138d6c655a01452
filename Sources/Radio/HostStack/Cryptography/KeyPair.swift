import Cryptography

/// A key pair on the curve P-256 for LE Secure Connections.
///
/// Core Specification 5.4, volume 3, part H, section 2.3.5.6.1.
struct KeyPair: Sendable {
    private let privateKey: P256Key
    let publicKey: CurvePoint

    /// A new pair; nil only when chance yields no valid key in 64 draws, as a broken generator does.
    init?(using generator: inout some RandomNumberGenerator) {
        for _ in 0..<64 {
            let scalar = generator.number128().bigEndianBytes + generator.number128().bigEndianBytes
            guard let pair = KeyPair(scalar: scalar) else { continue }
            self = pair
            return
        }
        return nil
    }

    /// The pair of a private key of 32 bytes, the highest first; nil outside 1 to the order of the curve less 1.
    init?(scalar: [UInt8]) {
        guard let key = P256Key(secret: scalar) else { return nil }
        privateKey = key
        publicKey = CurvePoint(x: Array(key.point.prefix(32)), y: Array(key.point.suffix(32)))
    }

    /// The Diffie-Hellman key P256(u, V) of 32 bytes; nil for a point that is not on the curve.
    func sharedSecret(with point: CurvePoint) -> [UInt8]? { privateKey.shared(with: point.x + point.y) }
}
