/// Makes the channels that a configuration names.
public struct ChannelMaker: Sendable {
    let outbox: NotificationOutbox
    let environment: [String: String]
    let answer: ReminderAnswer?
    let pages: @Sendable () -> String?

    /// Channels of all kinds; `pages` tells where the console's pages are, when that is known, and `answer` carries out what
    /// somebody says to a reminder on a channel that has buttons of its own: without it there are none.
    public init(
        outbox: NotificationOutbox,
        environment: [String: String],
        answer: ReminderAnswer? = nil,
        pages: @escaping @Sendable () -> String?
    ) {
        (self.outbox, self.environment, self.answer, self.pages) = (outbox, environment, answer, pages)
    }
}
