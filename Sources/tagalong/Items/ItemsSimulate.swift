import API
import ArgumentParser
import Curl
import Foundation
import JSON
import Tracking

/// `tagalong items simulate`.
struct ItemsSimulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Make an item whose tracker the running service simulates.",
        discussion: """
            For trying Tagalong, or automations, without hardware. The service runs a tracker in software, which reports \
            over MQTT, rings, locates and is switched like a real one, and goes on after a restart. At most 20 are \
            possible. 'tagalong delete' ends it, with all that is stored of it.

            The item 'stays' where it is put, 'walks' about within the radius, or 'leaves' it and comes back, again and \
            again, so that alerts are raised and cleared.

            Examples:
              tagalong items simulate sam/kite --at 60.3931,5.3242
              tagalong items simulate sam/van --at 60.3931,5.3242 --movement leaves --radius 200 --name "Van"

            Exit status: 0 it is an item, 1 refused, 2 bad input, 3 the running service could not be reached.
            """
    )

    /// The words of the interface, see ``API/SimulatedItemDesk/Movement``.
    enum Movement: String, CaseIterable, ExpressibleByArgument { case stays, walks, leaves }

    @Argument(help: "OWNER/TRACKER; the tracker's name must be free.")
    var device: String

    @Option(help: ArgumentHelp("Where it begins, such as 60.3931,5.3242.", valueName: "lat,lon"))
    var at: WrittenPosition

    @Option(help: "What it does: stays, walks or leaves.")
    var movement: Movement = .walks

    @Option(help: ArgumentHelp("Metres around where it begins, 50 to 5000.", valueName: "metres"))
    var radius: Double = SimulatedItemDesk.standardRadius

    @Option(help: ArgumentHelp("Between two reports, 1s to 24h.", valueName: "duration"))
    var reportEvery: String = "\(SimulatedItemDesk.standardReportEvery)s"

    @Option(help: ArgumentHelp("What the item is called (default: the tracker's name).", valueName: "name"))
    var name: String?

    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        _ = try name.map { try DesiredOptions.item($0, flag: "--name") }
        guard SimulatedItemDesk.radii.contains(radius) else {
            throw ValidationError("--radius is a number of metres from 50 to 5000.")
        }
        _ = try DesiredOptions.seconds(reportEvery)
    }

    func run() async throws {
        let choice = try StoreChoice(store, try global.settings())
        guard let device = try DeviceID(written: device) else {
            throw CommandFailure(.badInput, "OWNER/TRACKER is expected, found '\(device)'")
        }
        guard let console = try RunningConsole.find(choice) else {
            throw CommandFailure(
                .unreachable, "\(choice.path): no service runs that could simulate anything; 'tagalong up' starts one"
            )
        }
        let item = name ?? device.device.text
        let seconds = try DesiredOptions.seconds(reportEvery)
        let body = body(device, item, every: seconds)
        try await console.ask(.post, "/api/v1/simulated-items", body: body, options: Self.options)
        try Output.standard.write("\(item.printable) (\(device)) is an item, and its tracker is simulated\n")
    }

    /// What the members of the body come from, each as it is typed.
    static let options = [
        "/owner": "OWNER", "/tracker": "TRACKER", "/item": "--name", "/lat": "--at", "/lon": "--at",
        "/movement": "--movement", "/radius_m": "--radius", "/report_every_s": "--report-every",
    ]

    private func body(_ device: DeviceID, _ item: String, every seconds: Int) -> Data {
        let wish = JSONValue.object([
            "owner": .text(device.owner.text),
            "tracker": .text(device.device.text),
            "item": .text(item),
            "lat": .number(at.coordinate.latitude),
            "lon": .number(at.coordinate.longitude),
            "movement": .text(movement.rawValue),
            "radius_m": .number(radius),
            "report_every_s": .number(Double(seconds)),
        ])
        return Data(wish.encoded())
    }
}
