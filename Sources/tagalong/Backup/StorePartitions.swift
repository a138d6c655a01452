import ArgumentParser
import JSON
import Store

/// `tagalong store partitions`.
struct StorePartitions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "partitions",
        abstract: "List the partitions of a history that several workers share, and who holds them.",
        discussion: """
            LAG is how long a message takes from its publisher until it is handled, measured by one that the \
            partition sends to itself; RATE is of all messages. Without workers there are no partitions.

            Examples:
              tagalong store partitions --store postgres://tagalong@db.example/tagalong
              tagalong store partitions --json | jq '.partitions[] | select(.lag_ms > 5000)'
            """
    )

    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let choice = try StoreChoice(store, try global.settings())
        let overview = try WorkOverview(path: choice.address)
        let rows = overview.partitions.map(PartitionLine.init)
        guard output.json else {
            var text = Listing.table(rows, whenEmpty: "No worker has shared this history yet.")
            let workers = overview.workers.map(Self.words).joined(separator: ", ")
            if !workers.isEmpty { text += "\nWorkers: \(workers).\n" }
            if overview.strays > 0 { text += "Messages that wait for their partition: \(overview.strays).\n" }
            return try Output.standard.write(text)
        }
        let json: JSONValue = [
            "partitions": .list(rows.map(\.json)),
            "workers": .list(
                overview.workers.map { worker in
                    [
                        "name": .text(worker.name), "silent_ms": .integer(Int(worker.silent)),
                        "held": .integer(worker.held),
                    ]
                }
            ),
            "strays": .integer(overview.strays),
        ]
        try Output.standard.write(json.line + "\n")
    }

    private static func words(_ worker: WorkOverview.Worker) -> String {
        let silence = worker.silent > 5000 ? ", silent for \(worker.silent / 1000) s" : ""
        return "\(worker.name) (\(worker.held)\(silence))"
    }
}

/// A partition as it is listed.
struct PartitionLine: ListRow {
    private let row: WorkOverview.Partition

    init(_ row: WorkOverview.Partition) { self.row = row }

    static let columns = ["PARTITION", "HOLDER", "OWNERS", "BROKER", "MESSAGES", "RATE", "LAG"]

    var cells: [String] {
        [
            "\(row.unit)", row.holder ?? "—", "\(row.owners)", row.isConnected ? "connected" : "—", "\(row.received)",
            "\((row.rate * 10).rounded() / 10)/s", row.lag.map { "\($0) ms" } ?? "—",
        ]
    }

    var json: JSONValue {
        let holder: JSONValue = row.holder.map { .text($0) } ?? .null
        let lag: JSONValue = row.lag.map { .integer(Int($0)) } ?? .null
        return .object([
            "partition": .text("\(row.unit)"),
            "holder": holder,
            "fence": .integer(Int(row.fence)),
            "lease_ms": .integer(Int(row.lease)),
            "owners": .integer(row.owners),
            "connected": .flag(row.isConnected),
            "received": .integer(Int(row.received)),
            "rate": .number(row.rate),
            "lag_ms": lag,
        ])
    }
}
