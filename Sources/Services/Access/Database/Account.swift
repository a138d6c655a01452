public import Tracking

/// Somebody who may log in.
public struct Account: Hashable, Sendable {
    public var name: Name
    /// May do everything.
    public var isAdministrator: Bool
    public var hasPasscode: Bool
    public var passkeys: Int
    /// What one who is no administrator may do.
    public var grants: [Grant]
    public var created: Timestamp
    /// The address of its mails; nil where none is known.
    public var mail: MailAddress?
    /// False for one that somebody has registered and whose address is not shown to be theirs yet: it may do nothing.
    public var isVerified = true
    /// Since when it is deactivated; nil for never, and for one that is active again.
    public var deactivated: Timestamp?

    /// The account that is there from the first passcode on.
    public static let first = "owner"
}
