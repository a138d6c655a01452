internal import Cryptography
internal import JSON
internal import Tracking

/// What a site says of who somebody is, signed (OpenID Connect Core 1.0, section 2).
struct IDToken: Sendable {
    let algorithm: SigningKeys.Algorithm
    /// The key that it says it is signed with; nil where it names none.
    let keyID: String?
    private let claims: JSONValue
    private let signed: [UInt8]
    private let signature: [UInt8]

    /// The longest text that is read.
    static let longest = 64 * 1024
    /// How far the clock of the site may be from ours.
    static let skew = Duration.seconds(60)
    private static let longestSubject = 255

    /// Reads a token, of which nothing is believed yet.
    ///
    /// - Throws: ``OpenIDError/badToken(_:)`` for what is none, and for an algorithm that is not a signature's.
    init(_ text: String) throws(OpenIDError) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard text.utf8.count <= Self.longest, parts.count == 3, let head = Self.document(parts[0]),
            let claims = Self.document(parts[1]), let signature = Base64URL.bytes(parts[2])
        else { throw .badToken("its ID token is none") }
        // Nothing is signed with `none`, and with an HMAC by everybody who has the secret.
        guard let word = head["alg"]?.text, let algorithm = SigningKeys.Algorithm(rawValue: word) else {
            throw .badToken("its ID token is signed in another way than RS256, ES256 or EdDSA")
        }
        // What is critical and not understood must not be passed over (RFC 7515, section 4.1.11).
        guard head["crit"] == nil else { throw .badToken("its ID token needs what is not understood here") }
        (self.algorithm, keyID, self.claims) = (algorithm, head["kid"]?.text, claims)
        (self.signature, signed) = (signature, Array("\(parts[0]).\(parts[1])".utf8))
    }

    private static func document(_ text: String) -> JSONValue? {
        guard let bytes = Base64URL.bytes(text), let value = try? JSONValue(bytes, limits: .init(values: 2000)),
            case .object = value
        else { return nil }
        return value
    }

    /// Who it says that somebody is, once all of it is checked (section 3.1.3.7).
    ///
    /// - Throws: ``OpenIDError/badToken(_:)``.
    func claims(
        for provider: OpenIDProvider, nonce: String, keys: SigningKeys, at now: Timestamp
    ) throws(OpenIDError) -> OpenIDClaims {
        guard keys.accepts(signature, of: signed, algorithm, by: keyID) else {
            throw .badToken("its ID token is not signed with a key of the site")
        }
        guard claims["iss"]?.text == provider.issuer else { throw .badToken("its ID token is another site's") }
        let audience = claims["aud"].map { $0.text.map { [$0] } ?? $0.list.compactMap(\.text) } ?? []
        guard audience.contains(provider.clientID) else { throw .badToken("its ID token is for another client") }
        let party = claims["azp"]?.text
        guard party == provider.clientID || party == nil && audience.count == 1 else {
            throw .badToken("its ID token is for several clients, and made for another one")
        }
        guard claims["nonce"]?.text == nonce else { throw .badToken("its ID token is for another try") }
        let seconds = now.seconds
        let skew = Double(Self.skew.components.seconds)
        guard let expires = claims["exp"]?.number, expires + skew > seconds else {
            throw .badToken("the time of its ID token is over")
        }
        guard let issued = claims["iat"]?.number, issued - skew <= seconds else {
            throw .badToken("its ID token is of the future; one of the two clocks is wrong")
        }
        if let start = claims["nbf"]?.number, start - skew > seconds {
            throw .badToken("its ID token does not hold yet; one of the two clocks is wrong")
        }
        guard let subject = claims["sub"]?.text, (1...Self.longestSubject).contains(subject.utf8.count) else {
            throw .badToken("its ID token names nobody")
        }
        return OpenIDClaims(subject: subject, claims)
    }
}

/// Who somebody is at a site.
public struct OpenIDClaims: Hashable, Sendable {
    /// What the site knows them by, for good.
    public let subject: String
    /// An address that the site has seen to be theirs; nil for none.
    public let mail: String?
    /// How they are called there; empty where it does not say.
    public let name: String
    /// The address of a picture; nil for none.
    public let picture: String?

    init(subject: String, _ claims: JSONValue) {
        self.subject = subject
        // Some sites write the flag as a text.
        let isVerified = claims["email_verified"] == .flag(true) || claims["email_verified"] == .text("true")
        mail = isVerified ? claims["email"]?.text : nil
        let parts = [claims["given_name"], claims["family_name"]].compactMap { $0?.text }
        name =
            [claims["name"]?.text, parts.joined(separator: " "), claims["preferred_username"]?.text]
            .compactMap(\.self).first { !$0.isEmpty } ?? ""
        picture = claims["picture"]?.text
    }

    /// These, with what those of another answer of the site say more.
    func adding(_ other: OpenIDClaims) -> OpenIDClaims {
        OpenIDClaims(
            subject: subject, mail: mail ?? other.mail, name: name.isEmpty ? other.name : name,
            picture: picture ?? other.picture
        )
    }

    private init(subject: String, mail: String?, name: String, picture: String?) {
        (self.subject, self.mail, self.name, self.picture) = (subject, mail, name, picture)
    }
}
