public import Paths
import Simulation

/// A set of situations to play.
public struct SituationBattery: Hashable, Sendable {
    public private(set) var situations: [Situation]

    public init(_ situations: [Situation]) { self.situations = situations }

    /// The situations whose description has one of some texts; all of them when there is no text.
    public func narrowed(to texts: [String]) -> SituationBattery {
        guard !texts.isEmpty else { return self }
        return SituationBattery(
            situations.filter { situation in
                let description = situation.description
                return texts.contains { description.contains($0) }
            }
        )
    }

    /// This one and then another.
    public static func + (first: SituationBattery, second: SituationBattery) -> SituationBattery {
        SituationBattery(first.situations + second.situations)
    }

    /// Plays all situations with all seeds.
    ///
    /// Each seed makes other ways, errors and moments of the same situation. The number of workers changes nothing but
    /// how long it takes; `progress` is told after each run. The runs come by situations and then by seeds.
    /// - Throws: What goes wrong in one of them.
    public func play(
        seeds: ClosedRange<UInt64>, workers: Int, progress: @escaping @Sendable () -> Void = {}
    ) async throws -> [SituationRun] {
        guard !situations.isEmpty else { return [] }
        let situations = situations, count = UInt64(seeds.count)
        let runs = 0...UInt64(situations.count) * count - 1
        return try await Workers.map(runs, workers: workers, progress: progress) { index in
            let situation = situations[Int(index / count)], seed = seeds.lowerBound + index % count
            return SituationRun(situation, seed: seed, results: try SituationTrial(situation, seed: seed).results())
        }
    }
}

extension SituationBattery {
    /// What goes with recorded ways: the item is kept and left, with and without a gateway in the pocket.
    ///
    /// Recordings of one name are numbered.
    /// - Throws: ``PathError`` for the first file that is no way.
    public static func recorded(_ files: [String]) throws(PathError) -> SituationBattery {
        var situations = [Situation]()
        var names = [String: Int]()
        for file in files {
            let stem = SituationRecording.stem(of: file), number = names[stem, default: 0] + 1
            names[stem] = number
            let recording = try SituationRecording(file: file, name: number == 1 ? stem : "\(stem)-\(number)")
            for happening in [Situation.Happening.kept, .left] {
                for ears in [Situation.Ears.pocket, .none] {
                    situations.append(Situation(.walk, .every(60), ears, .openSky, happening, along: recording))
                }
            }
        }
        return SituationBattery(situations)
    }
}

/// What all methods made of one situation with one seed.
public struct SituationRun: Hashable, Sendable {
    public let situation: Situation
    public let seed: UInt64
    /// In the order of ``SituationTrial/methods``; Tagalong's is the first.
    public let results: [SituationResult]

    public init(_ situation: Situation, seed: UInt64, results: [SituationResult]) {
        (self.situation, self.seed, self.results) = (situation, seed, results)
    }

    /// What Tagalong did wrong, if anything.
    public var faults: [SituationFault] { results.first?.faults(in: situation) ?? [] }

    /// A name for the file of the run's scenario.
    public var fileName: String { "\(situation)".split(separator: "/").joined(separator: "_") + "_seed-\(seed).yaml" }

    /// The run's scenario, which begins with what went wrong.
    ///
    /// - Throws: What would be a fault of ``SituationScript``.
    public func text() throws -> String {
        let faults = faults.isEmpty ? "nothing" : faults.map(\.rawValue).joined(separator: ", ")
        return "# What went wrong: \(faults).\n" + (try SituationScript(situation, seed: seed).text())
    }
}
