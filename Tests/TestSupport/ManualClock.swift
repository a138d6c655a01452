internal import Synchronization
public import Tracking

/// A clock that a test sets.
public final class ManualClock: UTCClock {
    private struct Sleeper {
        let deadline: Timestamp
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Timestamp
        var sleepers: [Int: Sleeper] = [:]
        var last = 0
    }

    private let state: Mutex<State>

    /// A clock that stands at a moment.
    public init(at now: Timestamp = Timestamp(milliseconds: 1_700_000_000_000)) { state = Mutex(State(now: now)) }

    public var minimumResolution: Duration { .milliseconds(1) }
    public var now: Timestamp { state.withLock(\.now) }

    public func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Lets time pass, and wakes who has slept so long.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }
}
