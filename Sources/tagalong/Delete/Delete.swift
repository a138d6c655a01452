import ArgumentParser
import Curl
import History
import Store
import Tracking

/// `tagalong delete`.
struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Delete an item with its positions, alerts and photo, and release its tracker.",
        discussion: """
            The stored data is removed at once and permanently. The tracker switches off and forgets its owner \
            when the message reaches it; while it sleeps, the message stays on the broker. Once it has \
            confirmed, it can be paired again; 'tagalong on' reclaims the tracker before that, as a new item.

            A running history service does the work; otherwise this command does, and the tracker is notified \
            when the service next runs.

            Examples:
              tagalong delete keys
              tagalong delete sam/keys --yes

            Exit status: 0 deleted, 1 not deleted, 2 bad input, 3 the running service could not be reached.
            """
    )

    @Argument(help: "OWNER/TRACKER, or the name of a tracker or an item if it is unique.")
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
        let (device, question) = try find(in: choice)
        try await confirm(question)
        if let console = try RunningConsole.find(choice) {
            try await console.ask(.delete, "/api/v1/items/\(device)")
            return try Output.standard.write("\(device) is deleted; its tracker is notified\n")
        }
        var core = try HistoryCore(store: choice.openForChange(), configuration: HistoryConfiguration(topics: topics))
        _ = try core.delete(device, at: SystemUTCClock().now)
        try Output.standard.write("\(device) is deleted; its tracker is notified when the history service next runs\n")
    }

    private func find(in choice: StoreChoice) throws -> (DeviceID, String) {
        let history = try choice.openForReading()
        let trackers = try history.devices().filter { $0.kind == .tracker }
        let device = try ItemSearch(devices: trackers, in: choice.path).find(item)
        let name = trackers.first { $0.id == device }?.item?.text.printable ?? device.device.text
        let fixes = try history.fixCount(of: device)
        return (device, "Delete \(name) (\(device)) with \(fixes) position\(fixes == 1 ? "" : "s")?")
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
