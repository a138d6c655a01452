import Threads

/// Has several who move months of one process do so one after the other, as each may need the memory of a month.
public actor ArchiveTurn {
    private var isTaken = false
    private var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    private var next = 0

    /// Packing a month takes long: the threads that tasks share are free for what must not wait.
    let executor = WorkExecutor(threads: 1)

    public init() {}

    /// Waits until nobody else has the turn.
    ///
    /// - Throws: `CancellationError` when the task is cancelled meanwhile; then the turn is not taken.
    func take() async throws {
        try Task.checkCancellation()
        guard isTaken else {
            isTaken = true
            return
        }
        let number = next
        next += 1
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                // Who was cancelled before is not told so any more.
                if Task.isCancelled {
                    continuation.resume(throwing: CancellationError())
                } else {
                    waiting.append((number, continuation))
                }
            }
        } onCancel: {
            Task { await leave(number) }
        }
    }

    private func leave(_ number: Int) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: index).continuation.resume(throwing: CancellationError())
    }

    func give() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().continuation.resume() }
    }

    var waitingCount: Int { waiting.count }

    /// Lets those who wait go first.
    func pass() async throws {
        if waiting.isEmpty { return }
        give()
        try await take()
    }
}
