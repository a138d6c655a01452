/// All methods through simulated days.
public struct DayTrial: Sendable {
    public let plan: DayPlan
    public let seeds: ClosedRange<UInt64>

    public init(_ plan: DayPlan, seeds: ClosedRange<UInt64>) { (self.plan, self.seeds) = (plan, seeds) }

    /// The names of the methods, in the order of the scores.
    static let methods = ["tagalong"] + Peer.allCases.map(\.rawValue)

    /// The scores of ours and of the peers, by seeds and not by who was done first.
    ///
    /// The number of workers changes nothing but how long it takes; `progress` is told after each day.
    /// - Throws: What goes wrong in one of the days.
    public func scores(workers: Int, progress: @escaping @Sendable () -> Void = {}) async throws -> [DayScore] {
        let plan = plan
        let days = try await Workers.map(seeds, workers: workers, progress: progress) { try Self.play(plan, $0) }
        return Self.methods.indices.map { method in
            DayScore(method: Self.methods[method], plan: plan, results: days.map { $0[method] })
        }
    }

    static func play(_ plan: DayPlan, _ seed: UInt64) throws -> [DayResult] {
        var tallies = [DayTally(try TagalongWatch())] + Peer.allCases.map { DayTally(PeerWatch($0)) }
        for moment in try DayStream(plan, seed: seed) {
            for index in tallies.indices { tallies[index].observe(moment, of: plan) }
        }
        return tallies.map(\.result)
    }
}
