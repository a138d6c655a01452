internal import Cryptography

/// What a browser made for one subscription, so that only it can read what comes (RFC 8291, section 2).
public struct PushReceiver: Hashable, Sendable {
    /// Its public key on P-256 as an uncompressed point: 4, then x and y.
    public let key: [UInt8]
    /// The secret that it shares with us, 16 bytes.
    public let secret: [UInt8]

    /// Nil unless the key has 65 bytes and is on the curve, and the secret has 16.
    public init?(key: [UInt8], secret: [UInt8]) {
        guard key.count == 65, key[0] == 4, secret.count == 16,
            VerificationKey(p256: Array(key.dropFirst())) != nil
        else { return nil }
        (self.key, self.secret) = (key, secret)
    }

    var point: [UInt8] { Array(key.dropFirst()) }
}
