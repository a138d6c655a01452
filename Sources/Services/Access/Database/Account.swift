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

    /// The account that is there from the first passcode on.
    public static let first = "owner"
}
