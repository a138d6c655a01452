public import Cryptography

/// A message as a push service carries it: one record of `aes128gcm` (RFC 8188) with the keys of RFC 8291.
public enum PushContent {
    /// The longest text in bytes: a push service takes 4,096 (RFC 8030, section 7.2), of which header, tag and delimiter
    /// take 103.
    public static let longest = 3993
    private static let recordSize: [UInt8] = [0, 0, 0x10, 0]

    /// The bytes for a receiver; nil for a text that is too long, a salt of other than 16 bytes, or a receiver whose key
    /// is none.
    ///
    /// The text is filled up to a multiple of so many bytes, so that its length says less of it. Sender and salt are for
    /// this message alone.
    public static func sealed(
        _ text: [UInt8], for receiver: PushReceiver, from sender: P256Key, salt: [UInt8], steps: Int = 1
    ) -> [UInt8]? {
        guard text.count <= longest, salt.count == 16, let shared = sender.shared(with: receiver.point) else {
            return nil
        }
        let own = [4] + sender.point
        let keys = Keys(shared: shared, secret: receiver.secret, receiver: receiver.key, sender: own, salt: salt)
        let filled = min(longest, (text.count + steps - 1) / steps * steps)
        // 2 ends the text of the last record; behind it is only zero.
        let record = text + [2] + [UInt8](repeating: 0, count: filled - text.count)
        guard let sealed = AESGCM.seal(record, key: keys.key, nonce: keys.nonce) else { return nil }
        return salt + recordSize + [UInt8(own.count)] + own + sealed
    }

    /// What a receiver reads; nil for bytes that are not for it.
    public static func opened(_ bytes: [UInt8], by receiver: P256Key, secret: [UInt8]) -> [UInt8]? {
        guard bytes.count >= 103, bytes[20] == 65, bytes[21] == 4 else { return nil }
        let (salt, sender) = (Array(bytes[..<16]), Array(bytes[21..<86]))
        guard let shared = receiver.shared(with: Array(sender.dropFirst())) else { return nil }
        let own = [4] + receiver.point
        let keys = Keys(shared: shared, secret: secret, receiver: own, sender: sender, salt: salt)
        guard let record = AESGCM.open(Array(bytes[86...]), key: keys.key, nonce: keys.nonce),
            let end = record.lastIndex(where: { $0 != 0 }), record[end] == 2
        else { return nil }
        return Array(record[..<end])
    }

    /// What a message is sealed with (RFC 8291, section 3.4).
    private struct Keys {
        let key, nonce: [UInt8]

        init(shared: [UInt8], secret: [UInt8], receiver: [UInt8], sender: [UInt8], salt: [UInt8]) {
            let info = Self.label("WebPush: info") + receiver + sender
            let root = KeyDerivation.hkdfSHA256(shared, salt: secret, info: info, count: 32)
            key = KeyDerivation.hkdfSHA256(
                root, salt: salt, info: Self.label("Content-Encoding: aes128gcm"), count: 16
            )
            nonce = KeyDerivation.hkdfSHA256(root, salt: salt, info: Self.label("Content-Encoding: nonce"), count: 12)
        }

        private static func label(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }
    }
}
