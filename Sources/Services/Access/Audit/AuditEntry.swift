public import Tracking

/// Something that happened about access.
public struct AuditEntry: Hashable, Sendable {
    public var time: Timestamp
    /// Whose account; nil for a try at a name that no account has.
    public var account: String?
    /// The address that it came from; nil for the command line.
    public var source: String?
    public var event: Event
    /// How often it happened: tries while locked are one entry.
    public var count: Int = 1
    /// When it happened last; nil for once.
    public var last: Timestamp?

    public enum Event: String, Sendable {
        case loggedIn = "logged-in"
        case refused
        case locked
        case loggedOut = "logged-out"
        case passcodeSet = "passcode-set"
        case passcodeRemoved = "passcode-removed"
        case accountAdded = "account-added"
        case accountRemoved = "account-removed"
        case grantsChanged = "grants-changed"
        case tokenMade = "token-made"
        case tokenRevoked = "token-revoked"
        case passkeyAdded = "passkey-added"
        case passkeyRemoved = "passkey-removed"
        case pushDeviceAdded = "push-device-added"
        case pushDeviceRemoved = "push-device-removed"
        case linkMade = "link-made"
        case linkRevoked = "link-revoked"
        case foundPageMade = "found-page-made"
        case foundPageChanged = "found-page-changed"
        case foundCodeRenewed = "found-code-renewed"
        case foundPageRemoved = "found-page-removed"
        case sessionsRevoked = "sessions-revoked"
        case profileChanged = "profile-changed"
        /// Somebody has invited others by mail; whom is not told.
        case personInvited = "person-invited"
        /// Somebody who has an account has come by an invitation.
        case invitationUsed = "invitation-used"
        case connectionAsked = "connection-asked"
        case connectionLevelChanged = "connection-level-changed"
        case accountExported = "account-exported"
        /// Somebody has registered, and not yet shown that the mail address is theirs.
        case registered
        /// Somebody has registered with the mail address that the account has.
        case registeredAgain = "registered-again"
        case mailVerified = "mail-verified"
        case recoveryAsked = "recovery-asked"
        case recovered
        case accountDeactivated = "account-deactivated"
        case accountActivated = "account-activated"
        /// A link for verification, recovery or an invitation was handed over by who keeps the accounts.
        case mailLinkMade = "mail-link-made"
        /// An identity of another site is that of the account now.
        case identityLinked = "identity-linked"
        case identityRemoved = "identity-removed"
        case backupMade = "backup-made"
        case brokerClientAdded = "broker-client-added"
        case brokerPasswordChanged = "broker-password-changed"
        case brokerClientRevoked = "broker-client-revoked"
        /// Of nobody: the name is gone with everything else.
        case accountErased = "account-erased"
        /// Of whoever accepted; the other is not named, as in all that is about people.
        case connected
        case connectionEnded = "connection-ended"
        case groupMade = "group-made"
        case groupDeleted = "group-deleted"
        case groupJoined = "group-joined"
        case groupLeft = "group-left"
        /// Of the admin who removed somebody.
        case groupMemberRemoved = "group-member-removed"
        /// Of whoever shares.
        case itemShared = "item-shared"
        case itemUnshared = "item-unshared"
        /// Of whoever has dismissed or put off another's reminder; whose it was is not told.
        case reminderAnswered = "reminder-answered"
        /// Of whoever has made or changed one of another's, or switched it on or off.
        case reminderChanged = "reminder-changed"
        case reminderDeleted = "reminder-deleted"
        /// Of the administrator who has connected another's calendar, in place of any earlier one.
        case calendarConnected = "calendar-connected"
        case calendarForgotten = "calendar-forgotten"
    }
}
