public import Tracking

/// A way in that somebody has opened with a passcode or a passkey.
public struct Session: Hashable, Sendable {
    /// Names the session where it is listed; no secret.
    public let id: String
    public let principal: Principal
    /// What a page sends with every change, so that another site's form cannot make one.
    public let csrf: String
    /// When somebody logged in.
    public let opened: Timestamp
    public let expires: Timestamp

    /// How many sessions an account has at most; of more, those that were used longest ago end.
    public static let most = 100
    /// How long a session lasts.
    public static let duration = Duration.seconds(30 * 24 * 3600)
    /// For how long it shows by itself that who uses it is the account's owner, where there is no passcode that could.
    public static let fresh = Duration.seconds(600)

    /// Whether somebody has logged in lately; a clock that was set back does not make it so for longer.
    public func isFresh(at now: Timestamp) -> Bool {
        abs(now.milliseconds - opened.milliseconds) < Self.fresh.milliseconds
    }
}

/// A session that has just been opened.
public struct OpenedSession: Hashable, Sendable {
    /// For the cookie.
    public let secret: AccessSecret
    public let session: Session
}
