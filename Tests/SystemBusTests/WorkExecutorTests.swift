import Synchronization
import Testing
import Threads

/// Work on threads apart.
struct WorkExecutorTests {
    @Test func `a thousand tasks that come and go between the shared threads and those apart all end`() async {
        let executor = WorkExecutor()
        let count = Mutex(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<1000 {
                group.addTask {
                    for _ in 0..<5 {
                        await withTaskExecutorPreference(executor) { await Self.work(count) }
                        await Self.work(count)
                    }
                }
            }
        }
        #expect(count.withLock { $0 } == 10_000)
    }

    /// Tasks that block all threads apart keep nobody from the shared ones.
    @Test func `work that takes all threads apart leaves the shared ones alone`() async {
        let executor = WorkExecutor()
        let isOver = Mutex(false)
        let others = Mutex(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    await withTaskExecutorPreference(executor) {
                        while !isOver.withLock({ $0 }) { await Task.yield() }
                    }
                }
            }
            for _ in 0..<1000 { await Self.work(others) }
            isOver.withLock { $0 = true }
        }
        #expect(others.withLock { $0 } == 1000)
    }

    @concurrent
    private static func work(_ count: borrowing Mutex<Int>) async { count.withLock { $0 += 1 } }
}
