import Threads

/// Has several who move months of one process do so one after the other, as each may need the memory of a month.
public actor ArchiveTurn {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Packing a month takes long: the threads that tasks share are free for what must not wait.
    let executor = WorkExecutor(threads: 1)

    public init() {}

    func take() async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func give() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
