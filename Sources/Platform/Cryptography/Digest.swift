internal import COpenSSL

/// Digests of bytes, and codes that show who made them.
public enum Digest {
    /// SHA-256 (FIPS 180-4), 32 bytes.
    public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        unsafe filled(32) { unsafe tagalong_sha256(bytes, bytes.count, $0) }
    }

    /// SHA-1 (FIPS 180-4), 20 bytes: for what protocols want it for, and nothing that has to be safe.
    public static func sha1(_ bytes: [UInt8]) -> [UInt8] {
        unsafe filled(20) { unsafe tagalong_sha1(bytes, bytes.count, $0) }
    }

    /// HMAC with SHA-256 (RFC 2104), 32 bytes.
    public static func hmacSHA256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        unsafe filled(32) { unsafe tagalong_hmac_sha256(key, key.count, bytes, bytes.count, $0) }
    }

    /// What a function of OpenSSL writes that fails only where there is no memory left.
    static func filled(_ count: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let status = unsafe write(&bytes)
        precondition(status == 1, "OpenSSL has no memory left")
        return bytes
    }
}
