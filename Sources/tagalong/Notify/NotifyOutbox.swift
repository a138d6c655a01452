import ArgumentParser
import JSON
import Messages
import Notifications
import Tracking

/// `tagalong notify outbox`.
struct NotifyOutbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "List notifications that are queued or have failed, and why.",
        discussion: """
            Newest first. Sent notifications are kept for 30 days, and shown with --all.

            Examples:
              tagalong notify outbox
              tagalong notify outbox --all --channel mail --limit 5
              tagalong notify outbox --json | jq '.[] | select(.state == "failed") | .why'
            """
    )

    @Flag(help: "Also list those sent, and those replaced by a newer one.")
    var all = false

    @Option(help: ArgumentHelp("Only this channel.", valueName: "name"))
    var channel: String?

    @Option(help: ArgumentHelp("Maximum number of entries, newest first.", valueName: "n"))
    var limit = 50

    @OptionGroup var output: OutputOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit is at least 0.") }
    }

    func run() async throws {
        let settings = try global.settings()
        let shared = try NotificationChoice.shared(settings)
        let path = shared ?? NotificationChoice.database(settings)
        let name: Name?
        do { name = try channel.map { try Name($0) } } catch {
            throw CommandFailure(.badInput, "--channel: \(error)")
        }
        guard try shared != nil || Directories.isThere(path) else {
            let sentence = "\(path): there is no outbox yet; the history service makes it when notifications are set up"
            return try Listing.print([DeliveryLine](), asJSON: output.json, whenEmpty: sentence + ".")
        }
        let states: Set<Delivery.State> = all ? Set(Delivery.State.allCases) : [.waiting, .failed]
        let deliveries = try NotificationOutbox(reading: path).deliveries(on: name, states, limit: limit)
        try Listing.print(
            deliveries.map(DeliveryLine.init),
            asJSON: output.json,
            whenEmpty: all ? "Nothing was told yet." : "Nothing waits, and nothing was given up."
        )
    }
}

/// A delivery as it is listed.
struct DeliveryLine: ListRow {
    let delivery: Delivery

    static let columns = ["TIME", "CHANNEL", "ITEM", "EVENT", "LEVEL", "STATE", "TRIES", "NEXT TRY", "WHY"]

    var cells: [String] {
        let (alert, reminder) = (delivery.notice.alert, delivery.notice.reminder)
        return [
            Phrases.time(alert.time), delivery.channel.text, alert.item.printable,
            reminder?.event.rawValue ?? alert.event.rawValue,
            reminder == nil ? alert.level.rawValue : Phrases.unknown, delivery.state.rawValue, "\(delivery.attempts)",
            delivery.state == .waiting ? Phrases.time(delivery.next) : Phrases.unknown,
            delivery.trouble?.printable ?? Phrases.unknown,
        ]
    }

    var json: JSONValue {
        let alert = delivery.notice.alert
        return .object([
            "id": .text(delivery.notice.id),
            "channel": .text(delivery.channel.text),
            "state": .text(delivery.state.rawValue),
            "alert": .text(alert.id),
            "episode": .text(alert.episode),
            "event": .text(alert.event.rawValue),
            "level": .text(alert.level.rawValue),
            "owner": .text(alert.owner.text),
            "tracker": .text(alert.tracker.text),
            "item": .text(alert.item),
            "reminder": delivery.notice.reminder.map { event in
                .object(["id": .text(event.reminder.text), "event": .text(event.event.rawValue)])
            },
            "time": .time(alert.time),
            "known": .time(delivery.known),
            "tries": .integer(delivery.attempts),
            "next": delivery.state == .waiting ? .time(delivery.next) : nil,
            "done": delivery.done.map { .time($0) },
            "why": delivery.trouble.map { .text($0) },
        ])
    }
}
