internal import Settings
internal import Tracking

/// Reads one channel of `notifications.yaml`.
struct ChannelReader {
    let value: SettingsValue
    let environment: [String: String]
    /// Whether a channel with a credential is read without it where there are none.
    var mayWithhold = false

    private static let common: Set<Key> = [
        .kind, .owners, .items, .levels, .reminders, .isBrief, .giveUpAfter, .repeatEvery,
    ]

    func channel(named text: String) throws(SettingsError) -> ChannelConfiguration {
        let name: Name
        do { name = try Name(text) } catch { throw SettingsError(value.place, "the channel: \(error)") }
        let section = try value.section(Key.self)
        let word = try section.required(.kind).word(KindWord.self)
        try section.allow(Self.common.union(Self.keys(of: word)), with: "kind \(word.rawValue)")
        let isProgram = word.isProgram
        var channel = ChannelConfiguration(name: name, kind: try kind(word, section))
        channel.audience = try audience(section, standard: isProgram ? [.warning, .critical] : [.critical])
        channel.isBrief = try section[.isBrief]?.flag() ?? !isProgram
        channel.giveUpAfter =
            try section[.giveUpAfter]?.duration(in: .seconds(60) ... .seconds(7 * 86_400))
            ?? word.patience
        channel.repeatEvery = try section[.repeatEvery]?.duration(in: .seconds(60) ... .seconds(86_400))
        channel.withheld = try withheld(section)
        return channel
    }

    private func audience(
        _ section: SettingsSection<Key>, standard: Set<AlertLevel>
    ) throws(SettingsError) -> Audience {
        var audience = Audience(levels: standard)
        audience.owners = try names(section[.owners])
        audience.items = try names(section[.items])
        // A channel from before there were reminders is for alerts: those who read it were not let in for calendars.
        audience.reminders = try section[.reminders]?.flag() ?? false
        if audience.reminders, audience.owners == nil, let value = section[.reminders] {
            let reason = "'reminders: yes' goes with 'owners', whose reminders the channel is for"
            throw SettingsError(value.place, reason)
        }
        guard let levels = section[.levels] else { return audience }
        audience.levels = []
        for entry in try levels.list() {
            audience.levels.insert(try entry.word(LevelWord.self).level)
        }
        guard !audience.levels.isEmpty else { throw levels.unexpected("a list of levels, warning or critical,") }
        return audience
    }

    private enum LevelWord: String, CaseIterable {
        case warning, critical

        var level: AlertLevel { self == .warning ? .warning : .critical }
    }

    private func names(_ value: SettingsValue?) throws(SettingsError) -> Set<Name>? {
        guard let value else { return nil }
        var names: Set<Name> = []
        for entry in try value.list() { names.insert(try entry.name()) }
        return names
    }

    func secret(_ key: Key, _ section: SettingsSection<Key>) throws(SettingsError) -> SecretText? {
        guard let value = section[key] else { return nil }
        let path = try value.string()
        if isWithheld(path) { return SecretText("") }
        return try SecretFile.read(path, at: value.place, environment: environment)
    }

    /// Whether a file cannot be had here, and that is to be told later.
    func isWithheld(_ path: String) -> Bool {
        mayWithhold && SecretFile.isCredential(path) && SecretFile.credentials(environment) == nil
    }

    /// The first file of the channel that cannot be had here.
    private func withheld(_ section: SettingsSection<Key>) throws(SettingsError) -> SettingsError? {
        for key in Key.files {
            guard let value = section[key], isWithheld(try value.string()) else { continue }
            return SecretFile.noCredentials(value.place)
        }
        return nil
    }

    /// The address stands in the file, or in a file of its own when it is a secret.
    func address(_ section: SettingsSection<Key>) throws(SettingsError) -> WebAddress {
        let expected = "a URL that begins with https:// or http://, without user and password,"
        if let file = section[.urlFile] {
            if let url = section[.url] {
                throw SettingsError(url.place, "'url' and 'url-file' are both given; one of them is expected")
            }
            if isWithheld(try file.string()) { return .withheld }
            let secret = try SecretFile.read(try file.string(), at: file.place, environment: environment)
            guard let address = WebAddress(secret.value) else {
                throw SettingsError(file.place, "the file holds something else: \(expected) is expected")
            }
            return address
        }
        let value = try section.required(.url)
        guard let address = WebAddress(try value.string()) else { throw value.unexpected(expected) }
        return address
    }
}
