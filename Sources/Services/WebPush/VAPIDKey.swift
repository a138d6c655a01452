public import Cryptography
internal import Foundation
public import Tracking

/// Shows a push service who sends, so that nobody else can send to the same subscriptions (RFC 8292).
public struct VAPIDKey: Sendable {
    private let key: P256Key

    public init(_ key: P256Key) { self.key = key }

    /// The public key as browsers want it for a subscription: base64url of 4, x and y.
    public var publicText: String { Base64URL.text([4] + key.point) }

    /// How long a token is good; a push service takes none for longer than a day.
    private static let duration = Duration.seconds(12 * 3600)

    /// The value of `Authorization` for the push service of an origin, such as `https://push.example`.
    ///
    /// The contact, a `mailto:` or `https:` address, is for the people who run the service.
    public func authorization(for origin: String, contact: String, at now: Timestamp) -> String {
        let claims = Claims(aud: origin, exp: now.advanced(by: Self.duration).wholeSeconds, sub: contact)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and a whole number, which can always be written.
        let body = (try? encoder.encode(claims)).map { [UInt8]($0) } ?? []
        let signed = "\(Base64URL.text(Self.header.utf8)).\(Base64URL.text(body))"
        let signature = Base64URL.text(key.signature(of: Array(signed.utf8)))
        return "vapid t=\(signed).\(signature), k=\(publicText)"
    }

    private static let header = #"{"typ":"JWT","alg":"ES256"}"#

    private struct Claims: Encodable {
        let aud: String
        let exp: Int64
        let sub: String
    }
}
