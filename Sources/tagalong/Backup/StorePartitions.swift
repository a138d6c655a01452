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

            With --change-to the workers spread the owners over another number of partitions, while they run: each gives \
            back what it holds, and goes on as soon as all have done so. Without a worker the next one that starts does \
            it. Give all of them the new number with --partitions before it is changed again. Until they have begun, \
            asking for the number that there is withdraws it.

            Examples:
              tagalong store partitions --store postgres://tagalong@db.example/tagalong
              tagalong store partitions --change-to 64
              tagalong store partitions --json | jq '.partitions[] | select(.lag_ms > 5000)'
            """
    )

    @Option(help: ArgumentHelp("Have so many partitions instead, from 1 to 1024.", valueName: "n"))
    var changeTo: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let choice = try StoreChoice(store, try global.settings())
        if let changeTo { try change(to: changeTo, choice) }
        let overview = try WorkOverview(path: choice.address)
        let rows = overview.partitions.map(PartitionLine.init)
        guard output.json else {
            var text = Listing.table(rows, whenEmpty: "No worker has shared this history yet.")
            let workers = overview.workers.map(Self.words).joined(separator: ", ")
            if !workers.isEmpty { text += "\nWorkers: \(workers).\n" }
            if let wanted = overview.wanted { text += "There are to be \(wanted) partitions.\n" }
            if overview.moving > 0 { text += "Owners on their way to another partition: \(overview.moving).\n" }
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
            "count": overview.count.map { .integer($0) } ?? .null,
            "changing_to": overview.wanted.map { .integer($0) } ?? .null,
            "moving": .integer(overview.moving),
        ]
        try Output.standard.write(json.line + "\n")
    }

    /// Asks for another number, and says what comes of it.
    private func change(to text: String, _ choice: StoreChoice) throws {
        let range = Partitioning.range
        guard let count = Int(text), range.contains(count) else {
            throw CommandFailure(
                .badInput, "--change-to: '\(text)', expected a number from \(range.lowerBound) to \(range.upperBound)")
        }
        let words =
            switch try PartitionChange.ask(for: count, path: choice.address) {
            case .begun(workers: 0): "No worker runs; the next one that starts makes it \(count) partitions."
            case .begun(let workers):
                "\(workers) worker\(workers == 1 ? "" : "s") will give back all and go on with \(count) partitions."
            case .unchanged(hadBegun: true): "It stays at \(count) partitions; no other number is wanted any more."
            case .unchanged(hadBegun: false): "It has \(count) partitions already."
            }
        try Output.error.write(words + "\n")
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
