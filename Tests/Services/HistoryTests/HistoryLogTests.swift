import Foundation
import History
import Messages
import Store
import TestSupport
import Testing
import Tracking

/// The database's log while the service runs, and when it has ended.
@Suite(.timeLimit(.minutes(30)))
struct HistoryLogTests {
    @Test func `what was stored moves into the file when nothing comes, and at the end`() async throws {
        let path = "\(FileManager.default.temporaryDirectory.path)/log-\(UUID().uuidString).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let store = try Store(path: path, mode: .readWrite(create: true), durability: .off)
        let bench = try HistoryBench(store: store, fenced: false, isLive: true)
        func batches(_ numbers: ClosedRange<Int>) -> [[Message]] {
            numbers.map { number in
                let mark = FixMark(boot: 1, sequence: UInt32(number))
                return [bench.location(bench.keys, at: 900 + Double(number) / 10, north: 1, mark: mark)]
            }
        }
        let bus = HandBus()
        let history = try HistoryService(
            core: HistoryCore(store: store),
            clock: FixedClock(),
            logger: .silent
        ) { bus }
        let service = Task { try await history.run() }
        await bus.hasBegun()
        let before = store.logBytes
        bus.hand(over: batches(1...300))
        try await eventually { try store.fixCount(of: bench.keys) == 300 }
        try await eventually { store.logBytes == 0 }
        #expect(before > 0)
        let size = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        #expect(size > 50_000)

        bus.hand(over: batches(301...310))
        try await eventually { try store.fixCount(of: bench.keys) == 310 }
        service.cancel()
        _ = await service.result
        #expect(store.logBytes == 0)
    }
}
