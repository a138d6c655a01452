import Glibc
import Synchronization

/// That somebody wants the run to end, with all that it has started.
enum Interruption {
    private static let isWanted = Atomic(false)

    /// Runs the body, and cancels it on SIGINT or SIGTERM.
    ///
    /// By handlers, which programs that are started do not inherit, as they would what is ignored or blocked.
    ///
    /// - Throws: What the body throws.
    static func watched(_ body: @escaping @Sendable () async throws -> Void) async throws {
        // What is made at its first use must not be made within the handler.
        isWanted.store(false, ordering: .relaxed)
        for number in [SIGINT, SIGTERM] {
            signal(number) { _ in Interruption.isWanted.store(true, ordering: .relaxed) }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await body() }
            group.addTask {
                while !isWanted.load(ordering: .relaxed) { try await Task.sleep(for: .milliseconds(100)) }
                say("ending, with all that was started")
                throw CancellationError()
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
