import Foundation
import Logging
import Settings

/// The settings of one call: flags are stronger than the environment, that than what the service manager hands over, and
/// that than the configuration file.
struct CommandSettings {
    private let environment: [String: String]
    private let file: SettingsSection<SettingKey>?
    /// Where the store and the files of a broker of our own are.
    let dataDirectory: String
    /// Where the configuration file is, or would be.
    let configurationDirectory: String
    /// That directory, and where the configuration file really lies when it is a link.
    let configurationDirectories: [String]
    let logLevel: Logger.Level
    /// The flags that another call needs to find the same data, with a blank in front.
    let repeatedFlags: String

    init(_ options: GlobalOptions, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        self.environment = environment
        let given = Self.given(options.config, environment)
        let customary = Directories.configuration(environment)
        let named = given ?? "\(customary)/config.yaml"
        configurationDirectory = (named as NSString).deletingLastPathComponent
        configurationDirectories = [configurationDirectory] + [Self.directory(ofLinked: named)].compactMap(\.self)
        file = try Self.file(given, customary: named)
        let lookup = Lookup(environment: environment, file: file)
        let directory = try lookup.value(.dataDirectory, flag: options.dataDirectory)
        dataDirectory = directory?.path ?? Directories.data(environment)
        logLevel =
            try lookup.value(.logLevel, flag: options.logLevel)?
            .read(expecting: "one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))") {
                Logger.Level(rawValue: $0.lowercased())
            } ?? .info
        let flags = [("--data-dir", options.dataDirectory), ("--config", options.config)]
        repeatedFlags = flags.compactMap { name, value in value.map { " \(name) \($0.quotedForShell)" } }.joined()
    }

    /// A setting, from the strongest place that has it; nil when it is nowhere.
    ///
    /// - Throws: ``SettingsError`` when the file holds something else than a text there.
    func value(_ key: SettingKey, flag: String?) throws -> Given? {
        try Lookup(environment: environment, file: file).value(key, flag: flag)
    }

    /// Where a file of settings of its own is looked for that nobody has named, the first place first.
    func usualPlaces(of name: String) -> [String] {
        (configurationDirectories + [dataDirectory]).map { $0.isEmpty ? name : "\($0)/\(name)" }
    }

    /// A file of settings of its own: the one that somebody has named, else the first that is where it usually is; nil where
    /// there is none, or `off` is given.
    ///
    /// - Throws: ``SettingsError``.
    func file(_ key: SettingKey, flag: String?, usually name: String) throws -> String? {
        if let given = try value(key, flag: flag) { return given.text == "off" ? nil : given.path }
        return try usualPlaces(of: name).first { try FileBytes.exists($0) }
    }

    /// A setting that is a list: from flags, from a variable with commas between, or whatever parts its entries, or a
    /// list in the file.
    ///
    /// - Throws: ``SettingsError`` when the file holds something else than texts there.
    func values(_ key: SettingKey, flags: [String], named name: String, separator: Character = ",") throws -> [Given] {
        if !flags.isEmpty { return flags.map { Given(text: $0, origin: .flag(name)) } }
        if let text = environment[key.variable], !text.isEmpty {
            return text.split(separator: separator).map { Given(text: String($0), origin: .variable(key.variable)) }
        }
        if let given = try Credentials(environment).value(key) {
            return given.text.split(separator: separator).map { Given(text: String($0), origin: given.origin) }
        }
        guard let value = file?[key] else { return [] }
        let entries = value.text == nil ? try value.list() : [value]
        return try entries.map { Given(text: try $0.string(), origin: .file("\($0.place)")) }
    }

    private static func given(_ flag: String?, _ environment: [String: String]) -> String? {
        flag ?? environment["TAGALONG_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Where a file lies that a path leads to by a link; nil when it lies where the path says.
    private static func directory(ofLinked path: String) -> String? {
        let url = URL(fileURLWithPath: path)
        let real = url.resolvingSymlinksInPath().deletingLastPathComponent().path
        return real == url.deletingLastPathComponent().resolvingSymlinksInPath().path ? nil : real
    }

    private static func file(_ given: String?, customary: String) throws -> SettingsSection<SettingKey>? {
        guard let path = try given ?? (FileBytes.exists(customary) ? customary : nil) else { return nil }
        let file = try SettingsFile(path: path)
        return file.hasOnlyComments ? nil : try file.root(SettingKey.self)
    }
}

private struct Lookup {
    let environment: [String: String]
    let file: SettingsSection<SettingKey>?

    func value(_ key: SettingKey, flag: String?) throws -> Given? {
        if let flag { return Given(text: flag, origin: .flag("--\(key.rawValue)")) }
        if let text = environment[key.variable], !text.isEmpty {
            return Given(text: text, origin: .variable(key.variable))
        }
        if let given = try Credentials(environment).value(key) { return given }
        return try file?[key].map { Given(text: try $0.string(), origin: .file("\($0.place)")) }
    }
}

extension SettingsFile {
    /// A file in which every setting is commented out sets nothing.
    fileprivate var hasOnlyComments: Bool {
        text.split(whereSeparator: \.isNewline).allSatisfy { line in
            line.first { !$0.isWhitespace }.map { $0 == "#" } ?? true
        }
    }
}

extension String {
    /// The text as one word of a shell command.
    var quotedForShell: String {
        let plain = utf8.allSatisfy { Self.harmless.contains($0) }
        return plain && !isEmpty
            ? self : "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }

    private static let harmless = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+=:@%,".utf8)
}
