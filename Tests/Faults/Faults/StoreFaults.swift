import ServerSupport
import TestSupport

/// The database goes down as in a crash of its machine, and comes back.
struct StoreRestarted: WorkerFault {
    let name = "store-restarted"
    let summary = "PostgreSQL stopped at once, and started 2 s later; then after three leases"
    let times = 2

    // Both ways differ: leases go on in the first, and are over in the second.
    func times(_ plan: Plan) -> Int { times }

    func strike(_ number: Int, _ stage: Stage) async throws {
        let crew = try stage.crewAtWork
        await crew.server.primary.stop()
        try await Task.sleep(for: .seconds(number == 0 ? 2 : 3 * Crew.lease))
        try await crew.server.primary.start()
        try await crew.awaitSpread()
    }
}

/// A worker loses the database, and not the broker.
struct StoreCutOff: WorkerFault {
    let name = "store-cut-off"
    let summary = "network between one of three workers and PostgreSQL down for 15 s"
    let times = 1

    func obstacle(_ plan: Plan) -> String? { WorkerCutOff().obstacle(plan) }

    func prepare(_ stage: Stage, _ generator: inout SeededGenerator) async throws {
        // Connections do not break by themselves: whoever waits has to notice.
        let link = try await CableLink(breaksSoon: false)
        try await stage.moveBroker(to: link)
        let storeLink = try await CableLink(beside: link, breaksSoon: false)
        stage.storeLink = storeLink
        let crew = try await stage.gatherCrew(isOpen: true)
        crew.places[Crew.names[0]] = link.farSide
        crew.stores[Crew.names[0]] = CrewStore.address(at: storeLink.near)
    }

    func strike(_ number: Int, _ stage: Stage) async throws {
        guard let link = stage.storeLink else { return }
        let crew = try stage.crewAtWork
        try await crew.cutFirst(off: link, stage)
        let healed = ContinuousClock.now
        try await crew.awaitSpread()
        stage.notes.append("it had its part again \(seconds(since: healed)) s after the network was back")
    }
}

/// The machine of the database fails, and its replica takes its place; then the other way round.
struct StoreFailedOver: WorkerFault {
    let name = "store-failed-over"
    let summary = "kill -9 of PostgreSQL, and its replica promoted 3 s later; then the same back"
    let times = 2

    func prepare(_ stage: Stage, _ generator: inout SeededGenerator) async throws {
        try await stage.gatherCrew(hasReplica: true)
    }

    func strike(_ number: Int, _ stage: Stage) async throws {
        let crew = try stage.crewAtWork
        let begin = ContinuousClock.now
        try await crew.server.failOver(after: 3)
        try await crew.awaitSpread()
        stage.notes.append("all partitions at work \(seconds(since: begin)) s after the kill")
        try await crew.server.mendReplica()
    }
}
