internal import Crypto
internal import Foundation

/// A secret that lets somebody in: shown once, kept only as its hash.
///
/// 256 random bits need no slow hash.
public struct Secret: Hashable, Sendable {
    /// The secret itself, in letters that need no quoting in a header, a cookie or a URL.
    public let text: String

    init(prefix: String = "", using generator: inout some RandomNumberGenerator) {
        let bytes = (0..<32).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
        text = prefix + Base64URL.text(bytes)
    }

    /// A secret as somebody sent it.
    public init(sent text: String) {
        self.text = String(text.prefix(200))
    }

    /// What is kept of it.
    var hash: [UInt8] { Array(SHA256.hash(data: Data(text.utf8))) }
}
