import Foundation
import History
import Logging
import Messages
import Store
import Synchronization
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
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
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

/// A bus on which batches are handed over by hand, from any thread.
private final class HandBus: Bus {
    private struct State {
        var batches: [[Message]] = []
        var listener: CheckedContinuation<[Message], Never>?
        var beginning: CheckedContinuation<Void, Never>?
        var hasBegun = false
    }

    private let state = Mutex(State())

    func run(_ handler: @escaping @Sendable (BusEvent) async throws -> Void) async throws {
        try await handler(.connected(resumed: false))
        while !Task.isCancelled { try await handler(.received(await next())) }
    }

    func publish(_ message: Message) async throws(BusClosed) {}

    func hasBegun() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if !state.hasBegun { state.beginning = continuation }
                return state.hasBegun
            }
            if isThere { continuation.resume() }
        }
    }

    func hand(over batches: [[Message]]) {
        let listener = state.withLock { state in
            state.batches += batches
            defer { state.listener = nil }
            return state.listener
        }
        guard let listener else { return }
        listener.resume(returning: state.withLock { $0.batches.removeFirst() })
    }

    private func next() async -> [Message] {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (batch, beginning): ([Message]?, CheckedContinuation<Void, Never>?) = state.withLock { state in
                    if !state.batches.isEmpty { return (state.batches.removeFirst(), nil) }
                    if Task.isCancelled { return ([], nil) }
                    state.listener = continuation
                    state.hasBegun = true
                    defer { state.beginning = nil }
                    return (nil, state.beginning)
                }
                beginning?.resume()
                if let batch { continuation.resume(returning: batch) }
            }
        } onCancel: {
            let listener = state.withLock { state in
                defer { state.listener = nil }
                return state.listener
            }
            listener?.resume(returning: [])
        }
    }
}

/// A time of day at which nothing becomes old.
private struct FixedClock: UTCClock {
    var now: Timestamp { Timestamp(seconds: 1100) }
    var minimumResolution: Duration { .milliseconds(1) }

    func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
        try await Task.sleep(for: .seconds(1))
    }
}
