import ArgumentParser
import Store

/// `tagalong explain`.
struct Explain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain why an item counts as near or lost: the evidence for its level.",
        discussion: """
            Shows the evidence from positions and from each gateway, the probability that the item is beyond \
            its thresholds, and the same for each alert since it was last near. Reads the database, also while \
            the history service runs.

            Examples:
              tagalong explain Keys
              tagalong explain sam/keys --json | jq .now.critical
            """
    )

    @Argument(help: "OWNER/TRACKER, or the name of a tracker or an item if it is unique.")
    var item: String

    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let choice = try StoreChoice(store, try global.settings())
        let store = try choice.openForReading()
        let device = try ItemSearch(devices: store.devices(), in: choice.path).find(item)
        let now = SystemUTCClock().now
        guard let row = try store.item(device) else {
            let sentence = "\(device) is no item; unless it is the phone, 'tagalong items add \(device)' makes it one"
            throw CommandFailure(.failure, sentence)
        }
        let explanation = Explanation(
            line: ItemLine(row, at: now),
            evidence: row.documents[.evidence],
            alerts: try store.alerts(of: device, limit: 100),
            now: now
        )
        try output.write(explanation.json, or: explanation.text)
    }
}
