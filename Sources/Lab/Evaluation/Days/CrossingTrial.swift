import Rehearsal
import Settings
import Simulation
import Tracking

/// How often a tracker changes between Bluetooth and cellular mode when its owner walks away between high houses and
/// comes back: the whole of firmware, gateway and history, on the virtual clock.
public struct CrossingTrial: Sendable {
    public let seeds: ClosedRange<UInt64>

    public init(seeds: ClosedRange<UInt64>) { self.seeds = seeds }

    /// Seconds after which the owner, 210 m away, turns back.
    private static let turns = 480.0
    private static let text = """
        name: Away and back
        seed: 1
        start: 2026-09-03T12:00:00Z
        duration: 16m
        step: 1s
        noise: urban
        owners:
          - id: sam
            points:
              - {at: 0s, lat: 40.75500, lon: -73.98400}
              - {at: 4m, lat: 40.75500, lon: -73.98400}
              - {at: 6m30s, lat: 40.75689, lon: -73.98400}
              - {at: 8m, lat: 40.75689, lon: -73.98400}
              - {at: 10m30s, lat: 40.75500, lon: -73.98400}
            report-every: 1s
        trackers:
          - {id: keys, owner: sam, with: sam, report-every: 10s}
        events:
          - {at: 3m, tracker: keys, do: drop}
        """

    /// How it went with each seed, by seeds and not by who was done first.
    ///
    /// The number of workers changes nothing but how long it takes; `progress` is told after each run.
    /// - Throws: What goes wrong in one of the runs.
    public func score(workers: Int, progress: @escaping @Sendable () -> Void = {}) async throws -> CrossingScore {
        let scenario = try Scenario.parse(
            SettingsFile(name: "away-and-back", text: Self.text), devices: DeviceLibrary()
        )
        let runs = try await Workers.map(seeds, workers: workers, progress: progress) { seed in
            var seeded = scenario
            seeded.seed = seed
            return try Self.switches(seeded)
        }
        return CrossingScore(switches: runs)
    }

    /// How often the mode changed on the way there, and on the way back.
    private static func switches(_ scenario: Scenario) throws -> CrossingScore.Switches {
        var rehearsal = try Rehearsal(scenario)
        for step in 0..<rehearsal.steps { try rehearsal.play(step: step) }
        // The first one is chosen, not changed.
        let modes = rehearsal.records.first?.modes.filter { $0.mode != .off }.dropFirst() ?? []
        let away = modes.count { Double($0.at) / 1000 < turns }
        return CrossingScore.Switches(away: away, back: modes.count - away)
    }
}

/// How often the mode changed at how many crossings of the distance at which it is to change.
public struct CrossingScore: Hashable, Sendable {
    /// Changes of mode in one run.
    public struct Switches: Hashable, Sendable {
        public var away: Int
        public var back: Int
    }

    /// Of each run.
    public let switches: [Switches]

    /// The share of runs with at most one change a crossing.
    public var calmShare: Double { share { $0.away <= 1 && $0.back <= 1 } }

    /// The share of runs that changed the mode at each crossing.
    public var changedShare: Double { share { $0.away >= 1 && $0.back >= 1 } }

    private func share(_ holds: (Switches) -> Bool) -> Double {
        Double(switches.count(where: holds)) / Double(max(1, switches.count))
    }
}
