public import Tracking

/// A link that shows who somebody is: whoever has it has read a mail, or was given it by who keeps the accounts.
///
/// Its secret has 256 random bits, of which only the hash is kept. It is used once, and only until it expires.
public struct MailLink: Hashable, Sendable {
    /// What it is for.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Shows that a mail address is the account's.
        case verify
        /// Replaces a forgotten passcode.
        case recover
        /// Lets somebody register.
        case invite
        /// Brings back a deactivated account.
        case reactivate

        /// How long it can be used.
        public var lifetime: Duration {
            switch self {
            case .verify: .seconds(24 * 3600)
            case .recover: .seconds(30 * 60)
            case .invite: .seconds(7 * 24 * 3600)
            case .reactivate: .seconds(30 * 24 * 3600)
            }
        }
    }

    public let kind: Kind
    /// Whose it is; of an invitation, who invites.
    public let account: Name
    /// The address that it shows to be the account's, or that is invited; nil for a link that was handed over without.
    public let mail: MailAddress?
    public let expires: Timestamp
}

/// Why a link opens nothing; each says what to do then.
public enum MailLinkTrouble: String, Error, Hashable, Sendable, CustomStringConvertible {
    /// There never was such a link, or it is of long ago.
    case unknown
    case used
    case expired

    public var description: String {
        switch self {
        case .unknown: "this link is not one of ours, or part of it is missing; ask for a new one"
        case .used: "this link has been used already; ask for a new one"
        case .expired: "the time of this link is over; ask for a new one"
        }
    }
}
