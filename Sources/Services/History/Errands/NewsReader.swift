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

    /// Devices that could not be read.
    private let unread = Mutex<Set<DeviceID>>([])

    /// Before what failed is tried again.
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
                try read(work, store, listener)
            } catch is CancellationError {
                return
            } catch {
                logger.debug("what other workers have stored is not read: \(error)")
                backlog.withLock { $0.putBack(work, at: .now) }
                try? await Task.sleep(for: Self.pause)
            }
        }
    }

    /// Tells the console what there is.
    private func read(_ work: NewsBacklog.Work, _ store: Store, _ listener: ErrandService.Listener) throws {
        guard !work.isEmpty else { return }
        guard !work.hasMissed else {
            // The last of each device is what whoever watches begins with.
            let known = try store.deviceNames()
            let fixes = try store.newest(of: known, unread: leaveOut)
            try Task.checkCancellation()
            // What comes from here on is told each, so that nothing is between the two.
            backlog.withLock { $0.end(at: .now) }
            listener.missed(Set(known), fixes.sorted(by: Self.isBefore))
            return
        }
        var fixes = try store.newest(of: work.skipped, unread: leaveOut)
        for one in work.stored {
            try Task.checkCancellation()
            do {
                let found = try Self.fixes(one, in: store)
                fixes += found
                // One that is gone was deleted meanwhile.
                if found.count < one.count, try store.device(one.device) != nil { backlog.withLock { $0.lack() } }
            } catch  where !StoreError.isOfMoreThanOneDevice(error) { leaveOut(one.device, error) }
        }
        if !fixes.isEmpty { listener.fixes(fixes.sorted(by: Self.isBefore)) }
    }

    /// What a worker has told of a device, as far as it is found.
    static func fixes(_ one: WorkerNews.Stored, in store: Store) throws -> [StoredFix] {
        func isTold(_ fix: StoredFix) -> Bool { (one.first...one.last).contains(fix.received) }
        // A few more, as others may have come since.
        let limit = min(one.count + 8, WorkerNews.mostFixes)
        let found = try store.latest(of: one.device, limit: limit, reach: .store).filter(isTold)
        guard found.count < one.count else { return found }
        // What came late is not among the newest.
        let late = try store.fixes(
            of: one.device, from: one.earliest, to: one.latest, limit: WorkerNews.mostLate, reach: .store)
        return Array(Set(found).union(late.lazy.filter(isTold)))
    }

    private static func isBefore(_ one: StoredFix, _ other: StoredFix) -> Bool {
        (one.received, one.fix.time) < (other.received, other.fix.time)
    }

    /// Says of a device once that it cannot be read.
    private func leaveOut(_ device: DeviceID, _ error: any Error) {
        guard unread.withLock({ $0.insert(device).inserted }) else { return }
        logger.warning("positions of \(device) cannot be read, and whoever watches is not told them: \(error)")
    }
}
