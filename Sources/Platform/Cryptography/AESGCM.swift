internal import COpenSSL

/// AES-128 in Galois/Counter Mode (NIST SP 800-38D), without data beside the text.
public enum AESGCM {
    private static let tagSize = 16

    /// Seals a text with a key of 16 bytes and a nonce of 12, which must never be used twice together: the sealed text
    /// with its tag behind; nil for other lengths.
    public static func seal(_ text: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8]? {
        guard key.count == 16, nonce.count == 12 else { return nil }
        var sealed = [UInt8](repeating: 0, count: text.count)
        var tag = [UInt8](repeating: 0, count: tagSize)
        let status = unsafe tagalong_aes128_gcm_seal(key, nonce, text, text.count, &sealed, &tag)
        return status == 1 ? sealed + tag : nil
    }

    /// Opens what ``seal(_:key:nonce:)`` made; nil for anything else.
    public static func open(_ combined: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8]? {
        guard key.count == 16, nonce.count == 12, combined.count >= tagSize else { return nil }
        let sealed = Array(combined.dropLast(tagSize)), tag = Array(combined.suffix(tagSize))
        var text = [UInt8](repeating: 0, count: sealed.count)
        return unsafe tagalong_aes128_gcm_open(key, nonce, sealed, sealed.count, tag, &text) == 1 ? text : nil
    }
}
