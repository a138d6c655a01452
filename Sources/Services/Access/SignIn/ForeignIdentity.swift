public import Tracking

/// Who somebody is at another site, as that site has said by OpenID Connect.
public struct ForeignIdentity: Hashable, Sendable {
    /// The site, by its address, which together with the subject names somebody for good.
    public var issuer: String
    /// What the site knows them by: up to 255 characters.
    public var subject: String
    /// An address that the site has seen to be theirs; nil for none.
    public var mail: MailAddress?
    /// How they are called there; empty where it does not say.
    public var name: String

    public init(issuer: String, subject: String, mail: MailAddress? = nil, name: String = "") {
        (self.issuer, self.subject, self.mail, self.name) = (issuer, subject, mail, name)
    }
}

/// An identity as it is listed.
public struct LinkedIdentity: Hashable, Sendable {
    public let issuer: String
    public let subject: String
    public let created: Timestamp
    public let used: Timestamp?
}

/// What has come of logging in with an identity.
public enum IdentityOutcome: Hashable, Sendable {
    case opened(OpenedSession)
    /// The first time: an account was made for it.
    case registered(OpenedSession)
    /// An account has the same mail address; its owner has to say first that the identity is theirs.
    case unconfirmed(Name)
}
