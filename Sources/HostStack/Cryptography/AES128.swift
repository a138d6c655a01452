import Crypto
import CryptoExtras

/// AES with a key of 128 bits, on numbers: bit 127 is the first bit of the first byte.
public enum AES128 {
    /// Encrypts 16 bytes with a key of 16, both first byte first as FIPS 197 counts them; what is missing counts as 0.
    public static func encrypt(bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        encrypt(number(bytes), key: number(key)).bigEndianBytes
    }

    private static func number(_ bytes: [UInt8]) -> UInt128 {
        UInt128(bigEndianBytes: bytes.prefix(16) + [UInt8](repeating: 0, count: max(0, 16 - bytes.count)))
    }

    /// The security function e: Core Specification 5.4, volume 3, part H, section 2.2.1.
    static func encrypt(_ block: UInt128, key: UInt128) -> UInt128 {
        var bytes = block.bigEndianBytes
        do {
            try AES.permute(&bytes, key: SymmetricKey(data: key.bigEndianBytes))
        } catch {
            // It throws for other lengths than 16 bytes only, which a UInt128 never has.
            preconditionFailure("AES-128 takes a key and a block of 16 bytes")
        }
        return UInt128(bigEndianBytes: bytes)
    }

    /// AES-CMAC: RFC 4493, and section 2.2.5 of the same part.
    static func cmac(_ message: [UInt8], key: UInt128) -> UInt128 {
        do {
            var code = try AES.CMAC(key: SymmetricKey(data: key.bigEndianBytes))
            code.update(data: message)
            return UInt128(bigEndianBytes: Array(code.finalize()))
        } catch {
            // It throws for other lengths than 16 bytes only, which a UInt128 never has.
            preconditionFailure("AES-CMAC takes a key of 16 bytes")
        }
    }
}
