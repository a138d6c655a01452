internal import CSodium

/// Boxes that only who has the key can make and open: libsodium's `crypto_secretbox_easy`, XSalsa20 with Poly1305.
public enum SecretBox {
    /// Bytes of a key.
    public static let keyLength = 32
    /// Bytes of a nonce, which is used once with a key.
    public static let nonceLength = 24
    /// Bytes of the code that shows who made it.
    public static let tagLength = 16

    /// What is in a box, nonce first; nil for one that was made with another key, was changed, or is too short.
    ///
    /// A key has ``keyLength`` bytes.
    public static func open(_ box: [UInt8], key: [UInt8]) -> [UInt8]? {
        let sealed = Array(box.dropFirst(nonceLength))
        guard key.count == keyLength, sealed.count >= tagLength, isReady else { return nil }
        var text = [UInt8](repeating: 0, count: sealed.count - tagLength)
        let status = unsafe crypto_secretbox_open_easy(&text, sealed, UInt64(sealed.count), box, key)
        return status == 0 ? text : nil
    }

    /// Puts a text into a box, nonce first; nil for a nonce or a key of another length.
    ///
    /// A nonce has ``nonceLength`` bytes that were never used with this key.
    public static func seal(_ text: [UInt8], nonce: [UInt8], key: [UInt8]) -> [UInt8]? {
        guard key.count == keyLength, nonce.count == nonceLength, isReady else { return nil }
        var sealed = [UInt8](repeating: 0, count: text.count + tagLength)
        let status = unsafe crypto_secretbox_easy(&sealed, text, UInt64(text.count), nonce, key)
        return status == 0 ? nonce + sealed : nil
    }

    /// Has libsodium choose the fastest code for this processor, once.
    private static let isReady = sodium_init() >= 0
}
