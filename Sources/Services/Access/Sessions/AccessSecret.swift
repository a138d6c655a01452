internal import Cryptography
internal import Tracking

/// A secret that lets somebody in: shown once, kept only as its hash.
///
/// 256 random bits need no slow hash.
public struct AccessSecret: Hashable, Sendable {
    /// The secret itself, in letters that need no quoting in a header, a cookie or a URL.
    public let text: String

    init(prefix: String = "", using generator: inout some RandomNumberGenerator) {
        let bytes = (0..<32).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
        text = prefix + Base64URL.text(bytes)
    }

    /// A secret of this run.
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }

    /// Whether this is the other one; compares hashes, so that the time it takes tells nothing.
    public func matches(_ other: AccessSecret) -> Bool { hash == other.hash }

    /// Whether it is written as a token is; what is not lets no program in.
    public var isWrittenAsToken: Bool { text.hasPrefix(AccessControl.tokenPrefix) }

    /// A secret as somebody sent it.
    public init(sent text: String) { self.text = text.excerpt(200) }

    /// What is kept of it.
    var hash: [UInt8] { Digest.sha256(Array(text.utf8)) }
}
