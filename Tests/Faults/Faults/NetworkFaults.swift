import Foundation
import TestSupport

/// The network between the history service and the broker is cut.
struct NetworkCut: Fault {
    let name = "network-cut"
    let summary = "network of the history service down for 2 s, then for 8 s"
    let times = 2

    func obstacle(_ plan: Plan) -> String? { plan.isolation.obstacle ?? CableLink.obstacle }

    func prepare(_ stage: Stage, _ generator: inout SeededGenerator) async throws {
        try await stage.moveBroker(to: try await CableLink())
    }

    func strike(_ number: Int, _ stage: Stage) async throws {
        guard let link = stage.link as? CableLink else { return }
        try link.cut()
        // The first leaves the connection as it is, the second is longer than TCP waits here.
        try await Task.sleep(for: .seconds(number == 0 ? 2 : 8))
        try link.heal()
    }
}

/// The network between the history service and the broker is slow, and loses packets.
struct NetworkSlow: Fault {
    let name = "network-slow"
    let summary = "network of the history service with a delay of 20 ± 5 ms and 1 % loss each way"
    let times = 1

    func obstacle(_ plan: Plan) -> String? {
        plan.isolation.obstacle ?? (CableLink.emulatorObstacle == nil ? nil : RelayLink.obstacle)
    }

    func prepare(_ stage: Stage, _ generator: inout SeededGenerator) async throws {
        if let obstacle = CableLink.emulatorObstacle {
            stage.notes.append("by a relay of the test itself, as tc netem is not to be had: \(obstacle)")
            try await stage.moveBroker(to: try await RelayLink(seed: generator.next()))
        } else {
            stage.notes.append("by tc netem")
            try await stage.moveBroker(to: try await CableLink())
        }
    }

    func strike(_ number: Int, _ stage: Stage) async throws {
        try stage.link?.slow(true)
        try await Task.sleep(for: .seconds(Double(stage.plan.seconds) * 0.7))
        try stage.link?.slow(false)
    }
}
