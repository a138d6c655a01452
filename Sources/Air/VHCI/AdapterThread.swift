internal import Glibc
internal import Synchronization

/// The thread that virtual adapters live on: the executor of their actor, and the wait for their devices.
///
/// It runs while there is something to serve or there are jobs left. A job that comes after that starts it again for as
/// long as it takes.
final class AdapterThread: SerialExecutor {
    /// What the thread sleeps for.
    struct Wait: Sendable {
        let descriptors: [Int32]
        /// Milliseconds, -1 for ever.
        let timeout: Int32
    }

    fileprivate struct State {
        var jobs: [UnownedJob] = []
        var isRunning = false
        var identifier: pthread_t?
        /// Serves the devices and tells what to wait for; `nil` when there is nothing to serve any more.
        var turn: (@Sendable () -> Wait?)?
    }

    private let state = Mutex(State())
    private let bell: Bell

    init() throws(VHCIError) { bell = try Bell() }

    /// Starts the thread.
    ///
    /// - Parameter turn: called on the thread whenever a device or the clock may want something.
    func start(_ turn: @escaping @Sendable () -> Wait?) {
        let mustStart = state.withLock { state in
            state.turn = turn
            return state.claim()
        }
        if mustStart { launch() } else { bell.ring() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let mustStart = state.withLock { state in
            state.jobs.append(job)
            return state.claim()
        }
        if mustStart { launch() } else { bell.ring() }
    }

    func isIsolatingCurrentContext() -> Bool? { isCurrent }

    func checkIsolated() { precondition(isCurrent, "the adapters are used off their thread") }

    private var isCurrent: Bool {
        let thread = state.withLock(\.identifier)
        return thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
    }
}

extension AdapterThread.State {
    /// Tells whether the caller has to start the thread.
    fileprivate mutating func claim() -> Bool {
        defer { isRunning = true }
        return !isRunning
    }
}

/// What happens on the thread.
extension AdapterThread {
    private func launch() {
        let context = unsafe Unmanaged.passRetained(self)
        var thread = pthread_t()
        let code = unsafe pthread_create(&thread, nil, enter, context.toOpaque())
        guard code != 0 else {
            pthread_detach(thread)
            return
        }
        unsafe context.release()
        // Without a thread nothing can run; the next job tries again.
        state.withLock { $0.isRunning = false }
    }

    fileprivate func run() {
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
            for job in jobs { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }

    /// There is nothing to serve: the thread ends unless a job has come by now.
    private func endIfIdle() -> Bool {
        state.withLock { state in
            guard state.jobs.isEmpty else { return false }
            (state.turn, state.identifier, state.isRunning) = (nil, nil, false)
            return true
        }
    }

    private func sleep(_ wait: Wait) {
        var entries = ([bell.descriptor] + wait.descriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = unsafe poll(&entries, nfds_t(entries.count), wait.timeout)
        if entries[0].revents != 0 { bell.clear() }
    }
}

@Sendable
private func enter(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    var signals = sigset_t()
    unsafe sigfillset(&signals)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    if let context = unsafe context {
        unsafe Unmanaged<AdapterThread>.fromOpaque(context).takeRetainedValue().run()
    }
    return nil
}
