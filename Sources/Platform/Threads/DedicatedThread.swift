internal import Glibc

/// A thread of its own for code that blocks, outside the pool that tasks share.
public enum DedicatedThread {
    fileprivate final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread that ends with its body.
    ///
    /// No signal is delivered to it: neither those the program handles elsewhere, nor SIGPIPE, which a library's writes
    /// to a broken connection would raise.
    /// - Throws: ``NoThread``.
    public static func start(_ run: @escaping @Sendable () -> Void) throws(NoThread) {
        let body = unsafe Unmanaged.passRetained(Body(run))
        var thread = pthread_t()
        let code = unsafe pthread_create(&thread, nil, enter, body.toOpaque())
        guard code == 0 else {
            unsafe body.release()
            throw NoThread()
        }
        pthread_detach(thread)
    }
}

/// The process cannot start another thread.
public struct NoThread: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String { "the process cannot start another thread" }
}

@Sendable
private func enter(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    var signals = sigset_t()
    unsafe sigfillset(&signals)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    if let context = unsafe context {
        unsafe Unmanaged<DedicatedThread.Body>.fromOpaque(context).takeRetainedValue().run()
    }
    return nil
}
