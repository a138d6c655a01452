import ArgumentParser
import Store
import Tracking

/// `tagalong quarantine`.
struct Quarantine: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the messages that were refused, and why.",
        discussion: """
            A message that makes no sense is kept apart and never stops the service. The newest come first; at the end \
            stands how many there ever were, by reason.

            Examples:
              tagalong quarantine --limit 5
              tagalong quarantine --json | jq .counters
            """
    )

    @Option(help: ArgumentHelp("At most so many, the newest.", valueName: "n"))
    var limit = 20

    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit is at least 0.") }
    }

    func run() async throws {
        let settings = try global.settings()
        let store = try StoreChoice(store, settings).openForReading()
        let rows = try store.quarantine(limit: limit).map(RefusedLine.init)
        let counters = try RefusalCounters(store.counters())
        guard output.json else {
            let table = Listing.table(rows, whenEmpty: "No message was refused.")
            return try Output.standard.write(
                counters.total == 0 || rows.isEmpty && limit > 0 ? table : table + "\n\(counters.sentence)\n"
            )
        }
        let counts = counters.json
        try Output.standard.write("{\"counters\":\(counts.line),\"messages\":\(Listing.array(rows))}\n")
    }
}

/// A refused message as it is listed.
struct RefusedLine: ListRow {
    let row: QuarantineRow

    init(_ row: QuarantineRow) {
        self.row = row
    }

    static let columns = ["TIME", "REASON", "BYTES", "TOPIC", "WHAT WAS EXPECTED"]

    var cells: [String] {
        [Phrases.time(row.received), row.reason, "\(row.size)", row.topic, row.sentence]
    }

    var json: JSONNode {
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

    var json: JSONNode {
        .raw(
            Array(
                ("{" + counts.map { "\(JSONNode.text($0.reason).line):\($0.count)" }.joined(separator: ",") + "}").utf8
            )
        )
    }
}
