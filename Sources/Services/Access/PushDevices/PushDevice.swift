public import Tracking

/// A browser that an account is told in by Web Push, also with no page open.
public struct PushDevice: Hashable, Sendable {
    /// Names it where it is listed; no secret.
    public let id: String
    /// Nil for one that was added while nobody had to log in.
    public let account: Name?
    /// What it is called, such as "Firefox on Android".
    public let name: String
    /// Where its messages go: whoever knows this can end the subscription.
    public let endpoint: String
    /// Its public key, 65 bytes, and the secret beside it, 16.
    public let key, secret: [UInt8]
    public let created: Timestamp
    /// When its push service took a message last.
    public let sent: Timestamp?
    /// The hours in which what comes makes no sound there, by the clock of the service's machine.
    public let quiet: QuietHours?
}
