public import Glibc
internal import Synchronization

/// The thread that descriptors are served on: the executor of an actor, and the wait for what it serves.
///
/// A task that prefers it does not leave it either for what belongs to no actor.
///
/// It runs while there is something to serve or there are jobs left. A job that comes after that, such as a call on a
/// closed connection, starts it again for as long as it takes.
public final class PollThread: SerialExecutor, TaskExecutor {
    /// What the thread sleeps for.
    public struct Wait: Sendable {
        public let descriptors: [Int32]
        /// The events of `poll` waited for on each descriptor.
        public let events: Int16
        /// Milliseconds, -1 for ever.
        public let timeout: Int32

        public init(descriptors: [Int32], events: Int16 = Int16(POLLIN), timeout: Int32) {
            (self.descriptors, self.events, self.timeout) = (descriptors, events, timeout)
        }
    }

    fileprivate struct State {
        var jobs: [UnownedJob] = []
        var isRunning = false
        var identifier: pthread_t?
        /// Serves the descriptors and tells what to wait for; `nil` when there is nothing to serve any more.
        var turn: (@Sendable () -> Wait?)?
    }

    private let state = Mutex(State())
    private let bell: Bell
    private let isPreferred: Bool

    /// A thread that is not started yet.
    ///
    /// It is preferred where the tasks that run here mostly prefer it: those change between an actor here and what
    /// belongs to none without waiting for their turn, and the others wait for theirs.
    /// - Throws: ``NoDescriptor``.
    public init(isPreferred: Bool = false) throws(NoDescriptor) {
        bell = try Bell()
        self.isPreferred = isPreferred
    }

    /// Starts the thread, which calls `turn` whenever a descriptor or the clock may want something.
    public func start(_ turn: @escaping @Sendable () -> Wait?) {
        let mustStart = state.withLock { state in
            state.turn = turn
            return state.claim()
        }
        if mustStart { launch() } else { bell.ring() }
    }

    /// Whether there is a thread at the moment.
    public var isRunning: Bool { state.withLock(\.isRunning) }

    /// Makes the thread look again whether there is anything left to do.
    public func wake() { bell.ring() }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let mustStart = state.withLock { state in
            state.jobs.append(job)
            return state.claim()
        }
        if mustStart { launch() } else { bell.ring() }
    }

    public func isIsolatingCurrentContext() -> Bool? { isCurrent }
    public func checkIsolated() { precondition(isCurrent, "an actor is used off its thread") }

    private var isCurrent: Bool {
        let thread = state.withLock(\.identifier)
        return thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
    }
}

extension PollThread.State {
    /// Tells whether the caller has to start the thread.
    fileprivate mutating func claim() -> Bool {
        defer { isRunning = true }
        return !isRunning
    }
}

/// What happens on the thread.
extension PollThread {
    private func launch() {
        do { try DedicatedThread.start { self.run() } } catch {
            // Without a thread nothing can run; the next job tries again.
            state.withLock { $0.isRunning = false }
        }
    }

    private func run() {
        state.withLock { $0.identifier = pthread_self() }
        while true {
            runJobs()
            let turn = state.withLock(\.turn)
            if let wait = turn?() {
                sleep(wait)
            } else if endIfIdle() {
                return
            }
        }
    }

    private func runJobs() {
        while true {
            let jobs = state.withLock { state in
                defer { state.jobs = [] }
                return state.jobs
            }
            if jobs.isEmpty { return }
            for job in jobs { run(job) }
        }
    }

    private func run(_ job: UnownedJob) {
        if isPreferred {
            unsafe job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        } else {
            unsafe job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }

    /// There is nothing to serve: the thread ends unless a job has come by now.
    private func endIfIdle() -> Bool {
        state.withLock { state in
            guard state.jobs.isEmpty else { return false }
            state.turn = nil
            state.identifier = nil
            state.isRunning = false
            return true
        }
    }

    private func sleep(_ wait: Wait) {
        var entries = [pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)]
        entries += wait.descriptors.map { pollfd(fd: $0, events: wait.events, revents: 0) }
        _ = unsafe poll(&entries, nfds_t(entries.count), wait.timeout)
        if entries[0].revents != 0 { bell.clear() }
    }
}
