import Tracking

/// All methods through simulated days.
public struct DayTrial: Sendable {
    public let plan: DayPlan
    public let seeds: ClosedRange<UInt64>

    public init(_ plan: DayPlan, seeds: ClosedRange<UInt64>) {
        (self.plan, self.seeds) = (plan, seeds)
    }

    /// The names of the methods, in the order of the scores.
    static let methods = ["tagalong"] + Peer.allCases.map(\.name)

    /// The scores of ours and of the peers.
    ///
    /// - Parameters:
    ///   - workers: How many days are played at the same time; it changes nothing but how long it takes.
    ///   - progress: Is told after each day.
    /// - Throws: What goes wrong in one of the days.
    public func scores(workers: Int, progress: @escaping @Sendable () -> Void = {}) async throws -> [DayScore] {
        let days = try await withThrowingTaskGroup(of: (UInt64, [DayResult]).self) { group in
            var (waiting, days) = (seeds.makeIterator(), [(UInt64, [DayResult])]())
            for _ in 0..<max(1, workers) {
                if let seed = waiting.next() { group.addTask { (seed, try Self.play(plan, seed)) } }
            }
            for try await day in group {
                days.append(day)
                progress()
                if let seed = waiting.next() { group.addTask { (seed, try Self.play(plan, seed)) } }
            }
            return days.sorted { $0.0 < $1.0 }.map(\.1)
        }
        return Self.methods.indices.map { method in
            DayScore(method: Self.methods[method], plan: plan, results: days.map { $0[method] })
        }
    }

    /// What each method did in one day.
    static func play(_ plan: DayPlan, _ seed: UInt64) throws -> [DayResult] {
        var tallies = [DayTally(try TagalongWatch())] + Peer.allCases.map { DayTally(PeerWatch($0)) }
        for moment in try DayStream(plan, seed: seed) {
            for index in tallies.indices { tallies[index].observe(moment, of: plan) }
        }
        return tallies.map(\.result)
    }
}
