import Logging
import ServiceLifecycle
import Store
import Synchronization
import Threads
import Tracking

/// Reads for the console in this program what other workers have stored, on a thread of its own: who hears the workers does
/// not wait for it, and where nobody watches nothing is read.
final class NewsReader: Sendable {
    private let thread: PollThread
    private let logger: Logger
    private let backlog = Mutex(NewsBacklog())
    private let bell = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let console = Mutex<(store: Store, listener: ErrandService.Listener)?>(nil)

    /// Between two times at which all begin anew, as each reads all that there is; also before what failed is tried again.
    private static let pause = Duration.seconds(2)

    /// A reader that reads nothing yet.
    ///
    /// - Throws: `NoDescriptor` when the process has none left for a thread's bell.
    init(logger: Logger) throws {
        self.logger = logger
        thread = try PollThread(isPreferred: true)
        thread.start { PollThread.Wait(descriptors: [], timeout: -1) }
    }

    deinit { thread.start { nil } }

    /// Has a console told of what is read from a store of the whole history.
    func tell(_ listener: ErrandService.Listener, from store: Store) { console.withLock { $0 = (store, listener) } }

    /// What a console in this program is told; nil for none.
    var listener: ErrandService.Listener? { console.withLock { $0?.listener } }

    /// Takes in what a worker tells.
    func add(_ word: WorkerNews.Word) {
        guard let listener else { return }
        backlog.withLock { $0.add(word, isWatched: listener.isWatched(), at: .now) }
    }

    /// Something was not heard.
    func miss() { backlog.withLock { $0.miss() } }

    /// Has it look whether there is something to read; called a few times a second.
    func look() { bell.continuation.yield() }

    /// Reads until the end.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: thread) {
                await cancelWhenGracefulShutdown { await self.follow() }
            }
            try await group.waitForAll()
        }
    }

    private func follow() async {
        for await _ in bell.stream {
            guard let (store, listener) = console.withLock({ $0 }) else { continue }
            let work = backlog.withLock { $0.take(isWatched: listener.isWatched(), at: .now) }
            do {
                guard !work.isEmpty, try read(work, store, listener) else { continue }
            } catch {
                logger.debug("what other workers have stored is not read: \(error)")
                miss()
            }
            try? await Task.sleep(for: Self.pause)
        }
    }

    /// Tells the console what there is; true where it begins anew.
    private func read(_ work: NewsBacklog.Work, _ store: Store, _ listener: ErrandService.Listener) throws -> Bool {
        guard !work.hasMissed else {
            try listener.missed()
            return true
        }
        var (fixes, isWhole) = ([StoredFix](), true)
        for device in work.skipped { fixes += try store.latest(of: device, limit: 1, reach: .store) }
        for one in work.stored {
            let latest = try store.latest(of: one.device, limit: WorkerNews.mostFixes, reach: .store)
            let found = latest.filter { (one.first...one.last).contains($0.received) }
            // What came late is not among the newest; whoever watches reads it, too, when he begins anew.
            if found.count < one.count { isWhole = false }
            fixes += found
        }
        listener.fixes(fixes.sorted { $0.received < $1.received })
        if !isWhole { try listener.missed() }
        return !isWhole
    }
}
