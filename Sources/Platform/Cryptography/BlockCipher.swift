internal import COpenSSL

/// AES with a key of 128 bits (FIPS 197).
public enum BlockCipher {
    /// Encrypts one block of 16 bytes; what is missing of block and key counts as 0.
    public static func encrypt(_ block: [UInt8], key: [UInt8]) -> [UInt8] {
        let (block, key) = (padded(block), padded(key))
        return unsafe Digest.filled(16) { unsafe tagalong_aes128(key, block, $0) }
    }

    /// AES-CMAC (RFC 4493), 16 bytes; what is missing of the key counts as 0.
    public static func cmac(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        let key = padded(key)
        return unsafe Digest.filled(16) { unsafe tagalong_aes128_cmac(key, message, message.count, $0) }
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes.prefix(16) + [UInt8](repeating: 0, count: max(0, 16 - bytes.count))
    }
}
