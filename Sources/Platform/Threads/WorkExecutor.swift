internal import Dispatch
internal import Glibc
internal import Synchronization

/// Threads apart for work that may be long, so that the threads that all tasks share are free for what must not wait.
///
/// As many as there are processors, or as asked for, started with the first job and ended with the executor. They work in
/// the order in which the jobs came, and let others of the process go first where there is not enough for all.
public final class WorkExecutor: TaskExecutor {
    private let queue: WorkQueue

    /// An executor without a thread yet, for as many as there are processors unless it is told how many at most.
    public init(threads: Int? = nil) { queue = WorkQueue(most: max(1, threads ?? Self.processors)) }

    private static let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))

    deinit { queue.close() }

    public func enqueue(_ job: consuming ExecutorJob) { queue.add(UnownedJob(job), for: self) }
}

/// The jobs of an executor, and the threads that take them.
private final class WorkQueue: Sendable {
    private struct State {
        var jobs: [(job: UnownedJob, executor: WorkExecutor)] = []
        /// Where the jobs begin that nobody has taken.
        var first = 0
        var threads = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    /// Counts the jobs, and at the end the threads that are to go.
    private let bell = DispatchSemaphore(value: 0)

    private let most: Int

    init(most: Int) { self.most = most }

    func add(_ job: UnownedJob, for executor: WorkExecutor) {
        let wantsThread = state.withLock { state in
            state.jobs.append((job, executor))
            guard state.threads < most else { return false }
            state.threads += 1
            return true
        }
        bell.signal()
        if wantsThread { launch() }
    }

    func close() {
        let threads = state.withLock { state in
            state.isClosed = true
            return state.threads
        }
        for _ in 0..<threads { bell.signal() }
    }

    private func launch() {
        do { try DedicatedThread.start { self.run() } } catch {
            // The next job tries again; those that wait are taken by the threads that there are.
            state.withLock { $0.threads -= 1 }
        }
    }

    /// Works until there is no executor any more.
    private func run() {
        // Linux takes it for this thread alone. Where it may not be, all are alike.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
        while true {
            bell.wait()
            // The executor is held for as long as its job runs, and let go of outside of the lock.
            guard let (job, executor) = next() else { return }
            unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor())
        }
    }

    private func next() -> (UnownedJob, WorkExecutor)? {
        state.withLock { state in
            guard state.first < state.jobs.count else { return nil }
            let next = state.jobs[state.first]
            state.first += 1
            // Now and then, so that each job is moved once or twice at most.
            if state.first * 2 > max(64, state.jobs.count) {
                state.jobs.removeFirst(state.first)
                state.first = 0
            }
            return next
        }
    }
}
