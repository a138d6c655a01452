internal import Sodium

/// The key that an OwnTracks app makes of a passphrase; it never shows in descriptions, dumps or logs.
public struct PassphraseKey: Hashable, Sendable {
    private let bytes: [UInt8]

    private init(_ bytes: some Sequence<UInt8>) {
        let cut = Array(bytes.prefix(SecretBox.keyLength))
        self.bytes = cut + [UInt8](repeating: 0, count: SecretBox.keyLength - cut.count)
    }

    /// The keys that apps make of a passphrase: its first 32 bytes in UTF-8, filled up with zeros.
    ///
    /// Android cuts in the middle of a character, iOS before it; where that makes a difference there are two.
    public static func keys(of passphrase: String) -> [PassphraseKey] {
        let cut = PassphraseKey(passphrase.utf8)
        var whole = passphrase[...]
        // Characters as iOS counts them: scalars.
        while whole.utf8.count > SecretBox.keyLength { whole.unicodeScalars.removeLast() }
        let uncut = PassphraseKey(whole.utf8)
        return cut == uncut ? [cut] : [cut, uncut]
    }

    func open(_ box: [UInt8]) -> [UInt8]? { SecretBox.open(box, key: bytes) }

    /// The message that holds a text so that only who has the key can read it; a nonce is 24 bytes by chance.
    public func message(sealing text: [UInt8], nonce: [UInt8]) -> [UInt8]? {
        SecretBox.seal(text, nonce: nonce, key: bytes).map { EncryptedMessage.encoded($0) }
    }
}

extension PassphraseKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "•••" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
