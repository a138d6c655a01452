import ArgumentParser
import JSON
import Notifications
import Tracking

/// `tagalong notify list`.
struct NotifyList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the channels, what they receive, and their state.",
        discussion: """
            Reads the file and all secrets that it refers to, so that it also checks whether the service would \
            start with it. No secret is shown. Service credentials ($CREDENTIALS_DIRECTORY/…) are only named, \
            not read.

            Examples:
              tagalong notify list
              tagalong notify list --json | jq '.[] | select(.waiting > 0)'
            """
    )

    @OptionGroup var output: OutputOptions
    @OptionGroup var options: NotifyOptions

    func run() async throws {
        let settings = try options.global.settings()
        guard let choice = try options.choice(settings) else {
            return try Listing.print([ChannelLine](), asJSON: output.json, whenEmpty: "No \(NotifyOptions.nothing).")
        }
        var outbox: NotificationOutbox?
        if let shared = try NotificationChoice.shared(settings) {
            outbox = try NotificationOutbox(reading: shared)
        } else if try Directories.isThere(choice.database) {
            outbox = try NotificationOutbox(reading: choice.database)
        }
        let lines = try ChannelLine.all(of: choice.configuration, outbox)
        try Listing.print(lines, asJSON: output.json, whenEmpty: "\(choice.file) has no channels.")
    }
}

/// A channel as it is listed.
struct ChannelLine: ListRow {
    let channel: ChannelConfiguration
    let count: ChannelCount
    let health: ChannelHealth

    /// All of a configuration, as an outbox tells that they stand.
    static func all(
        of configuration: NotificationConfiguration, _ outbox: NotificationOutbox?
    ) throws -> [ChannelLine] {
        let (counts, health) = (try outbox?.counts() ?? [:], try outbox?.health() ?? [:])
        return configuration.channels.map { channel in
            ChannelLine(
                channel: channel,
                count: counts[channel.name] ?? ChannelCount(),
                health: health[channel.name] ?? ChannelHealth()
            )
        }
    }

    static let columns = ["CHANNEL", "KIND", "TO", "LEVELS", "ABOUT", "WAITING", "SENT", "FAILED"]

    var cells: [String] {
        [
            channel.name.text, channel.kind.word, destination, levels.joined(separator: ", "), about,
            "\(count.waiting)", "\(count.sent)", "\(count.failed)",
        ]
    }

    private var destination: String {
        channel.destination + (channel.withheld == nil ? "" : "; its secret is a credential of the service")
    }

    var levels: [String] { channel.audience.levels.sorted().map(\.rawValue) }

    private var about: String {
        let parts = [("items", channel.audience.items), ("owners", channel.audience.owners)]
        let words = parts.compactMap { name, names in
            names.map { "\(name) \($0.sorted().map(\.text).joined(separator: ", "))" }
        }
        let all = words.isEmpty ? "everything" : words.joined(separator: " of ")
        return channel.audience.reminders ? "\(all), and reminders" : all
    }

    var json: JSONValue {
        func list(_ names: Set<Name>?) -> JSONValue? { names.map { .list($0.sorted().map { .text($0.text) }) } }
        return .object([
            "channel": .text(channel.name.text),
            "kind": .text(channel.kind.word),
            "to": .text(channel.destination),
            "levels": .list(levels.map { .text($0) }),
            "owners": list(channel.audience.owners),
            "items": list(channel.audience.items),
            "reminders": .flag(channel.audience.reminders),
            "brief": .flag(channel.isBrief),
            "withheld": channel.withheld.map { .text("\($0)") },
            "waiting": .integer(count.waiting),
            "sent": .integer(count.sent),
            "superseded": .integer(count.superseded),
            "failed": .integer(count.failed),
            "last_sent": health.lastSent.map { .time($0) },
            "failing_since": health.failure.map { .time($0.since) },
            "why": health.failure?.reason.map { .text($0) },
            "next_try": health.failure?.nextTry.map { .time($0) },
        ])
    }
}
