import ArgumentParser
import Curl
import Foundation
import History
import JSON
import Store
import Tracking

/// `tagalong items add`.
struct ItemsAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make an item of a device that has sent a position, or rename such an item.",
        discussion: """
            The device is one that publishes OwnTracks' positions to owntracks/OWNER/TRACKER, or posts them. What is \
            stored of it is the item's history; distances, alerts and rules work as for any other. It has no power \
            switch and does not ring. The phone that its owner's distances are measured from is refused: --phone names \
            another one.

            A running history service does the work; otherwise this command does, and gateways are told when the \
            service next runs.

            Examples:
              tagalong items add sam/bike
              tagalong items add sam/bike --name "Sam's bicycle"

            Exit status: 0 it is an item, 1 refused, 2 bad input, 3 the running service could not be reached.
            """
    )

    @Argument(help: "OWNER/TRACKER, as in its topic, or the name of a device if it is unique.")
    var device: String

    @Option(
        help: ArgumentHelp("What the item is called (default: as before, or the device's name).", valueName: "name")
    )
    var name: String?

    @OptionGroup var options: ItemChangeOptions

    func validate() throws { _ = try name.map { try DesiredOptions.item($0, flag: "--name") } }

    func run() async throws {
        let choice = try options.choice()
        let (device, name) = try wish(choice)
        if let console = try RunningConsole.find(choice) {
            let body = JSONValue.object(["item": .text(name.text)])
            try await console.ask(.put, "/api/v1/items/\(device)", body: Data(body.encoded()))
        } else {
            try options.change(choice) { core, now in try core.addItem(device, named: name, at: now) }
        }
        try Output.standard.write("\(name.text.printable) (\(device)) is an item\n")
    }

    /// What is to be an item, and its name: one that is an item already keeps its own.
    ///
    /// Swift 6.3 does not compile this with optimizations as a part of ``run()``.
    private func wish(_ choice: StoreChoice) throws -> (device: DeviceID, name: ItemName) {
        let store = try choice.openForReading()
        let device = try Self.find(device, in: store, choice)
        if let name { return (device, try DesiredOptions.item(name, flag: "--name")) }
        return (device, try store.item(device)?.device.item ?? Self.standardName(of: device))
    }

    /// What is meant: of a device that nobody has heard, the history service says so.
    private static func find(_ text: String, in store: Store, _ choice: StoreChoice) throws -> DeviceID {
        let search = ItemSearch(devices: try store.devices(), in: choice.path)
        if search.isUnknown(text), let written = try DeviceID(written: text) { return written }
        return try search.find(text)
    }

    private static func standardName(of device: DeviceID) throws -> ItemName {
        do { return try ItemName(device.device.ownTracks) } catch {
            throw CommandFailure(.badInput, "--name is expected for \(device): \(error)")
        }
    }
}
