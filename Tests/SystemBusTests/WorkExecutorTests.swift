import Synchronization
import Testing
import Threads

/// Work on threads apart.
struct WorkExecutorTests {
    private final class Tally: Sendable {
        private let state = Mutex((count: 0, isOver: false))

        var count: Int { state.withLock(\.count) }
        var isOver: Bool { state.withLock(\.isOver) }
        func end() { state.withLock { $0.isOver = true } }

        @concurrent
        func add() async { state.withLock { $0.count += 1 } }
    }

    @Test func `a thousand tasks that come and go between the shared threads and those apart all end`() async {
        let (executor, tally) = (WorkExecutor(), Tally())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<1000 {
                group.addTask {
                    for _ in 0..<5 {
                        await withTaskExecutorPreference(executor) { await tally.add() }
                        await tally.add()
                    }
                }
            }
        }
        #expect(tally.count == 10_000)
    }

    @Test func `work that takes all threads apart leaves the shared ones to others`() async {
        let (executor, tally) = (WorkExecutor(), Tally())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    // Work that never lets its thread go before it is told to.
                    await withTaskExecutorPreference(executor) { while !tally.isOver {} }
                }
            }
            for _ in 0..<1000 { await tally.add() }
            tally.end()
        }
        #expect(tally.count == 1000)
    }
}
