public import Tracking

/// The languages that mails are written in, by their tags (BCP 47).
public enum LetterLanguage: String, Hashable, Sendable, CaseIterable {
    case english = "en"
    case german = "de"
}

/// A mail about an account that is to be sent, with the secret of its link.
public struct AccountLetter: Hashable, Sendable {
    /// What it is about.
    public enum Occasion: Hashable, Sendable {
        /// The address is to be shown to be the account's.
        case verify(AccessSecret)
        /// Somebody has registered with an address that an account has already.
        case alreadyRegistered
        /// A forgotten passcode is to be replaced.
        case recover(AccessSecret)
        /// A deactivated account is to be brought back.
        case reactivate(AccessSecret)
        /// The address is the account's no more, since that time; there is nothing to do by a link.
        case mailChanged(Timestamp)
        /// Somebody is invited to register.
        case invite(AccessSecret)
        /// The same by somebody who is called so in their profile; whoever has an account is invited to be a contact.
        case invitedBy(String, AccessSecret)
    }

    public let occasion: Occasion
    public let to: MailAddress
    /// The account that it is about; nil where the address is not known to be its owner's: what somebody has typed is
    /// written to nobody else.
    public let account: Name?
    public let language: LetterLanguage
    /// Until when the link can be used; nil for a mail without one.
    public let expires: Timestamp?

    public init(
        _ occasion: Occasion,
        to: MailAddress,
        account: Name? = nil,
        language: LetterLanguage,
        expires: Timestamp? = nil
    ) {
        (self.occasion, self.to, self.account) = (occasion, to, account)
        (self.language, self.expires) = (language, expires)
    }
}
