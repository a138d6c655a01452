public import MQTT

/// Whom a broker of our own lets in.
public enum BrokerAccess: Sendable {
    /// Everybody on this machine; for tests.
    case anonymous
    /// One user with a generated password.
    case password
    /// Whom the caller's rules let in: asked before each attempt to start, when no broker uses the directory.
    ///
    /// Gets the password of the directory's own user, and answers with lines of mosquitto's configuration.
    case rules(@Sendable (Secret) throws -> [String])
}
