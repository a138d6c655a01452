public import Tracking

/// Who may invite others by mail.
public enum InvitingPolicy: String, Hashable, Sendable, CaseIterable {
    case administrators
    /// Whoever has an account.
    case everybody
}

/// An invitation by mail that somebody has sent, and that nobody has used yet.
public struct PersonInvitation: Hashable, Sendable {
    public let id: String
    public let mail: MailAddress
    /// What whoever comes by it is granted as a contact of who invites.
    public let level: TrustLevel
    /// The group that they are invited to, by its id; nil for none.
    public let group: String?
    public let sent: Timestamp
    /// Until when the link in the mail can be used.
    public let expires: Timestamp
}

/// What a link says of an invitation before it is used.
public struct InvitationView: Hashable, Sendable {
    /// How who invites is called; nil for an administrator who lets somebody register.
    public let inviter: String?
    /// What the group is called that one is invited to as well; nil for none.
    public let group: String?
    /// The address that it was sent to; nil for a link that was handed over without one.
    public let mail: MailAddress?
}

/// How many invitations there may be.
public enum InvitationLimits {
    /// Invitations by mail of one account within a day, those too that it has withdrawn.
    public static let mailsADay = 20
}
