import Logging
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

@testable import Supervision

@Suite(.timeLimit(.minutes(30)))
struct SupervisorTests {
    /// A log that keeps its sentences.
    private struct Notebook: LogHandler {
        let lines: Lines
        var logLevel = Logger.Level.trace
        var metadata: Logger.Metadata = [:]

        final class Lines: Sendable {
            let all = Mutex<[String]>([])
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.all.withLock { $0.append("\(event.message)") } }
    }

    private let lines = Notebook.Lines()
    private var logger: Logger { Logger(label: "test") { _ in Notebook(lines: lines) } }

    private func manager(_ receiver: DatagramReceiver) throws -> ServiceManager {
        let environment = ["NOTIFY_SOCKET": receiver.path, "WATCHDOG_USEC": "40000"]
        return try #require(ServiceManager(environment: environment, process: 7))
    }

    /// Runs a supervisor beside the body, and shuts it down at its end.
    private func run(_ supervisor: Supervisor, _ body: () async throws -> Void) async throws {
        let group = ServiceGroup(services: [supervisor], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            try await body()
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    @Test func `ready is told once all gates are open, alive as long as all parts answer, and last that it ends`()
        async throws
    {
        let receiver = try DatagramReceiver()
        let gates = [Gate(), Gate()]
        let asked = Mutex(0)
        let vital = Vital("a part") {
            asked.withLock { $0 += 1 }
            return "all is well"
        }
        let supervisor = Supervisor(manager: try manager(receiver), vitals: [vital], gates: gates, logger: logger)
        try await run(supervisor) {
            gates[1].open()
            try await eventually { asked.withLock { $0 } > 3 }
            #expect(receiver.lines.isEmpty)
            gates[0].open()
            try await eventually { receiver.lines.filter { $0 == "WATCHDOG=1" }.count > 3 }
        }
        let lines = receiver.lines
        #expect(lines.first == "READY=1")
        #expect(lines.filter { $0 == "READY=1" }.count == 1)
        #expect(lines.contains("STATUS=all is well"))
        #expect(lines.suffix(2) == ["STOPPING=1", "STATUS=ending"])
    }

    @Test func `while one part hangs nothing is told but who it is in the log, and after it all goes on`() async throws
    {
        let receiver = try DatagramReceiver()
        let hangs = Mutex(false)
        let isHanging = Mutex(false)
        let vitals = [
            Vital("a part that goes on") { nil },
            Vital("a part that hangs") {
                while hangs.withLock({ $0 }) {
                    isHanging.withLock { $0 = true }
                    try? await Task.sleep(for: .milliseconds(2))
                }
                return nil
            },
        ]
        let supervisor = Supervisor(manager: try manager(receiver), vitals: vitals, gates: [], logger: logger)
        let complaint = "a part that hangs does not answer; the service manager is not told that all is well"
        try await run(supervisor) {
            try await eventually { receiver.lines.contains("WATCHDOG=1") }
            hangs.withLock { $0 = true }
            try await eventually { isHanging.withLock { $0 } }
            // The round before may still have to be told.
            let most = receiver.lines.count + 1
            try await eventually { lines.all.withLock { $0.contains(complaint) } }
            for _ in 0..<20 { try await Task.sleep(for: .milliseconds(10)) }
            #expect(receiver.lines.count <= most)
            hangs.withLock { $0 = false }
            try await eventually { receiver.lines.count > most }
        }
        #expect(receiver.lines.contains("STOPPING=1"))
    }

    @Test func `a part that hangs does not keep the program from ending`() async throws {
        let receiver = try DatagramReceiver()
        let release = Gate()
        let vital = Vital("a part that hangs") {
            // Does not hear that it is cancelled.
            await Task.detached { await release.opened() }.value
            return nil
        }
        let supervisor = Supervisor(manager: try manager(receiver), vitals: [vital], gates: [], logger: logger)
        try await run(supervisor) { try await eventually { receiver.lines.contains("READY=1") } }
        #expect(!receiver.lines.contains("WATCHDOG=1"))
        #expect(receiver.lines.contains("STOPPING=1"))
        release.open()
    }
}
