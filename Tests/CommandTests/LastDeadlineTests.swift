import Logging
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

@testable import tagalong

@Suite(.timeLimit(.minutes(30))) struct LastDeadlineTests {
    private struct Ending: Service {
        func run() async throws {}
    }

    private final class Ends: Sendable {
        let statuses = Mutex<[tagalong.ExitStatus]>([])
    }

    @Test func `when one part has ended and the others do not, the process ends`() async throws {
        let ends = Ends()
        let deadline = LastDeadline(after: .milliseconds(20), logger: .silent) { status in
            ends.statuses.withLock { $0.append(status) }
        }
        try await MortalService(service: Ending(), deadline: deadline).run()
        // As a signal does besides.
        deadline.set()
        try await eventually { !ends.statuses.withLock(\.isEmpty) }
        try await Task.sleep(for: .milliseconds(100))
        let statuses = ends.statuses.withLock(\.self)
        #expect(statuses == [.failure])
    }

    @Test func `when all have ended in time, nothing more happens`() async throws {
        let ends = Ends()
        let deadline = LastDeadline(after: .milliseconds(50), logger: .silent) { status in
            ends.statuses.withLock { $0.append(status) }
        }
        deadline.set()
        deadline.lift()
        try await Task.sleep(for: .milliseconds(200))
        let statuses = ends.statuses.withLock(\.self)
        #expect(statuses.isEmpty)
    }
}
