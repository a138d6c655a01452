import ArgumentParser
import Rehearsal
import Simulation

/// Says how much memory a fleet takes once it lives; for the benchmarks themselves.
struct Resident: ParsableCommand {
    static let configuration = CommandConfiguration(shouldDisplay: false)

    @Argument var fleet: Int
    @Flag var worldOnly = false

    func run() throws {
        FreedMemory.keep()
        let scenario = try BenchScenario.asShipped.scenario()
        if worldOnly { live(try WorldAlone(scenario, fleet: fleet)) } else { try play(scenario) }
    }

    private func play(_ scenario: Scenario) throws {
        var rehearsal = try Rehearsal(scenario, fleet: fleet, countsBytes: false)
        for step in 0..<30 { try rehearsal.play(step: step) }
        print(ProcessStatus.ours.resident)
        keep(rehearsal)
    }

    private func live(_ alone: WorldAlone) {
        alone.play(30)
        print(ProcessStatus.ours.resident)
        keep(alone)
    }
}
