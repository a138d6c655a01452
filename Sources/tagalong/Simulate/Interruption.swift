import Simulation
import UnixSignals

/// SIGINT and SIGTERM while a scenario is played: what it has made is removed before the end.
enum Interruption {
    /// Plays a scenario in a task that the signals cancel, so that the body ends with `CancellationError`.
    ///
    /// - Throws: ``CommandFailure`` when it was stopped, and what the body throws.
    static func stops<Result: Sendable>(
        _ scenario: Scenario, _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        let run = Task { try await body() }
        let watch = Task {
            for await _ in signals { run.cancel() }
        }
        defer { watch.cancel() }
        do { return try await run.value } catch is CancellationError {
            throw CommandFailure(.failure, "\(scenario.file): stopped before its end")
        }
    }
}
