internal import Glibc
internal import Synchronization
internal import Threads

/// A child process watched by a thread that lives as long as it does.
///
/// The thread also starts it: a child that asks to die with its parent dies with the thread that started it, and
/// those of the task pool come and go.
final class ChildProcess: Sendable {
    /// How a process ended.
    enum Ending: Hashable, Sendable {
        case exit(status: Int32)
        case signal(Int32)
    }

    private struct State {
        /// Zero until started, and again once it has ended.
        var identifier: pid_t = 0
        var ending: Ending?
        var waiters: [CheckedContinuation<Ending, Never>] = []
    }

    private let state = Mutex(State())

    /// Starts a program, given by its path and arguments, whose output goes to a file; returns when it runs, or could
    /// not be started.
    ///
    /// - Throws: ``PrivateBrokerError/cannotStart(_:reason:)``.
    static func start(_ arguments: [String], log: String) async throws -> ChildProcess {
        let child = ChildProcess()
        let code = await withCheckedContinuation { continuation in
            do throws(NoThread) {
                try DedicatedThread.start {
                    let code = child.spawn(arguments, log: log)
                    continuation.resume(returning: code)
                    if code == 0 { child.watch() }
                }
            } catch { continuation.resume(returning: EAGAIN) }
        }
        guard code == 0 else {
            throw PrivateBrokerError.cannotStart(arguments[0], reason: unsafe String(cString: strerror(code)))
        }
        return child
    }

    /// The process's number while it runs.
    var identifier: Int32? { state.withLock { $0.identifier > 0 ? $0.identifier : nil } }

    func send(_ signal: Int32) {
        // Under the lock, so that the number cannot belong to another process by now.
        state.withLock { if $0.identifier > 0 { kill($0.identifier, signal) } }
    }

    /// How the process has ended, if it has.
    var ending: Ending? { state.withLock(\.ending) }

    func ended() async -> Ending {
        await withCheckedContinuation { continuation in
            let ending = state.withLock { state in
                if state.ending == nil { state.waiters.append(continuation) }
                return state.ending
            }
            if let ending { continuation.resume(returning: ending) }
        }
    }
}

/// What the thread does.
extension ChildProcess {
    private func spawn(_ arguments: [String], log: String) -> Int32 {
        var identifier: pid_t = 0
        let code = unsafe SpawnSetup.withSetup(log: log) { actions, attributes in
            unsafe withCStrings(arguments) { list in
                unsafe withCStrings(["PATH=/usr/sbin:/usr/bin:/sbin:/bin"]) { environment in
                    unsafe posix_spawn(&identifier, arguments[0], &actions, &attributes, list, environment)
                }
            }
        }
        if code == 0 { state.withLock { $0.identifier = identifier } }
        return code
    }

    private func watch() {
        guard let identifier else { return }
        var information = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) == -1 && errno == EINTR {}
        let (ending, waiters) = state.withLock { state in
            var status: Int32 = 0
            unsafe waitpid(identifier, &status, 0)
            let signal = status & 0x7f
            let ending: Ending = signal == 0 ? .exit(status: (status >> 8) & 0xff) : .signal(signal)
            defer { state.waiters = [] }
            state.identifier = 0
            state.ending = ending
            return (ending, state.waiters)
        }
        for waiter in waiters { waiter.resume(returning: ending) }
    }
}
