import Synchronization

/// Lets one task through at a time, in the order in which they came.
final class Turnstile: Sendable {
    private struct State {
        var isTaken = false
        var last = 0
        var waiters: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    private let state = Mutex(State())

    /// Waits for its turn; false when the task was cancelled instead.
    func enter() async -> Bool {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    if Task.isCancelled { return false }
                    if state.isTaken {
                        state.waiters.append((number, continuation))
                        return nil
                    }
                    state.isTaken = true
                    return true
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> CheckedContinuation<Bool, Never>? in
                guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return nil }
                return state.waiters.remove(at: index).continuation
            }
            waiter?.resume(returning: false)
        }
    }

    /// Lets the next one through.
    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            if state.waiters.isEmpty {
                state.isTaken = false
                return nil
            }
            return state.waiters.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}
