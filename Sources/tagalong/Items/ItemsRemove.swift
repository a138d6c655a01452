import ArgumentParser
import Curl
import History
import Store

/// `tagalong items remove`.
struct ItemsRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take a device that only reports where it is off the items, and keep its positions.",
        discussion: """
            Its name, rules, photo and alerts are removed; its positions stay, and go on being stored. 'items add' makes \
            it an item again. 'tagalong delete' removes the positions too, and is for trackers that are paired.

            A running history service does the work; otherwise this command does, and the broker lets go of the item \
            when the service next runs.

            Example:
              tagalong items remove sam/bike

            Exit status: 0 it is no item, 1 refused, 2 bad input, 3 the running service could not be reached.
            """
    )

    @Argument(help: "OWNER/TRACKER, or the name of an item if it is unique.")
    var item: String

    @OptionGroup var options: ItemChangeOptions

    func run() async throws {
        let choice = try options.choice()
        let rows = try choice.openForReading().devices().filter { $0.kind == .tracker }
        let device = try ItemSearch(devices: rows, in: choice.path).find(item)
        if let console = try RunningConsole.find(choice) {
            try await console.ask(.delete, "/api/v1/items/\(device)?keep=positions")
        } else {
            try options.change(choice) { core, now in try core.takeOffItem(device, at: now) }
        }
        try Output.standard.write("\(device) is no item any more; its positions are kept\n")
    }
}
