import Foundation
import History
import Store
import StoreSupport
import Synchronization
import TestSupport
import Testing
import Tracking

/// The history service while the threads that tasks share do something else.
@Suite(.timeLimit(.minutes(30)))
struct HistoryThreadTests {
    @Test func `what the bus hands over is stored, however busy the threads are that tasks share`() async throws {
        var bench = try HistoryBench(isLive: true)
        let batches = (1...20).map { number in
            [
                bench.location(
                    bench.keys,
                    at: 1000 + Double(number),
                    north: 1,
                    mark: FixMark(boot: 1, sequence: UInt32(number))
                )
            ]
        }
        bench.fence = nil
        let (store, keys, bus) = (bench.store, bench.keys, HandBus())
        let history = try HistoryService(
            core: HistoryCore(store: store),
            clock: FixedClock(),
            logger: .silent
        ) { bus }
        let service = Task { try await history.run() }
        await bus.hasBegun()
        let isStored = await withCheckedContinuation { continuation in
            // Nothing here may need one of those threads.
            Thread.detachNewThread {
                let hogs = Hogs()
                bus.hand(over: batches)
                let end = ContinuousClock.now + .seconds(120)
                while (try? store.fixCount(of: keys)) != batches.count, ContinuousClock.now < end { usleep(1000) }
                let count = try? store.fixCount(of: keys)
                hogs.leave()
                continuation.resume(returning: count == batches.count)
            }
        }
        #expect(isStored)
        service.cancel()
        _ = await service.result
    }

    @Test func `an errand that takes long shows that it goes on, and nobody waits for it to hear that`() async throws {
        let history = try HistoryService(
            core: HistoryCore(store: .forTest()),
            clock: FixedClock(),
            logger: .silent
        ) { HandBus() }
        let before = history.lastPulse.beats
        let (begun, beaten) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let errand = Task {
            try await history.perform { _, _ in
                history.beat()
                begun.signal()
                beaten.wait()
                return (true, [])
            }
        }
        // Nothing but the errand runs on the service until it is let go.
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                begun.wait()
                continuation.resume()
            }
        }
        #expect(history.lastPulse.beats == before + 1)
        beaten.signal()
        #expect(try await errand.value)
    }
}

/// Keeps every thread that tasks share busy.
private final class Hogs: Sendable {
    private let isOver = Atomic(false)
    private let running = Atomic(0)

    /// Returns when no thread is left for anybody else.
    init() {
        let most = 4 * ProcessInfo.processInfo.activeProcessorCount
        for _ in 0..<most {
            Task.detached {
                self.running.add(1, ordering: .relaxed)
                // Without a rest: for threads that sleep the pool would start others.
                while !self.isOver.load(ordering: .relaxed) {}
            }
        }
        var (before, calm) = (-1, 0)
        while calm < 50 {
            let now = running.load(ordering: .relaxed)
            calm = now == before && now > 0 ? calm + 1 : 0
            before = now
            usleep(2000)
        }
    }

    func leave() { isOver.store(true, ordering: .relaxed) }
}
