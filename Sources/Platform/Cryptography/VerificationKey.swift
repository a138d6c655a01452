internal import COpenSSL

/// A public key that signatures are checked with.
public struct VerificationKey: Hashable, Sendable {
    /// SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7), in DER.
    private let document: [UInt8]

    /// ES256: ECDSA on P-256 with SHA-256, for x and y of 32 bytes each, nil off the curve; signatures are in DER.
    public init?(p256 point: [UInt8]) {
        guard point.count == 64 else { return nil }
        // The algorithm id-ecPublicKey on prime256v1, then an uncompressed point (RFC 5480, section 2).
        let head: [UInt8] = [
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
            0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
        ]
        self.init(document: head + point, bits: 256...256)
    }

    /// EdDSA with Ed25519 (RFC 8032), from 32 bytes; nil otherwise.
    public init?(ed25519 bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        // RFC 8410, section 4.
        let head: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]
        self.init(document: head + bytes, bits: 1...256)
    }

    /// RS256: RSA with PKCS #1 v1.5 and SHA-256, from n and e, the highest byte first.
    ///
    /// It is nil where n is below 2,048 or above 8,192 bits.
    public init?(rsa modulus: [UInt8], exponent: [UInt8]) {
        guard modulus.count <= 1024, exponent.count <= 8 else { return nil }
        let digits = exponent.drop { $0 == 0 }
        // With 1 every hash would be its own signature.
        guard let last = digits.last, last & 1 == 1, digits.count > 1 || last >= 3 else { return nil }
        // rsaEncryption without parameters, then RSAPublicKey (RFC 8017, appendix A.1.1).
        let algorithm: [UInt8] = [
            0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
        ]
        let key = DER.value(0x30, DER.integer(modulus) + DER.integer(exponent))
        self.init(document: DER.value(0x30, algorithm + DER.value(0x03, [0] + key)), bits: 2048...8192)
    }

    private init?(document: [UInt8], bits: ClosedRange<Int32>) {
        guard bits.contains(unsafe tagalong_key_bits(document, document.count)) else { return nil }
        self.document = document
    }

    /// Whether a signature of some bytes was made with the private half.
    public func accepts(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        unsafe tagalong_verify(document, document.count, signature, signature.count, bytes, bytes.count) == 1
    }
}

/// The little of the Distinguished Encoding Rules (ITU-T X.690) that a public key takes.
private enum DER {
    static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag] + length(content.count) + content }

    /// A number that is not negative, from its bytes, the highest first.
    static func integer(_ bytes: [UInt8]) -> [UInt8] {
        let digits = bytes.drop { $0 == 0 }
        // A first bit of 1 would make it negative.
        let isNegative = digits.first.map { $0 >= 0x80 } ?? true
        return value(0x02, (isNegative ? [0] : []) + digits)
    }

    private static func length(_ count: Int) -> [UInt8] {
        if count < 0x80 { return [UInt8(count)] }
        if count < 0x100 { return [0x81, UInt8(count)] }
        return [0x82, UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
    }
}
