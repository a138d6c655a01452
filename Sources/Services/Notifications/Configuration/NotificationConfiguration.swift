public import Settings

/// Who is told of alerts, and how.
public struct NotificationConfiguration: Hashable, Sendable {
    /// Where the console's pages are, without a slash at the end; nil for where this machine's console listens.
    public var pages: String?
    /// In the order of the file.
    public var channels: [ChannelConfiguration]

    /// No channels.
    public init() { (pages, channels) = (nil, []) }

    enum Key: String, SettingsKey {
        case pages = "page-url"
        case channels
    }

    /// Reads `notifications.yaml`, and the secrets that it names; the environment is for `~/` and
    /// `$CREDENTIALS_DIRECTORY/`.
    ///
    /// With `mayWithhold` a channel is read without a credential where there are no credentials, see
    /// ``ChannelConfiguration/withheld``; else that is an error.
    ///
    /// - Throws: ``SettingsError`` with file and line; no secret is in it.
    public init(_ file: SettingsFile, environment: [String: String], mayWithhold: Bool = false) throws(SettingsError) {
        let root = try file.root(Key.self)
        pages = try root[.pages].map { value throws(SettingsError) in try Self.address(value) }
        channels = []
        for (name, value) in try root.required(.channels).named() {
            let reader = ChannelReader(value: value, environment: environment, mayWithhold: mayWithhold)
            channels.append(try reader.channel(named: name))
        }
    }

    private static func address(_ value: SettingsValue) throws(SettingsError) -> String {
        var text = try value.string()
        guard WebAddress(text) != nil else { throw value.unexpected("a URL such as https://tagalong.example") }
        while text.last == "/" { text.removeLast() }
        return text
    }
}
