import Exchange
import Threads
import Tracking

/// Where a file is looked through before it is taken in: on a thread of its own, as that may take seconds, in which
/// the threads that tasks share have others to serve.
actor ImportChecker {
    private let thread: PollThread
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    init() throws {
        thread = try PollThread()
        thread.start { PollThread.Wait(descriptors: [], timeout: -1) }
    }

    deinit { thread.start { nil } }

    /// What there is in a file, were all of it new.
    ///
    /// - Throws: `ImportError`, or `CancellationError` when the client has left.
    func check(
        _ file: ImportSource,
        of device: DeviceID,
        _ options: ImportOptions,
        progress: @escaping @Sendable (_ bytes: Int) -> Void
    ) throws -> ImportReport {
        var importer = Importer(options: options)
        importer.progress = progress
        return try importer.check([file], of: device)
    }
}
