import Access
import Foundation
import HTTPTypes
import Hummingbird
import OpenID
import Tracking
import Web

/// What a browser keeps while somebody says at another site who they are, sealed: nobody can read, change or make it.
///
/// It is sent along where that site leads back here, which the cookie of a session is not.
struct OpenIDCookie {
    let seal: CursorSeal
    let isEncrypted: Bool

    /// For how long somebody may be away.
    static let lifetime = Duration.seconds(600)
    /// The most letters that are opened.
    private static let longest = 3000

    /// A try to log in that is under way.
    struct Flow {
        let attempt: LoginAttempt
        let invitation: AccessSecret?
        let language: LetterLanguage
        /// Whether the identity is to become that of an account that is logged in.
        let isLink: Bool
    }

    /// An identity whose account's owner has still to say that it is theirs.
    struct Pending: Codable {
        let provider: String
        let issuer: String
        let subject: String
        let mail: String?
        let name: String
        /// The account that has its mail address; nil where it is to become that of whoever is logged in.
        let account: String?

        var identity: ForeignIdentity {
            ForeignIdentity(issuer: issuer, subject: subject, mail: mail.flatMap { MailAddress($0) }, name: name)
        }
    }

    private struct Sealed: Codable {
        let until: Int64
        var seed: [UInt8]?
        var invitation: String?
        var language: String?
        var isLink: Bool?
        var pending: Pending?
    }

    private var name: String { isEncrypted ? "__Host-tagalong-openid" : "tagalong-openid" }

    func header(_ flow: Flow, at provider: Name, until now: Timestamp) throws -> String {
        let sealed = Sealed(
            until: now.advanced(by: Self.lifetime).milliseconds, seed: flow.attempt.seed,
            invitation: flow.invitation?.text, language: flow.language.rawValue, isLink: flow.isLink
        )
        return try header(sealed, for: Self.purpose(provider))
    }

    func header(_ pending: Pending, until now: Timestamp) throws -> String {
        let sealed = Sealed(until: now.advanced(by: Self.lifetime).milliseconds, pending: pending)
        return try header(sealed, for: Self.pending)
    }

    /// Has the browser forget it.
    var removal: String { "\(name)=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax\(isEncrypted ? "; Secure" : "")" }

    /// The try that was begun at a site; nil where none was, or its time is over.
    func flow(_ request: Request, at provider: Name, at now: Timestamp) -> Flow? {
        guard let sealed = sealed(request, for: Self.purpose(provider), at: now),
            let attempt = sealed.seed.flatMap({ LoginAttempt(seed: $0) })
        else { return nil }
        return Flow(
            attempt: attempt,
            invitation: sealed.invitation.map { AccessSecret(sent: $0) },
            language: sealed.language.flatMap { LetterLanguage(rawValue: $0) } ?? .english,
            isLink: sealed.isLink ?? false
        )
    }

    /// The identity that waits to be confirmed; nil where none does.
    func pending(_ request: Request, at now: Timestamp) -> Pending? {
        sealed(request, for: Self.pending, at: now)?.pending
    }

    private static let pending = "identity to be confirmed"
    private static func purpose(_ provider: Name) -> String { "log-in at \(provider)" }

    private func header(_ sealed: Sealed, for purpose: String) throws -> String {
        let bytes = Array(try JSONEncoder().encode(sealed))
        guard let text = seal.closed(bytes, for: purpose), text.utf8.count <= Self.longest else {
            throw Problem(.internalServerError, "what the other site says is too long to be kept")
        }
        let age = Int(Self.lifetime.components.seconds)
        return "\(name)=\(text); Path=/; Max-Age=\(age); HttpOnly; SameSite=Lax\(isEncrypted ? "; Secure" : "")"
    }

    private func sealed(_ request: Request, for purpose: String, at now: Timestamp) -> Sealed? {
        guard let text = request.cookies[name]?.value,
            let bytes = seal.opened(text, for: purpose, upTo: Self.longest),
            let sealed = try? JSONDecoder().decode(Sealed.self, from: Data(bytes)), sealed.until > now.milliseconds
        else { return nil }
        return sealed
    }
}
