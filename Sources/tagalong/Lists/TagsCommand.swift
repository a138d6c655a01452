import ArgumentParser
import Gateway
import JSON
import Tracking

/// `tagalong tags`.
struct TagsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tags",
        abstract: "List the tags that are paired with this machine.",
        discussion: """
            Reads the gateway's registry in the data directory; 'tagalong items' lists positions.

            Examples:
              tagalong tags
              tagalong tags --json | jq -r '.[].identity'
            """
    )

    @OptionGroup var output: OutputOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let file = GatewayOptions.registry(try global.settings())
        try Listing.print(
            try file.read().entries.map(TagLine.init),
            asJSON: output.json,
            whenEmpty: "No tag is paired with this machine yet: 'tagalong scan', then 'tagalong pair'."
        )
    }
}

/// A paired tag as it is listed.
struct TagLine: ListRow {
    let entry: TagEntry

    init(_ entry: TagEntry) { self.entry = entry }

    static let columns = ["ITEM", "TRACKER", "IDENTITY", "PROFILE", "ADDRESS", "ADAPTER"]

    var cells: [String] {
        [
            entry.item.text,
            "\(entry.device)",
            entry.identity.text,
            "\(entry.profile)",
            (entry.address.map { "\($0)" } ?? Phrases.unknown) + (entry.isBonded ? ", bonded" : ""),
            entry.adapter.map { "\($0)" } ?? "any",
        ]
    }

    var json: JSONValue {
        .object([
            "owner": .text(entry.device.owner.text),
            "tracker": .text(entry.device.device.text),
            "item": .text(entry.item.text),
            "identity": .text(entry.identity.text),
            "profile": .text(entry.profile.text),
            "address": entry.address.map { .text("\($0)") },
            "adapter": entry.adapter.map { .text("\($0)") },
            "bonded": .flag(entry.isBonded),
        ])
    }
}
