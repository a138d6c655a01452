internal import COpenSSL

/// AES (FIPS 197) with a key of 128 bits, unless it says otherwise.
public enum BlockCipher {
    /// Encrypts one block of 16 bytes; what is missing of block and key counts as 0.
    public static func encrypt(_ block: [UInt8], key: [UInt8]) -> [UInt8] {
        let (block, key) = (padded(block), padded(key))
        return unsafe Digest.filled(16) { unsafe tagalong_aes128(key, block, $0) }
    }

    /// Encrypts one block of 16 bytes with a key of 256 bits; what is missing of block and key counts as 0.
    public static func encrypt256(_ block: [UInt8], key: [UInt8]) -> [UInt8] {
        let (block, key) = (padded(block), padded(key, to: 32))
        return unsafe Digest.filled(16) { unsafe tagalong_aes256(key, block, $0) }
    }

    /// AES-CMAC (RFC 4493), 16 bytes; what is missing of the key counts as 0.
    public static func cmac(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        let key = padded(key)
        return unsafe Digest.filled(16) { unsafe tagalong_aes128_cmac(key, message, message.count, $0) }
    }

    private static func padded(_ bytes: [UInt8], to count: Int = 16) -> [UInt8] {
        bytes.prefix(count) + [UInt8](repeating: 0, count: max(0, count - bytes.count))
    }
}
