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

    /// Whether nobody is to be told, in browsers neither.
    func isOff(_ settings: CommandSettings) throws -> Bool {
        try settings.value(.notifications, flag: notifications)?.text == "off"
    }

    /// What is set up, with its secrets; nil when there is no file.
    ///
    /// With `mayWithhold` a channel may lack a secret that only the service has.
    ///
    /// - Throws: ``SettingsError`` with the place in the file.
    func choice(_ settings: CommandSettings, mayWithhold: Bool = false) throws -> NotificationChoice? {
        try NotificationChoice.read(flag: notifications, settings, mayWithhold: mayWithhold)
    }
}
