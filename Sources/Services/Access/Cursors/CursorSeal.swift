internal import Cryptography

/// Closes the places in lists that clients are given to come back with: nobody can read, change or make one.
///
/// ChaCha20-Poly1305 (RFC 8439) with a nonce by chance; who may use a place, and in which list, is authenticated with
/// it. Two texts of one place differ.
public struct CursorSeal: Sendable {
    private let key: [UInt8]

    /// Cursors closed by a key, which opens them also after a restart.
    public init(key: AccessSecret) { self.key = key.hash }

    /// The most characters of a text that is opened; a place has at most 80 bytes.
    public static let longest = 200

    /// Closes a place, whose length can be seen, for a list and its reader: letters that need no quoting in a URL or a
    /// header; nil when there is no way to close it.
    public func closed(_ place: [UInt8], for purpose: String) -> String? {
        var generator = SystemRandomNumberGenerator()
        return ChaChaPoly.seal(place, key: key, purpose: Array(purpose.utf8), using: &generator).map {
            Base64URL.text($0)
        }
    }

    /// Opens what ``closed(_:for:)`` has closed; nil for anything else, for what was closed for another purpose, and for
    /// texts of more characters.
    public func opened(_ text: String, for purpose: String, upTo most: Int = CursorSeal.longest) -> [UInt8]? {
        guard text.utf8.count <= most, let bytes = Base64URL.bytes(text) else { return nil }
        return ChaChaPoly.open(Array(bytes), key: key, purpose: Array(purpose.utf8))
    }
}
