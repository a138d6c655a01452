import ArgumentParser

/// `tagalong notify`.
struct NotifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notify",
        abstract: "Test and monitor the notification channels.",
        discussion: """
            The history service sends alerts and reminders to the channels in notifications.yaml: the desktop, \
            a webhook, ntfy, e-mail. docs/notifications.md has a complete example.

            Examples:
              tagalong notify list
              tagalong notify test phone
              tagalong notify outbox
            """,
        subcommands: [NotifyList.self, NotifyTest.self, NotifyOutbox.self]
    )
}

/// What the subcommands of `tagalong notify` know.
struct NotifyOptions: ParsableArguments {
    @OptionGroup var notifications: NotificationOptions
    @OptionGroup var global: GlobalOptions

    /// The settings, and what is set up, with or without the secrets that only the service has.
    ///
    /// - Throws: ``SettingsError``, or ``CommandFailure`` when nothing is set up.
    func choice() throws -> (settings: CommandSettings, choice: NotificationChoice) {
        let settings = try global.settings()
        guard let choice = try choice(settings) else { throw CommandFailure(.failure, "no \(Self.nothing)") }
        return (settings, choice)
    }

    /// What is set up; nil for nothing.
    ///
    /// - Throws: ``SettingsError`` for a file that is wrong, or that was named and is not there.
    func choice(_ settings: CommandSettings) throws -> NotificationChoice? {
        try notifications.files(settings)?.choice(mayWithhold: true)
    }

    /// What to say behind a "no" when nothing is set up.
    static let nothing = "notifications are set up: there is no notifications.yaml (docs/notifications.md has one)"
}
