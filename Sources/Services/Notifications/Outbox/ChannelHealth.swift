public import Tracking

/// How a channel gets through, as far as the outbox remembers.
public struct ChannelHealth: Hashable, Sendable {
    /// When the receiver took something last; nil when the outbox knows of nothing.
    public var lastSent: Timestamp?
    /// What has gone wrong since; nil while nothing has.
    public var failure: Failure?

    /// Why something has not gone out.
    public struct Failure: Hashable, Sendable {
        /// Since when something could have been told and was not.
        public var since: Timestamp
        /// What was said of it at the last try, without secrets; nil when only something newer waits, which was not tried.
        public var reason: String?
        /// When something is tried again; nil when all was given up.
        public var nextTry: Timestamp?
    }

    /// A channel that nothing is known of.
    public init() {}
}
