/// Runs of many seeds, several at a time.
enum Workers {
    /// The outcome of each seed, in the order of the seeds whatever is done first.
    static func map<Outcome: Sendable>(
        _ seeds: ClosedRange<UInt64>,
        workers: Int,
        progress: @escaping @Sendable () -> Void,
        _ play: @escaping @Sendable (UInt64) throws -> Outcome
    ) async throws -> [Outcome] {
        try await withThrowingTaskGroup(of: (UInt64, Outcome).self) { group in
            var waiting = seeds.makeIterator()
            var outcomes = [(UInt64, Outcome)]()
            for _ in 0..<max(1, workers) {
                if let seed = waiting.next() { group.addTask { (seed, try play(seed)) } }
            }
            for try await outcome in group {
                outcomes.append(outcome)
                progress()
                if let seed = waiting.next() { group.addTask { (seed, try play(seed)) } }
            }
            return outcomes.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
