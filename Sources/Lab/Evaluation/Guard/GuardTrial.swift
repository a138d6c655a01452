/// The guard and AirGuard's levels on simulated days of several persons.
public struct GuardTrial: Sendable {
    public let seeds: ClosedRange<UInt64>

    public init(seeds: ClosedRange<UInt64>) { self.seeds = seeds }

    /// Days that a person without a hidden tag is watched, and one with.
    static let freeDays = 7
    static let followedDays = 6

    /// How many runs a seed has.
    public static let runs = GuardPerson.allCases.count + GuardAdversary.allCases.count

    /// The scores of all methods, by seeds and not by who was done first.
    ///
    /// - Throws: What goes wrong in one of the runs.
    public func scores(workers: Int, progress: @escaping @Sendable () -> Void = {}) async throws -> [GuardScore] {
        let outcomes = try await Workers.map(seeds, workers: workers, progress: progress) { seed in
            try Self.plays(of: seed).map { ($0, try $0.play()) }
        }
        let all = outcomes.flatMap { $0 }
        return GuardRun.methods.map { GuardScore(method: $0, runs: all) }
    }

    /// Everybody for a week without a hidden tag, and one of them with each adversary.
    static func plays(of seed: UInt64) -> [GuardRun] {
        let free = GuardPerson.allCases.enumerated().map { index, person in
            GuardRun(person: person, adversary: nil, days: freeDays, seed: seed &* 16 &+ UInt64(index))
        }
        let followed = GuardAdversary.allCases.enumerated().map { index, adversary in
            let among = adversary == .car ? [GuardPerson.commuter, .family] : GuardPerson.allCases
            let person = among[Int(seed % UInt64(among.count))]
            return GuardRun(
                person: person, adversary: adversary, days: followedDays, seed: seed &* 16 &+ 8 &+ UInt64(index)
            )
        }
        return free + followed
    }
}
