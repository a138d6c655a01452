import Messages
import Synchronization
import Tracking

/// A bus on which batches are handed over by hand, from any thread.
final class HandBus: Bus {
    private struct State {
        var batches: [[Message]] = []
        var listener: CheckedContinuation<[Message], Never>?
        var beginning: CheckedContinuation<Void, Never>?
        var hasBegun = false
        var published: [Message] = []
        var unsubscribed: [String] = []
    }

    private let state = Mutex(State())

    func run(_ handler: @escaping @Sendable (BusEvent) async throws -> Void) async throws {
        try await handler(.connected(resumed: false))
        while !Task.isCancelled { try await handler(.received(await next())) }
    }

    func publish(_ message: Message) async throws(BusClosed) { state.withLock { $0.published.append(message) } }
    func unsubscribe(_ filter: String) { state.withLock { $0.unsubscribed.append(filter) } }

    /// What was handed to it.
    var published: [Message] { state.withLock(\.published) }
    /// Whether all batches have been taken.
    var isEmpty: Bool { state.withLock(\.batches.isEmpty) }
    /// What need not come any more.
    var unsubscribed: [String] { state.withLock(\.unsubscribed) }

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
struct FixedClock: UTCClock {
    var now: Timestamp { Timestamp(seconds: 1100) }
    var minimumResolution: Duration { .milliseconds(1) }

    func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
        try await Task.sleep(for: .seconds(1))
    }
}
