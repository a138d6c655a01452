/// Makes the channels that a configuration names.
public struct ChannelMaker: Sendable {
    private let outbox: NotificationOutbox
    private let environment: [String: String]
    private let pages: @Sendable () -> String?

    /// - Parameters:
    ///   - outbox: Remembers what desktops show.
    ///   - environment: The variables of the process.
    ///   - pages: Where the console's pages are, when that is known.
    public init(
        outbox: NotificationOutbox,
        environment: [String: String],
        pages: @escaping @Sendable () -> String?
    ) {
        (self.outbox, self.environment, self.pages) = (outbox, environment, pages)
    }

    public func channel(for configuration: ChannelConfiguration) -> any NotificationChannel {
        switch configuration.kind {
        case .desktop(let bus):
            DesktopChannel(
                name: configuration.name,
                address: bus ?? PageOpener.sessionBus(environment),
                outbox: outbox,
                pages: pages,
                open: PageOpener.open
            )
        case .webhook(let target): WebhookChannel(target, pages: pages)
        case .ntfy(let target): NtfyChannel(target, pages: pages)
        case .mail(let mail): MailChannel(mail, pages: pages)
        }
    }
}
