import Cryptography

/// AES with a key of 128 bits, on numbers: bit 127 is the first bit of the first byte.
public enum AES128 {
    /// Encrypts 16 bytes with a key of 16, both first byte first as FIPS 197 counts them; what is missing counts as 0.
    public static func encrypt(bytes: [UInt8], key: [UInt8]) -> [UInt8] { BlockCipher.encrypt(bytes, key: key) }

    /// The security function e: Core Specification 5.4, volume 3, part H, section 2.2.1.
    static func encrypt(_ block: UInt128, key: UInt128) -> UInt128 {
        UInt128(bigEndianBytes: BlockCipher.encrypt(block.bigEndianBytes, key: key.bigEndianBytes))
    }

    /// AES-CMAC: RFC 4493, and section 2.2.5 of the same part.
    static func cmac(_ message: [UInt8], key: UInt128) -> UInt128 {
        UInt128(bigEndianBytes: BlockCipher.cmac(message, key: key.bigEndianBytes))
    }
}
