internal import COpenSSL

/// Keys made from passwords.
public enum KeyDerivation {
    /// scrypt (RFC 7914), a key of so many bytes; nil when the numbers do not fit together or there is no memory.
    ///
    /// N is `rounds`, a power of two, r `blockSize` and p `parallelism`. It may take `memory` bytes; about 128·N·r are
    /// needed.
    public static func scrypt(
        _ password: [UInt8],
        salt: [UInt8],
        rounds: Int,
        blockSize: Int,
        parallelism: Int = 1,
        memory: Int = 256 << 20,
        count: Int = 32
    ) -> [UInt8]? {
        guard let n = UInt64(exactly: rounds), let r = UInt64(exactly: blockSize), let p = UInt64(exactly: parallelism),
            let most = UInt64(exactly: memory), count > 0
        else { return nil }
        var key = [UInt8](repeating: 0, count: count)
        let status = unsafe tagalong_scrypt(password, password.count, salt, salt.count, n, r, p, most, &key, count)
        return status == 1 ? key : nil
    }

    /// PBKDF2 with HMAC-SHA-512 (RFC 8018, section 5.2), a key of so many bytes; no iteration counts as one.
    public static func pbkdf2SHA512(_ password: [UInt8], salt: [UInt8], iterations: Int32, count: Int = 64) -> [UInt8] {
        unsafe Digest.filled(count) { key in
            unsafe tagalong_pbkdf2_sha512(password, password.count, salt, salt.count, max(1, iterations), key, count)
        }
    }

    /// HKDF with SHA-256 (RFC 5869), a key of up to 8,160 bytes.
    public static func hkdfSHA256(_ secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
        let root = Digest.hmacSHA256(secret, key: salt)
        var (key, block): ([UInt8], [UInt8]) = ([], [])
        var counter: UInt8 = 1
        while key.count < count, counter < .max {
            block = Digest.hmacSHA256(block + info + [counter], key: root)
            key += block
            counter += 1
        }
        return Array(key.prefix(count))
    }

    /// The key derivation of ANSI X9.63 with SHA-256 (SEC 1, section 3.6.1), a key of so many bytes.
    public static func x963SHA256(_ secret: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
        var key: [UInt8] = []
        var counter: UInt8 = 1
        while key.count < count, counter < .max {
            key += Digest.sha256(secret + [0, 0, 0, counter] + info)
            counter += 1
        }
        return Array(key.prefix(count))
    }
}
