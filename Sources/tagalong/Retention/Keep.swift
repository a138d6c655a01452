import ArgumentParser
import Curl
import Foundation
import JSON
import Store
import Tracking

/// `tagalong keep`.
struct Keep: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keep",
        abstract: "Show or change how long positions are kept.",
        discussion: """
            Without an item it lists all. Positions are purged within an hour after they exceed the limit; the \
            newest one of an item always stays. Alerts and place events are purged with the positions of their \
            time. A running history service makes the change; otherwise this command does.

            The default for all items is set by keep-days and keep-fixes in the configuration file, or by the \
            history service's --keep-days and --keep-fixes.

            Examples:
              tagalong keep
              tagalong keep keys --days 90
              tagalong keep sam/phone --days 30 --fixes 100000
              tagalong keep keys --forever
              tagalong keep keys --default

            Exit status: 0 done, 1 there is no such item, 2 bad input, 3 the running service could not be reached.
            """
    )

    @Argument(help: "OWNER/TRACKER, or the name of a tracker or an item if it is unique.")
    var item: String?

    @Option(help: ArgumentHelp("Days after which positions are purged.", valueName: "n"))
    var days: Double?

    @Option(help: ArgumentHelp("Number of positions to keep, newest first.", valueName: "n"))
    var fixes: Int?

    @Flag(help: "Keep all positions.")
    var forever = false

    @Flag(name: .customLong("default"), help: "Use the default for all items.")
    var isDefault = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    private var isChange: Bool { days != nil || fixes != nil || forever || isDefault }

    func validate() throws {
        guard item != nil || !isChange else { throw ValidationError("An item is expected with --days and the like.") }
        let kinds = [days != nil || fixes != nil, forever, isDefault].count { $0 }
        guard kinds <= 1 else {
            throw ValidationError("--days and --fixes, --forever and --default exclude each other.")
        }
        do { _ = try Retention(days: days, fixes: fixes) } catch { throw ValidationError("--\(error).") }
    }

    func run() async throws {
        let settings = try global.settings()
        let choice = try StoreChoice(store, settings)
        let common = try RetentionOptions.retention(settings)
        let device = try item.map { name in
            try ItemSearch(devices: choice.openForReading().devices(), in: choice.path).find(name)
        }
        if let device, isChange { try await change(device, in: choice) }
        let history = try choice.openForReading()
        let own = try history.retentions()
        let rows = try history.devices().filter { device == nil || $0.id == device }
            .map { RetentionLine($0, own: own[$0.id], common: common, fixes: try history.fixCount(of: $0.id)) }
        try Listing.print(rows, asJSON: output.json, whenEmpty: "Nothing is stored yet in \(choice.path).")
    }

    private func change(_ device: DeviceID, in choice: StoreChoice) async throws {
        let wanted = isDefault ? nil : try Retention(days: days, fixes: fixes)
        guard let console = try RunningConsole.find(choice) else {
            let store = try choice.openForChange()
            return try store.write { try $0.setRetention(wanted, of: device, at: SystemUTCClock().now) }
        }
        let path = "/api/v1/items/\(device)/retention"
        guard let wanted else {
            try await console.ask(.delete, path)
            return
        }
        let body = JSONValue.object([
            "keep_days": wanted.days.map(JSONValue.number) ?? .raw(Array("null".utf8)),
            "keep_fixes": wanted.fixes.map { .integer($0) } ?? .raw(Array("null".utf8)),
        ])
        try await console.ask(.put, path, body: Data(body.line.utf8))
    }
}

/// How long positions are kept, as it is listed.
struct RetentionLine: ListRow {
    let device: DeviceRow
    let retention: Retention
    let isOwn: Bool
    let fixes: Int

    init(_ device: DeviceRow, own: Retention?, common: Retention, fixes: Int) {
        self.device = device
        retention = own ?? common
        isOwn = own != nil
        self.fixes = fixes
    }

    static let columns = ["ITEM", "TRACKER", "POSITIONS", "KEPT", "TOLD"]

    var cells: [String] {
        [
            device.item?.text ?? device.id.device.text, "\(device.id)", "\(fixes)", retention.phrase,
            isOwn ? "of this item" : "of all",
        ]
    }

    var json: JSONValue {
        .object([
            "owner": .text(device.id.owner.text),
            "tracker": .text(device.id.device.text),
            "fixes": .integer(fixes),
            "keep_days": retention.days.map(JSONValue.number),
            "keep_fixes": retention.fixes.map { .integer($0) },
            "own": .flag(isOwn),
        ])
    }
}

extension Double {
    /// Without a fraction where there is none.
    fileprivate var shortened: String { Int64(exactly: self).map { "\($0)" } ?? "\(self)" }
}

extension Retention {
    /// `90 days, at most 1000`.
    var phrase: String {
        let age = days.map { $0 == 1 ? "1 day" : "\($0.shortened) days" }
        let count = fixes.map { "at most \($0)" }
        let parts = [age, count].compactMap(\.self)
        return parts.isEmpty ? "forever" : parts.joined(separator: ", ")
    }
}
