/// Makes the channels that a configuration names.
public struct ChannelMaker: Sendable {
    let outbox: NotificationOutbox
    let environment: [String: String]
    let pages: @Sendable () -> String?

    /// Channels of all kinds; `pages` tells where the console's pages are, when that is known.
    public init(outbox: NotificationOutbox, environment: [String: String], pages: @escaping @Sendable () -> String?) {
        (self.outbox, self.environment, self.pages) = (outbox, environment, pages)
    }
}
