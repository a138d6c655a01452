import Alerts
import ArgumentParser
import CivilTime
import Foundation
import History
import Messages
import Tracking

/// How the history service judges.
struct HistoryOptions: ParsableArguments {
    @OptionGroup var phones: PhoneOptions
    @OptionGroup var households: HouseholdOptions

    @Option(help: ArgumentHelp("Distance in metres beyond which an item counts as lost (default: 5).", valueName: "m"))
    var warning: String?

    @Option(help: ArgumentHelp("Distance in metres beyond which its owner is notified (default: 10).", valueName: "m"))
    var critical: String?

    @Option(
        name: .customLong("client-id"),
        help: ArgumentHelp(
            "MQTT client id of the service (default: tagalong-history; random on the private broker).",
            valueName: "name"
        )
    )
    var clientID: String?

    @Option(
        name: .customLong("console-url"),
        help: ArgumentHelp("Base URL of the pages that alerts link to (default: no links).", valueName: "url")
    )
    var consoleURL: String?

    @Option(
        name: .customLong("home-assistant"),
        help: ArgumentHelp("Discovery prefix of Home Assistant, or off (default: homeassistant).", valueName: "topic")
    )
    var homeAssistant: String?

    @OptionGroup var accounts: AccountsOptions
    @OptionGroup var ingest: IngestOptions
    @OptionGroup var gpsd: GpsdOptions
    @OptionGroup var retention: RetentionOptions
    @OptionGroup(title: "Old months") var archive: ArchiveOptions
    @OptionGroup(title: "Old months") var keepHot: KeepHotOptions

    @OptionGroup(title: "Network") var network: NetworkOptions
    @OptionGroup var notifications: NotificationOptions
    @OptionGroup var clouds: CloudOptions
    @OptionGroup var facts: FactOptions
    @OptionGroup var signIn: SignInOptions
    @OptionGroup var passphrases: PassphraseOptions
    @OptionGroup(title: "Pages") var pages: PageOptions
    @OptionGroup var topics: TopicOptions

    /// How people sign in to the console.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func signIn(_ settings: CommandSettings, _ channels: NotificationChoice?) throws -> SignInChoice {
        try SignInChoice(
            flag: signIn.signIn, settings, channels: channels,
            consoleURL: try Self.consoleAddress(settings, flag: consoleURL)
        )
    }

    /// Whether somebody has named the service's session on the broker.
    func isNamed(_ settings: CommandSettings) throws -> Bool { try settings.value(.clientID, flag: clientID) != nil }

    /// What the history service is told.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func configuration(_ settings: CommandSettings) throws -> HistoryConfiguration {
        let standard = HistoryConfiguration()
        let discovery = try discovery(settings)
        var configuration = HistoryConfiguration(
            topics: try topics.topics(settings, discovery: discovery),
            phones: try phones.choice(settings),
            households: try households.choice(settings),
            thresholds: try thresholds(settings),
            consoleURL: try Self.consoleAddress(settings, flag: consoleURL),
            localTime: LocalTime { time in
                TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: time.seconds))
            },
            clientID: try settings.value(.clientID, flag: clientID)?
                .read(expecting: "a name", { $0.isEmpty ? nil : $0 }) ?? standard.clientID,
            reorderWithin: try ingest.reorderWithin(settings) ?? standard.reorderWithin,
            earliest: LocationBounds.earliest,
            topSpeed: try ingest.topSpeed(settings, standard: standard.topSpeed),
            asksSilent: try ingest.asksSilent(settings) ?? standard.asksSilent,
            homeAssistant: discovery != nil,
            version: Tagalong.configuration.version,
            retention: try retention.retention(settings)
        )
        configuration.zone = try ZoneDatabase.local(environment: ProcessInfo.processInfo.environment)
        configuration.zones = { try? ZoneDatabase().zone(named: $0) }
        configuration.passphrases = try passphrases.keys(settings)
        return configuration
    }

    /// Refuses what a worker beside others has not: clouds, facts from elsewhere, receivers of its own.
    func refuseWhatWorkersLack(_ settings: CommandSettings) throws {
        let clouds = try settings.value(.clouds, flag: clouds.clouds)
        let facts = try settings.value(.facts, flag: facts.facts)
        let given = try [
            facts?.text == "off" ? nil : facts,
            clouds?.text == "off" ? nil : clouds,
            settings.values(.gpsd, flags: gpsd.gpsd, named: "--gpsd").first,
        ]
        if let given = given.compactMap({ $0 }).first {
            throw CommandFailure(.badInput, "\(given.origin): a worker has none yet; leave it out with --partitions")
        }
    }

    /// Where Home Assistant looks for devices; nil when it is not to find any.
    private func discovery(_ settings: CommandSettings) throws -> String? {
        guard let given = try settings.value(.homeAssistant, flag: homeAssistant) else { return Topics().discovery }
        if given.text == "off" { return nil }
        return try given.read(expecting: "\(TopicOptions.expectation), or off", TopicOptions.base)
    }

    private func thresholds(_ settings: CommandSettings) throws -> Thresholds {
        let warning = try settings.value(.warning, flag: warning)
        let critical = try settings.value(.critical, flag: critical)
        let standard = Thresholds.standard
        do {
            return try Thresholds(
                warning: try warning?.read(expecting: "a number of metres", Self.metres) ?? standard.warning,
                critical: try critical?.read(expecting: "a number of metres", Self.metres) ?? standard.critical
            )
        } catch let error as Thresholds.Invalid {
            let origins = [warning, critical].compactMap { $0?.origin.description }.joined(separator: ", ")
            let other = warning == nil ? "; give --warning too" : critical == nil ? "; give --critical too" : ""
            throw CommandFailure(.badInput, "\(origins): \(error) (5 and 10 unless given)\(other)")
        }
    }

    private static func metres(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 }) else { return nil }
        return Double(text)
    }

    /// Where the console's pages are for others, without a slash at the end; nil where nobody has said.
    ///
    /// - Throws: ``SettingsError`` for what is no address of pages.
    static func consoleAddress(_ settings: CommandSettings, flag: String?) throws -> String? {
        try settings.value(.consoleURL, flag: flag)?
            .read(expecting: "a URL such as https://tagalong.example", pageAddress)
    }

    /// Paths are added to it, so it has no query; and it is told to others, so it has no password.
    static func pageAddress(_ text: String) -> String? {
        guard let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme),
            parts.host?.isEmpty == false, parts.user == nil, parts.query == nil, parts.fragment == nil
        else { return nil }
        var address = text
        while address.last == "/" { address.removeLast() }
        return address
    }
}
