internal import COpenSSL

/// ChaCha20-Poly1305 (RFC 8439): nobody without the key can read, change or make what is sealed with it.
public enum ChaChaPoly {
    private static let nonceSize = 12
    private static let tagSize = 16

    /// Seals a text with a key of 32 bytes: nonce, sealed text and tag, one behind the other; nil for a key of another
    /// length.
    ///
    /// The purpose has to be the same when it is opened, and is not part of the result; the nonce is the generator's.
    public static func seal(
        _ text: [UInt8], key: [UInt8], purpose: [UInt8], using generator: inout some RandomNumberGenerator
    ) -> [UInt8]? {
        guard key.count == 32 else { return nil }
        let nonce = (0..<nonceSize).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
        var sealed = [UInt8](repeating: 0, count: text.count)
        var tag = [UInt8](repeating: 0, count: tagSize)
        let status = unsafe tagalong_chacha_seal(key, nonce, purpose, purpose.count, text, text.count, &sealed, &tag)
        return status == 1 ? nonce + sealed + tag : nil
    }

    /// Opens what ``seal(_:key:purpose:using:)`` made; nil for anything else.
    public static func open(_ combined: [UInt8], key: [UInt8], purpose: [UInt8]) -> [UInt8]? {
        guard key.count == 32, combined.count >= nonceSize + tagSize else { return nil }
        let nonce = Array(combined.prefix(nonceSize)), tag = Array(combined.suffix(tagSize))
        let sealed = Array(combined.dropFirst(nonceSize).dropLast(tagSize))
        var text = [UInt8](repeating: 0, count: sealed.count)
        let status = unsafe tagalong_chacha_open(key, nonce, purpose, purpose.count, sealed, sealed.count, tag, &text)
        return status == 1 ? text : nil
    }
}
