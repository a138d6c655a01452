import ArgumentParser
import JSON
import Store
import Tracking

/// `tagalong quarantine`.
struct Quarantine: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quarantine",
        abstract: "List rejected messages, and why they were rejected.",
        discussion: """
            Invalid messages are quarantined and never stop the service. Newest first; the last lines count \
            all messages by reason, and what happened to accepted positions.

            \(Moment.forms)

            Examples:
              tagalong quarantine --limit 5
              tagalong quarantine --reason future --device sam/keys --from 1d
              tagalong quarantine --json | jq .counters
            """
    )

    @Option(help: ArgumentHelp("Maximum number of entries, newest first.", valueName: "n"))
    var limit = 20

    @Option(help: ArgumentHelp("Only messages rejected for this reason, such as range.", valueName: "reason"))
    var reason: String?

    @Option(help: ArgumentHelp("Only topics with this prefix.", valueName: "topic"))
    var topic: String?

    @Option(help: ArgumentHelp("Only topics of this device.", valueName: "owner/device"))
    var device: String?

    @Option(help: ArgumentHelp("From this time on.", valueName: "moment"), transform: Moment.read)
    var from: Moment?

    @Option(help: ArgumentHelp("Up to this time.", valueName: "moment"), transform: Moment.read)
    var to: Moment?

    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit is at least 0.") }
        guard device.map({ DeviceID(argument: $0) != nil }) ?? true else {
            throw ValidationError("--device is OWNER/DEVICE, such as sam/keys.")
        }
    }

    private var filter: QuarantineFilter {
        let now = SystemUTCClock().now
        return QuarantineFilter(
            reason: reason,
            topic: topic,
            device: device.flatMap { DeviceID(argument: $0) },
            start: from?.start(at: now),
            end: to?.end(at: now)
        )
    }

    func run() async throws {
        let settings = try global.settings()
        let store = try StoreChoice(store, settings).openForReading()
        let report = QuarantineReport(
            rows: try store.quarantine(filter, limit: limit), counters: try store.counters()
        )
        guard output.json else {
            let isAll = filter == QuarantineFilter()
            let nothing = isAll ? "No message was refused." : "No message that was refused is like this."
            return try Output.standard.write(report.text(whenEmpty: nothing))
        }
        try Output.standard.write(report.json.line + "\n")
    }
}

/// Refused messages, with what is counted of all.
struct QuarantineReport {
    private let rows: [RefusedLine]
    private let counters: RefusalCounters
    private let ingest: IngestCounters

    init(rows: [QuarantineRow], counters: [Counter: Int]) {
        self.rows = rows.map(RefusedLine.init)
        (self.counters, ingest) = (RefusalCounters(counters), IngestCounters(counters))
    }

    func text(whenEmpty nothing: String) -> String {
        var text = Listing.table(rows, whenEmpty: nothing)
        if counters.total > 0 { text += "\n\(counters.sentence)\n" }
        if let sentence = ingest.sentence { text += "\(counters.total > 0 ? "" : "\n")\(sentence)\n" }
        return text
    }

    var json: JSONValue {
        ["counters": counters.json, "positions": ingest.json, "messages": .list(rows.map(\.json))]
    }
}

extension DeviceID {
    /// A device as it is written on the command line: OWNER/DEVICE.
    fileprivate init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let owner = try? Name(parts[0]), let device = try? Name(parts[1]) else { return nil }
        self.init(owner: owner, device: device)
    }
}

/// A refused message as it is listed.
struct RefusedLine: ListRow {
    let row: QuarantineRow

    init(_ row: QuarantineRow) { self.row = row }

    static let columns = ["TIME", "REASON", "BYTES", "TOPIC", "WHAT WAS EXPECTED"]

    var cells: [String] { [Phrases.time(row.received), row.reason, "\(row.size)", row.topic, row.sentence] }

    var json: JSONValue {
        .object([
            "time": .time(row.received),
            "topic": .text(row.topic),
            "reason": .text(row.reason),
            "sentence": .text(row.sentence),
            "size": .integer(row.size),
            "payload": .text(String(decoding: row.payload, as: UTF8.self)),
        ])
    }
}

/// How many messages were refused, by reason, the most frequent first.
struct RefusalCounters {
    private let counts: [(reason: String, count: Int)]

    init(_ counters: [Counter: Int]) {
        let prefix = Counter.quarantined("").name
        counts = counters.compactMap { counter, count in
            counter.name.hasPrefix(prefix) ? (String(counter.name.dropFirst(prefix.count)), count) : nil
        }.sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
    }

    var total: Int { counts.reduce(0) { $0 + $1.count } }

    var sentence: String {
        "Refused in all: \(total) (\(counts.map { "\($0.reason) \($0.count)" }.joined(separator: ", ")))."
    }

    var json: JSONValue {
        .raw(
            Array(
                ("{" + counts.map { "\(JSONValue.text($0.reason).line):\($0.count)" }.joined(separator: ",") + "}").utf8
            )
        )
    }
}
