import Foundation
import Rehearsal
import Simulation

/// How many trackers are simulated how fast, and how much memory each takes.
struct SimulationSuite {
    private let load: Load

    init(_ load: Load) { self.load = load }

    /// Virtual seconds measured for a fleet, after as many as settle everybody.
    private func seconds(_ fleet: Int) -> Int {
        switch fleet {
        case 1: load.amount(3000, quick: 300)
        case 1000: load.amount(240, quick: 5)
        default: load.amount(60, quick: 2)
        }
    }

    private var fleets: [Int] { load.isQuick ? [1, 100] : [1, 1000, 10_000] }

    func run() async throws -> [Measurement] {
        // As the command does.
        FreedMemory.keep()
        var rounds = Rounds()
        rounds.add("heap of events") {
            var heap = EventHeap(pending: 10_000)
            let count = load.amount(2_000_000, quick: 100_000)
            return Double(count) / Stopwatch.processorSeconds { heap.run(count) }
        }
        for scenario in BenchScenario.allCases {
            for fleet in fleets {
                rounds.add(name(fleet, scenario)) { try play(scenario, fleet, workers: processors) }
            }
        }
        rounds.add(Self.oneThread) { try play(.eachSecond, fleets[1], workers: 1) }
        for noise in ["none", "urban"] {
            let alone = try BenchScenario.eachSecond.scenario(noise: noise)
            rounds.add("world alone, \(noise)") {
                let (fleet, seconds) = (load.amount(1000, quick: 100), load.amount(300, quick: 10))
                let world = try WorldAlone(alone, fleet: fleet)
                world.play(10)
                let watch = Stopwatch()
                for _ in stride(from: 0, to: seconds, by: 20) { world.play(min(20, seconds)) }
                return Double(fleet * seconds) / watch.seconds
            }
        }
        let results = try await rounds.run(load)
        let worlds = ["none", "urban"].map { noise in
            Measurement(
                "world alone, 1 Hz, noise \(noise) (no broker, no history)",
                results["world alone, \(noise)"],
                "tracker-s/s",
                limit: ("heap events/s", results["heap of events"]),
                target: noise == "none" ? .ratio(atLeast: 0.1) : nil
            )
        }
        let threads = Measurement(
            "  on \(processors) threads",
            results["\(name(fleets[1], .eachSecond)).wall"],
            "tracker-s/s",
            limit: ("one thread", results["\(Self.oneThread).wall"]),
            target: processors == 2 ? .ratio(atLeast: 1.8) : nil
        )
        return worlds
            + BenchScenario.allCases.flatMap { scenario in
                fleets.flatMap { measurements($0, scenario, results) }
            } + [threads] + (try await memory())
    }

    private func name(_ fleet: Int, _ scenario: BenchScenario) -> String {
        "simulation, \(fleet) tracker\(fleet == 1 ? "" : "s"), \(scenario.rawValue)"
    }

    private let processors = ProcessInfo.processInfo.activeProcessorCount
    private static let oneThread = "simulation on one thread"

    /// Plays as `tagalong simulate` does.
    private func play(_ scenario: BenchScenario, _ fleet: Int, workers: Int) throws -> [String: Double] {
        let warmUp = load.amount(30, quick: 3)
        var rehearsal = try Rehearsal(scenario.scenario(), fleet: fleet, workers: workers, countsBytes: false)
        try rehearsal.play(steps: 0..<warmUp)
        let watch = Stopwatch()
        let end = warmUp + seconds(fleet)
        for step in stride(from: warmUp, to: end, by: 20) { try rehearsal.play(steps: step..<min(end, step + 20)) }
        let (wall, processor) = (watch.seconds, watch.processorSeconds)
        let report = try rehearsal.report(wallSeconds: wall)
        let lived = Double(fleet * seconds(fleet))
        guard report.messages.stored > 0, report.messages.quarantined == 0 else {
            throw WrongCount("quarantined in a simulation", expected: 0, found: report.messages.quarantined)
        }
        return ["wall": lived / wall, "processor": lived / processor]
    }

    private func measurements(
        _ fleet: Int,
        _ scenario: BenchScenario,
        _ results: Rounds.Results
    ) -> [Measurement] {
        let name = name(fleet, scenario)
        let target: Target? =
            switch (fleet, scenario) {
            // Ten times what it was before shards: 0.0024.
            case (1000, .eachSecond): .ratio(atLeast: 0.024)
            // A day of each in ten minutes.
            case (1000, .asShipped): .atLeast(144_000)
            default: nil
            }
        return [
            Measurement(
                name,
                results["\(name).wall"],
                "tracker-s/s",
                limit: ("heap events/s", results["heap of events"]),
                target: target
            ),
            Measurement(
                "  by processor time",
                results["\(name).processor"],
                "tracker-s/s",
                limit: ("heap events/s", results["heap of events"])
            ),
        ]
    }

    /// What a tracker adds: the difference between a large fleet and a single one, in processes of their own.
    private func memory() async throws -> [Measurement] {
        let fleet = load.amount(10_000, quick: 200)
        return try await withTemporaryDirectory { directory in
            try [("its whole world", []), ("without broker and history", ["--world-only"])].map { what, flags in
                let sizes = try [1, fleet].map { try resident($0, flags, directory) }
                let each = (sizes[1] - sizes[0]) / Double(fleet - 1) / 1000
                return Measurement("memory of a simulated tracker, \(what)", each, "kB", target: .atMost(10))
            }
        }
    }

    private func resident(_ fleet: Int, _ flags: [String], _ directory: String) throws -> Double {
        let child = try Child.ourselves(["resident", "\(fleet)"] + flags, in: directory)
        guard let bytes = child.line().flatMap({ Double($0) }) else {
            throw WrongCount("answers of a child", expected: 1, found: 0)
        }
        child.stop()
        return bytes
    }
}
