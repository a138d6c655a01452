import Foundation
import Guard
import Logging
import Messages
import Synchronization
import Testing
import Tracking

@testable import Guarding

/// What a guard has kept when what it was told is acknowledged.
struct GuardKeepingTests {
    /// Hands on batches one after the other, and looks at the moment at which a real bus acknowledges.
    private struct PlayedBus: Bus {
        let batches: [[Message]]
        let acknowledged: @Sendable () -> Void

        func run(_ handler: @escaping @Sendable (BusEvent) async throws -> Void) async throws {
            try await handler(.connected(resumed: false))
            for batch in batches {
                try await handler(.received(batch))
                acknowledged()
            }
        }

        func publish(_ message: Message) async throws(BusClosed) {}
        func drained() async throws {}
        var backlog: Int { 0 }
    }

    private struct StoppedClock: UTCClock {
        typealias Instant = Timestamp
        let now: Timestamp
        var minimumResolution: Duration { .zero }
        func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
            // Until the run is over, which cancels it.
            try await Task.sleep(for: .seconds(3600))
        }
    }

    /// What waits in the session of a guard that was killed comes before what the broker keeps of the gateway.
    @Test(arguments: [true, false])
    func `what a gateway says of itself is kept before it is acknowledged`(isPlayed: Bool) async throws {
        let file = GuardFile(path: FileManager.default.temporaryDirectory.path + "/guard-\(UUID()).json")
        defer { try? FileManager.default.removeItem(atPath: file.path) }
        let kept = Mutex<[Bool]>([])
        let bus = PlayedBus(batches: [[GuardedDay().status]]) {
            let memory = try? file.read(for: GuardedDay.anna)
            kept.withLock { $0.append(memory?.gateways[GuardedDay.pocket.text] != nil) }
        }
        let pace = isPlayed ? GuardService.Pace.messages : .clock(StoppedClock(now: GuardedDay.time(0)))
        let service = GuardService(
            bus: bus, desk: GuardDesk(owner: GuardedDay.anna), file: file, pace: pace, logger: Logger(label: "guard"),
            tell: { _, _ in }
        )
        try await service.run()
        #expect(kept.withLock(\.self) == [true])
    }
}
