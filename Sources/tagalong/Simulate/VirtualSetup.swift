import Foundation
import Rehearsal
import Simulation
import Tracking

/// What a simulation on the virtual clock needs, where everything runs in this process.
struct VirtualSetup {
    private let fleet: Int
    private let speed: Double?
    private let hasRadio: Bool
    private let workers: Int
    private let countsBytes: Bool

    /// Steps that threads play before they wait for each other.
    private static let stepsTogether = 20

    init(_ command: Simulate) {
        fleet = command.copies
        // Only the report tells them.
        countsBytes = command.report != nil
        workers = command.jobs ?? ProcessInfo.processInfo.activeProcessorCount
        speed = command.speed
        hasRadio = command.radio == .simulated
    }

    /// Plays a scenario once, unless SIGINT or SIGTERM ends it before.
    func play(_ scenario: Scenario, _ screen: Screen, _ traceFile: TraceFile?) async throws -> Played {
        try await Interruption.stops(scenario) { try await run(scenario, screen, traceFile) }
    }

    private func run(_ scenario: Scenario, _ screen: Screen, _ traceFile: TraceFile?) async throws -> Played {
        // The history of each part of a large fleet takes a file.
        OpenFiles.raiseLimit()
        FreedMemory.keep()
        let clock = ContinuousClock()
        let began = clock.now
        var rehearsal = try Rehearsal(
            scenario,
            fleet: fleet,
            hasRadio: hasRadio,
            workers: workers,
            countsBytes: countsBytes,
            trace: traceFile?.writer
        )
        let meter = screen.meter(scenario.name)
        defer { meter.end() }
        var step = 0
        while step < rehearsal.steps {
            try Task.checkCancellation()
            let next = speed == nil ? min(rehearsal.steps, step + Self.stepsTogether) : step + 1
            try rehearsal.play(steps: step..<next)
            step = next
            meter.show(step, of: rehearsal.steps)
            if let speed {
                let elapsed = Double(step) * scenario.step.inSeconds / speed
                try await clock.sleep(until: began.advanced(by: .seconds(elapsed)))
            }
        }
        let wall = began.duration(to: clock.now).inSeconds
        return Played(report: try rehearsal.report(wallSeconds: wall), scenario: scenario)
    }
}
