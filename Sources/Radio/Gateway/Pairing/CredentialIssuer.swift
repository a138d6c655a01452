public import Tracking

/// A tracker's own credential for the broker.
public struct TrackerCredential: Hashable, Sendable {
    public let tracker: DeviceID
    /// Where the tracker's modem finds the broker, as a URL without user and password.
    public let broker: String
    public let user: String
    public let password: String

    public init(tracker: DeviceID, broker: String, user: String, password: String) {
        (self.tracker, self.broker, self.user, self.password) = (tracker, broker, user, password)
    }
}

extension TrackerCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without the password.
    public var description: String { "\(user) of \(tracker) at \(broker)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The broker's owner, who gives trackers their credentials and takes them back: docs/broker.md.
public protocol CredentialIssuer: Sendable {
    /// Gives a tracker a credential beside those that it may have; nil where trackers get none.
    func issue(for tracker: DeviceID) async throws -> TrackerCredential?

    /// The tracker has this credential: its others end.
    func confirm(_ credential: TrackerCredential) async throws

    /// The tracker did not get this credential: it ends.
    func withdraw(_ credential: TrackerCredential) async throws

    /// The tracker is to be let go: from now on it may only learn that it is to be off.
    func dismiss(_ tracker: DeviceID) async throws

    /// The tracker knows that it has no owner any more: it is let in no longer.
    func revoke(_ tracker: DeviceID) async throws
}
