import Store

/// The owners are spread over another number of partitions while they report, and over the former one again.
struct PartitionsChanged: WorkerFault {
    let name = "partitions-changed"
    let summary = "16 partitions become 64 below three workers, and 16 again"
    let times = 2

    func times(_ plan: Plan) -> Int { times }

    func strike(_ number: Int, _ stage: Stage) async throws {
        let crew = try stage.crewAtWork
        let count = number == 0 ? 4 * Crew.partitions : Crew.partitions
        let begin = ContinuousClock.now
        guard try PartitionChange.ask(for: count, path: crew.store) == .begun(workers: Crew.names.count) else {
            throw Trouble("the number is no other, or not all workers live")
        }
        var most = 0
        try await eventually("there are \(count) partitions, and nobody is on the way") {
            let overview = try WorkOverview(path: crew.store)
            most = max(most, overview.moving)
            // Those of before are there until they have nothing left.
            return overview.count == count && overview.moving == 0 && overview.partitions.count == count + 1
        }
        stage.notes.append("\(count) after \(seconds(since: begin)) s, with \(most) owners on the way at most")
        try await crew.awaitSpread()
    }
}
