import Foundation
import MQTT
import ServerSupport
import TestSupport

/// Everything started, and left running for a person to try things by hand.
struct Standing {
    let plan: Plan

    /// Seconds for which the fleet sends at most.
    private static let day = 86_400

    /// Starts all, tells the addresses, and goes on until the task is cancelled.
    func run() async throws {
        let stage = try await Stage(plan: plan, named: "none")
        do { try await run(stage) } catch {
            await stage.clear()
            throw error
        }
        await stage.clear()
    }

    private func run(_ stage: Stage) async throws {
        let crew = try await stage.gatherCrew(hasReplica: true)
        say("  \(Crew.names.count) workers start")
        try await stage.startHistory()
        // At once, wherever it goes.
        FileHandle.standardOutput.write(Data("\(try addresses(stage, crew))\n".utf8))
        let ear = Ear()
        let plan = plan
        try await withClient(stage.connection, hearing: ear) { client in
            let fleet = try Fleet(
                rate: plan.rate, count: plan.trackers, seconds: Self.day, seed: plan.seed, start: .wall
            )
            try await Sender(fleet, over: client, hearing: ear).run()
        }
    }

    private func addresses(_ stage: Stage, _ crew: Crew) throws -> String {
        let workers = try Crew.names.map { "  \($0): process \(try crew.process(of: $0)), log \(crew.log(of: $0))" }
        let trackers = "\(plan.trackers) trackers send \(plan.rate) positions a second"
        return """

            Brokers: \(stage.connection.description)
            History: \(crew.store)
            Workers, each with \(Crew.partitions) partitions in all and a lease of \(Crew.lease) s:
            \(workers.joined(separator: "\n"))
            \(trackers), until Ctrl-C. To look at it:
              \(plan.tagalong) store partitions --store '\(crew.store)'
              psql '\(crew.server.primary.plainAddress)'
            """
    }
}
