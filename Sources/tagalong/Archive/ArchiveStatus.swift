import ArgumentParser
import JSON
import Store
import Tracking

/// `tagalong archive status`.
struct ArchiveStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "List the months that are in object storage.",
        discussion: """
            From the database alone; 'tagalong archive check' asks the object storage.

            Examples:
              tagalong archive status
              tagalong archive status keys --json | jq '[.months[].bytes] | add'
            """
    )

    @Argument(help: "OWNER/TRACKER, or the name of a tracker or an item if it is unique.")
    var item: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let choice = try StoreChoice(store, try global.settings())
        let history = try choice.openForReading()
        let device = try item.map { try ItemSearch(devices: history.devices(), in: choice.path).find($0) }
        let rows = try history.monthsOut(of: device).map(MonthLine.init)
        let waiting = try history.removals().filter { device == nil || $0.device == device }
        guard output.json else {
            var text = Listing.table(rows, whenEmpty: "No month is in object storage.")
            if !rows.isEmpty {
                let (fixes, bytes) = (rows.reduce(0) { $0 + $1.month.fixes }, rows.reduce(0) { $0 + $1.month.bytes })
                text += "\n\(rows.count) months with \(fixes) positions in \(bytes) bytes.\n"
            }
            if !waiting.isEmpty { text += "\(waiting.count) objects are to be removed or written anew.\n" }
            return try Output.standard.write(text)
        }
        let json: JSONValue = [
            "months": .list(rows.map(\.json)), "waiting": .list(waiting.map { .text($0.object) }),
        ]
        try Output.standard.write(json.line + "\n")
    }
}

/// A month in object storage, as it is listed.
struct MonthLine: ListRow {
    let month: MonthOut

    init(_ month: MonthOut) { self.month = month }

    static let columns = ["TRACKER", "MONTH", "POSITIONS", "BYTES", "GENERATION", "OBJECT"]

    var cells: [String] {
        [
            "\(month.device)", "\(month.month)", "\(month.fixes)", "\(month.bytes)", "\(month.generation)",
            "\(month.storage)/\(month.object)",
        ]
    }

    var json: JSONValue {
        .object([
            "owner": .text(month.device.owner.text),
            "tracker": .text(month.device.device.text),
            "month": .text("\(month.month)"),
            "fixes": .integer(month.fixes),
            "first": .time(month.first),
            "last": .time(month.last),
            "generation": .integer(month.generation),
            "storage": .text(month.storage),
            "object": .text(month.object),
            "bytes": .integer(month.bytes),
            "sha256": .text(month.digest),
            "moved": .time(month.moved),
        ])
    }
}
