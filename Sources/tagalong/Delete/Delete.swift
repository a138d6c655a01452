import ArgumentParser
import Curl
import History
import Store
import Tracking

/// `tagalong delete`.
struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Delete an item or a phone with its positions, alerts and photo, and release its tracker.",
        discussion: """
            The stored data is removed at once and permanently. The tracker switches off and forgets its owner \
            when the message reaches it; while it sleeps, the message stays on the broker. Once it has \
            confirmed, it can be paired again; 'tagalong on' reclaims the tracker before that, as a new item.

            A phone, another device that is no tracker, or one that a wrong message made, is deleted by OWNER/DEVICE \
            or its name, and the broker keeps nothing more of it; when it sends a position, it is a device again. \
            'tagalong account erase' removes all that is stored of an owner.

            A running history service does the work; otherwise this command does, and the tracker is notified \
            when the service next runs.

            Examples:
              tagalong delete keys
              tagalong delete sam/keys --yes
              tagalong delete sam/old-phone

            Exit status: 0 deleted, 1 not deleted, 2 bad input, 3 the running service could not be reached.
            """
    )

    @Argument(help: "OWNER/TRACKER or OWNER/PHONE, or the name of a tracker, an item or a phone if it is unique.")
    var item: String

    @Flag(name: .customLong("yes"), help: "Do not ask for confirmation.")
    var isSure = false

    @OptionGroup var store: StoreOptions
    @OptionGroup var topics: TopicOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let settings = try global.settings()
        let choice = try StoreChoice(store, settings)
        let topics = try topics.topics(settings)
        let history = try choice.openForReading()
        let row = try find(in: history, choice)
        try await confirm(Self.question(row, fixes: try history.fixCount(of: row.id)))
        let isTracker = try history.isTracker(row)
        if let console = try RunningConsole.find(choice) {
            try await console.ask(.delete, "/api/v1/items/\(row.id)")
            return try Output.standard.write("\(row.id) is deleted\(isTracker ? "; its tracker is notified" : "")\n")
        }
        var core = try HistoryCore(store: choice.openForChange(), configuration: HistoryConfiguration(topics: topics))
        _ = try core.delete(row.id, at: SystemUTCClock().now)
        let who = isTracker ? "its tracker is notified" : "the broker lets go of it"
        try Output.standard.write("\(row.id) is deleted; \(who) when the history service next runs\n")
    }

    private func find(in history: Store, _ choice: StoreChoice) throws -> DeviceRow {
        let devices = try history.devices()
        // A name is a tracker's before it is a phone's.
        let trackers = devices.filter { $0.kind == .tracker }
        let isOfTracker = !ItemSearch(devices: trackers, in: choice.path).isUnknown(item)
        let device = try ItemSearch(devices: isOfTracker ? trackers : devices, in: choice.path).find(item)
        guard let row = devices.first(where: { $0.id == device }) else { throw UnknownItem(device) }
        return row
    }

    private static func question(_ row: DeviceRow, fixes: Int) -> String {
        let name =
            row.kind == .phone ? "the phone \(row.id)" : "\(row.item?.text.printable ?? row.id.device.text) (\(row.id))"
        return "Delete \(name) with \(fixes) position\(fixes == 1 ? "" : "s")?"
    }

    /// What is gone does not come back: a person is asked, and a program has to say that it is sure.
    private func confirm(_ question: String) async throws {
        if isSure { return }
        guard Terminal.isInput else {
            throw CommandFailure(.badInput, "--yes is expected when there is no terminal to ask on; nothing is deleted")
        }
        try Output.error.write("\(question) [y/N] ")
        let answer = await StandardInput().next()?.lowercased().filter { !$0.isWhitespace }
        guard answer == "y" || answer == "yes" else { throw CommandFailure(.failure, "nothing is deleted") }
    }
}
