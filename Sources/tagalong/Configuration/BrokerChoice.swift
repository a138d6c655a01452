import Broker
import MQTT
import Settings

/// The broker of one call, and why it is this one.
struct BrokerChoice {
    let connection: MQTTConfiguration
    let reason: Reason

    enum Reason: Hashable {
        /// Somebody named it.
        case given(Given.Origin)
        /// The broker of our own that was started in the data directory.
        case ours(directory: String)
        /// Where a broker usually is.
        case customary
    }

    /// Where in the data directory the files of a broker of our own are.
    static func directory(in dataDirectory: String) -> String { "\(dataDirectory)/broker" }

    /// The word for the broker of our own in place of a URL.
    static let ours = "private"

    /// The broker that is named somewhere; nil when none is.
    ///
    /// - Throws: ``CommandFailure``, ``MQTTError`` or ``SettingsError`` for bad input.
    static func given(_ options: BrokerOptions, _ settings: CommandSettings) throws -> BrokerChoice? {
        let passwordFile = try settings.value(.passwordFile, flag: options.passwordFile)
        guard let broker = try settings.value(.broker, flag: options.broker) else {
            guard let passwordFile else { return nil }
            throw CommandFailure(
                .badInput,
                "\(passwordFile.origin): a password is of use only with a broker; add --broker"
            )
        }
        if broker.text == ours { return try ofOurOwn(settings) }
        var connection = try read(broker)
        if let passwordFile { connection.password = try password(passwordFile, for: connection) }
        try encrypt(&connection, options, settings)
        return BrokerChoice(connection: connection, reason: .given(broker.origin))
    }

    /// The broker that is named somewhere; else our own, if one was ever started; else the one on this machine.
    ///
    /// - Throws: as ``given(_:_:)``, and ``CommandFailure`` when this user may not know whether there is one of our own.
    static func choose(_ options: BrokerOptions, _ settings: CommandSettings) throws -> BrokerChoice {
        let choice = try find(options, settings)
        try choice.expectNoneClosed(settings)
        return choice
    }

    /// As ``choose(_:_:)``, but a broker of our own that is closed to this user counts as none.
    static func find(_ options: BrokerOptions, _ settings: CommandSettings) throws -> BrokerChoice {
        if let given = try given(options, settings) { return given }
        let directory = directory(in: settings.dataDirectory)
        if let connection = PrivateBroker.connection(in: directory) {
            return BrokerChoice(connection: connection, reason: .ours(directory: directory))
        }
        return BrokerChoice(connection: MQTTConfiguration(host: "127.0.0.1"), reason: .customary)
    }

    /// A broker of our own that is closed to this user is not to be passed over for another.
    func expectNoneClosed(_ settings: CommandSettings) throws(CommandFailure) {
        guard case .customary = reason else { return }
        _ = try Directories.isThere("\(Self.directory(in: settings.dataDirectory))/url")
    }

    /// That it cannot be reached, with what was tried, in one sentence.
    func unreachable(because trouble: String) -> CommandFailure {
        let hint =
            switch reason {
            case .given(let origin): "the broker is \(connection), from \(origin)"
            case .ours(let directory): "tried the broker of \(directory), which runs as long as 'tagalong up' does"
            case .customary:
                "no broker is configured and none was ever started with 'tagalong up', so \(connection) was tried"
            }
        return CommandFailure(.unreachable, "\(trouble); \(hint)")
    }

    private static func read(_ given: Given) throws -> MQTTConfiguration {
        let connection: MQTTConfiguration
        do {
            connection = try MQTTConfiguration(url: given.text)
        } catch { throw CommandFailure(.badInput, "\(given.origin): \(error)") }
        if case .flag(let name) = given.origin, connection.password != nil {
            let advice = "--password-file, TAGALONG_BROKER or the configuration file keep it to yourself"
            try Output.error.write(
                "tagalong: \(name): others on this machine can read a password on the command line; \(advice)\n"
            )
        }
        return connection
    }

    private static func ofOurOwn(_ settings: CommandSettings) throws -> BrokerChoice {
        let directory = directory(in: settings.dataDirectory)
        guard let connection = PrivateBroker.connection(in: directory) else {
            throw CommandFailure(.unreachable, "there is no private broker in \(directory); 'tagalong up' starts one")
        }
        return BrokerChoice(connection: connection, reason: .ours(directory: directory))
    }

    /// The files of an encrypted connection, which only mqtts has.
    private static func encrypt(
        _ connection: inout MQTTConfiguration, _ options: BrokerOptions, _ settings: CommandSettings
    ) throws {
        let authorities = try settings.value(.authorities, flag: options.authorities)
        let certificate = try settings.value(.certificate, flag: options.certificate)
        let key = try settings.value(.key, flag: options.key)
        guard let first = authorities ?? certificate ?? key else { return }
        guard connection.tls != nil else {
            throw CommandFailure(.badInput, "\(first.origin): of use only with mqtts://")
        }
        connection.tls?.authorities = authorities?.path
        connection.tls?.certificate = certificate?.path
        connection.tls?.key = key?.path
    }

    private static func password(_ file: Given, for connection: MQTTConfiguration) throws -> Secret {
        guard connection.username != nil else {
            throw CommandFailure(.badInput, "\(file.origin): a password needs a user; write mqtt://USER@HOST")
        }
        let text = try SettingsFile(path: file.path).text
        let line = String(text.prefix { !$0.isNewline })
        guard !line.isEmpty else {
            throw CommandFailure(.badInput, "\(file.path):1: the line is empty, a password is expected")
        }
        return Secret(line)
    }
}
