internal import Synchronization

/// The end of a connection, for those who wait for it.
final class BusEnding: Sendable {
    private struct State {
        var reason: BusError?
        var lastWaiter = 0
        var waiters: [Int: CheckedContinuation<BusError, Never>] = [:]
    }

    private let state = Mutex(State())

    var reason: BusError? { state.withLock(\.reason) }

    /// Notes the end; answers whether it had not been known.
    @discardableResult
    func end(_ reason: BusError) -> Bool {
        let waiters = state.withLock { state in
            guard state.reason == nil else { return nil as [CheckedContinuation<BusError, Never>]? }
            defer { state.waiters = [:] }
            state.reason = reason
            return Array(state.waiters.values)
        }
        for waiter in waiters ?? [] { waiter.resume(returning: reason) }
        return waiters != nil
    }

    func wait() async -> BusError {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state in
                    let answer = state.reason ?? (Task.isCancelled ? Self.cancelled : nil)
                    if answer == nil { state.waiters[number] = continuation }
                    return answer
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
            waiter?.resume(returning: Self.cancelled)
        }
    }

    private static let cancelled = BusError.cancelled("the end of the connection")
}
