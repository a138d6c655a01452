import ArgumentParser
import Foundation
import Rehearsal
import Settings
import Simulation

/// `tagalong simulate`.
struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play scenarios and hold their expectations against what happens.",
        discussion: """
            Without --broker everything runs in this process on a virtual clock, as fast as it goes. With --broker the \
            trackers, phones and gateways of the scenario speak MQTT to real services.

            Exit status: 0 all expectations hold, 1 one failed, 2 bad input (nothing was run), 3 a service could not \
            be reached.
            """
    )

    @Argument(help: "Scenario files.", completion: .file(extensions: ["yaml", "yml"]))
    var files: [String]

    func run() async throws {
        let devices = DeviceLibrary()
        for file in files {
            let scenario = try Scenario.load(file: file, devices: devices)
            var rehearsal = try Rehearsal(scenario)
            for step in 0..<rehearsal.steps { try rehearsal.play(step: step) }
            print(try rehearsal.report(wallSeconds: 0).json())
        }
    }
}
