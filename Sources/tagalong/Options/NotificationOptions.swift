import ArgumentParser

/// Who is told of alerts beside MQTT.
struct NotificationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "File with the notification channels, or off (default: notifications.yaml beside the "
                + "configuration file or in the data directory).",
            valueName: "file"
        ),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var notifications: String?

    /// Where it is written down who is told; nil when nobody is to be told, in browsers neither.
    ///
    /// - Throws: ``SettingsError`` for a file of settings that is wrong.
    func files(_ settings: CommandSettings) throws -> NotificationFiles? {
        try NotificationFiles(flag: notifications, settings)
    }
}
