import ArgumentParser
import Curl
import History
import Messages
import Store
import Tracking

/// `tagalong delete`.
struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an item or a phone with its positions, alerts and photo, and release its tracker.",
        discussion: """
            The stored data is removed at once and permanently. The tracker switches off and forgets its owner \
            when the message reaches it; while it sleeps, the message stays on the broker. Once it has \
            confirmed, it can be paired again; 'tagalong on' reclaims the tracker before that, as a new item.

            A phone, another device that is no tracker, or one that a wrong message made, is deleted by OWNER/DEVICE \
            or its name, and the broker keeps nothing more of it; when it sends a position, it is a device again. \
            So is a device of which every message was refused, by OWNER/DEVICE, with those messages. \
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
        let (device, row) = try find(in: history, choice, topics)
        try await confirm(Self.question(device, row, fixes: try history.fixCount(of: device)))
        let isTold = try history.deletions().contains { $0.device == device && !$0.isPhone }
        let isTracker = try row.map(history.isTracker) ?? isTold
        if let console = try RunningConsole.find(choice) {
            try await console.ask(.delete, "/api/v1/items/\(device)")
            return try Output.standard.write("\(device) is deleted\(isTracker ? "; its tracker is notified" : "")\n")
        }
        var core = try HistoryCore(store: choice.openForChange(), configuration: HistoryConfiguration(topics: topics))
        _ = try core.delete(device, at: SystemUTCClock().now)
        let who = isTracker ? "its tracker is notified" : "the broker lets go of it"
        try Output.standard.write("\(device) is deleted; \(who) when the history service next runs\n")
    }

    /// What is meant; without a row where nothing is stored of it but what was refused.
    private func find(
        in history: Store, _ choice: StoreChoice, _ topics: Topics
    ) throws -> (device: DeviceID, row: DeviceRow?) {
        let devices = try history.devices()
        let search = ItemSearch(devices: devices, in: choice.path)
        if search.isUnknown(item), let written = try? DeviceID(written: item),
            try history.hasRefused(below: topics.starts(of: written))
        {
            return (written, nil)
        }
        // A name is a tracker's before it is a phone's.
        let trackers = ItemSearch(devices: devices.filter { $0.kind == .tracker }, in: choice.path)
        let device = try (trackers.isUnknown(item) ? search : trackers).find(item)
        return (device, devices.first { $0.id == device })
    }

    private static func question(_ device: DeviceID, _ row: DeviceRow?, fixes: Int) -> String {
        guard let row else { return "Delete what was refused of \(device)?" }
        let item = row.item?.text.printable ?? device.device.text
        let name = row.kind == .phone ? "the phone \(device)" : "\(item) (\(device))"
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
