import Rehearsal
import Simulation
import Tracking

/// What a simulation on the virtual clock needs, where everything runs in this process.
struct VirtualSetup {
    private let fleet: Int
    private let speed: Double?
    private let hasRadio: Bool

    init(_ command: Simulate) {
        fleet = command.fleet
        speed = command.speed
        hasRadio = command.radio == .simulated
    }

    /// Plays a scenario once; SIGINT and SIGTERM remove its database before the end.
    func play(_ scenario: Scenario, _ screen: Screen, _ traceFile: TraceFile?) async throws -> Played {
        try await Interruption.stops(scenario) { try await run(scenario, screen, traceFile) }
    }

    private func run(_ scenario: Scenario, _ screen: Screen, _ traceFile: TraceFile?) async throws -> Played {
        let clock = ContinuousClock()
        let began = clock.now
        let store = try TemporaryStore()
        defer { store.remove() }
        var rehearsal = try Rehearsal(
            scenario, fleet: fleet, hasRadio: hasRadio, storePath: store.path, trace: traceFile?.writer
        )
        let meter = screen.meter(scenario.name)
        defer { meter.end() }
        for step in 0..<rehearsal.steps {
            try Task.checkCancellation()
            try rehearsal.play(step: step)
            meter.show(step + 1, of: rehearsal.steps)
            if let speed {
                let elapsed = Double(step + 1) * scenario.step.inSeconds / speed
                try await clock.sleep(until: began.advanced(by: .seconds(elapsed)))
            }
        }
        let wall = began.duration(to: clock.now).inSeconds
        return Played(report: try rehearsal.report(wallSeconds: wall), scenario: scenario)
    }
}
