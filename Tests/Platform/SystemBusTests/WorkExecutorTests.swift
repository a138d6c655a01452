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

    @Test func `long work that yields lets shorter work between that came later`() async {
        let (executor, tally) = (WorkExecutor(), Tally())
        let ends = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<64 {
                group.addTask(executorPreference: executor) {
                    for _ in 0..<100_000 where !tally.isOver { await Task.yield() }
                    return tally.isOver
                }
            }
            group.addTask(executorPreference: executor) {
                tally.end()
                return true
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ends.count == 65 && ends.allSatisfy(\.self))
    }
}
