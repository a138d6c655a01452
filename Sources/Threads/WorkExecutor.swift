internal import Dispatch

/// Threads apart for work that may be long, so that the threads that all tasks share are free for what must not wait.
///
/// As many at a time as there are processors, and where it is crowded in the order in which they came.
public final class WorkExecutor: TaskExecutor {
    private let queue: DispatchQueue

    /// - Parameter label: What the threads are called in a debugger.
    public init(label: String) {
        // The shared threads are those of another quality of service, and so not the same ones.
        queue = DispatchQueue(label: label, qos: .utility, attributes: .concurrent)
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
