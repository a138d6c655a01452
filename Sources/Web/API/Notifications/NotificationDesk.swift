public import JSON
public import Tracking

/// The channels that alerts are sent on beside MQTT and browsers, as the routes know them.
public struct NotificationDesk: Sendable {
    /// The channels and how they stand, each as `notify list --json` prints it.
    let channels: @Sendable () throws -> [JSONValue]
    /// The file that they are written in.
    let file: @Sendable () -> File
    /// Sends a test over a channel, once; nil where there is no such channel.
    let test: @Sendable (Name) async -> Test?

    /// Channels by what lists them, looks at their file, and sends a test.
    public init(
        channels: @escaping @Sendable () throws -> [JSONValue],
        file: @escaping @Sendable () -> File,
        test: @escaping @Sendable (Name) async -> Test?
    ) {
        (self.channels, self.file, self.test) = (channels, file, test)
    }

    /// The file of the channels, as it is now.
    public struct File: Hashable, Sendable {
        let path: String
        let state: State
        let problem: String?

        /// A file, and what is wrong in it where something is.
        public init(path: String, state: State, problem: String? = nil) {
            (self.path, self.state, self.problem) = (path, state, problem)
        }

        /// How it stands beside what the service has read at its start.
        public enum State: String, Sendable {
            /// The same.
            case used
            /// Something else, which the service would read at its next start.
            case changed
            /// The service would not start with it.
            case wrong
            case missing
        }
    }

    /// What became of a test.
    public struct Test: Hashable, Sendable {
        let outcome: Outcome
        let reason: String?

        /// An outcome, and why where it is not what is hoped for.
        public init(_ outcome: Outcome, reason: String? = nil) { (self.outcome, self.reason) = (outcome, reason) }

        /// Whether the receiver has it.
        public enum Outcome: String, Sendable {
            case delivered
            case refused
            /// An alert would be tried again.
            case unreachable
        }
    }
}
