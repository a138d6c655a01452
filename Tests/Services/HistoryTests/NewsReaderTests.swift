import Foundation
import Store
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import History

/// What a console is told of what other workers have stored.
@Suite(.timeLimit(.minutes(5)))
struct NewsReaderTests {
    private let keys: DeviceID

    init() throws { keys = DeviceID(owner: try Name("sam"), device: try Name("keys")) }

    private func fix(_ time: Int64, received: Int64) throws -> StoredFix {
        let coordinate = try Coordinate(latitude: 46, longitude: 14)
        return StoredFix(
            device: keys, fix: Fix(coordinate: coordinate, time: Timestamp(milliseconds: time)),
            received: Timestamp(milliseconds: received))
    }

    private func withStore(of fixes: [StoredFix], _ body: (Store) async throws -> Void) async throws {
        let path = "\(FileManager.default.temporaryDirectory.path)/news-\(UUID().uuidString).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let store = try Store(path: path, mode: .readWrite(create: true), durability: .off)
        try store.write { transaction in for fix in fixes { _ = try transaction.insert(fix) } }
        try await body(store)
    }

    private func told(_ fixes: [StoredFix]) throws -> WorkerNews.Stored {
        let (received, times) = (fixes.map(\.received), fixes.map(\.fix.time))
        return WorkerNews.Stored(
            device: keys, first: try #require(received.min()), last: try #require(received.max()),
            earliest: try #require(times.min()), latest: try #require(times.max()), count: fixes.count)
    }

    @Test func `what came late is found by when it was measured, and more than the newest at once, too`() async throws {
        let known = try (1...400).map { try fix(1_000_000 + $0 * 1000, received: 2_000_000 + $0) }
        let late = try (1...3).map { try fix($0 * 1000, received: 3_000_000 + $0) }
        try await withStore(of: known + late) { store in
            for fixes in [late, Array(known.suffix(1)), known, late + known.suffix(1)] {
                let found = try NewsReader.fixes(try told(fixes), in: store)
                #expect(Set(found).isSuperset(of: fixes) && found.count >= fixes.count)
            }
            #expect(Set(try NewsReader.fixes(try told(late), in: store)) == Set(late))
        }
    }

    @Test func `whoever watches begins anew for a worker that was not known, and is told the rest`() async throws {
        let fixes = try (1...2).map { try fix($0 * 1000, received: $0) }
        try await withStore(of: fixes) { store in
            let reader = try NewsReader(logger: .silent)
            let (told, word) = AsyncStream.makeStream(of: [StoredFix].self)
            reader.tell(
                ErrandService.Listener(
                    isWatched: { true }, fixes: { word.yield($0) },
                    missed: { known, newest in
                        #expect(known == [keys])
                        word.yield(newest)
                    }, erased: { _, _ in }),
                from: store)
            let running = Task { try await reader.run() }
            var iterator = told.makeAsyncIterator()
            for (number, expected) in [(3, [fixes[1]]), (4, fixes)] as [(UInt64, [StoredFix])] {
                let stored = [try self.told(expected)]
                reader.add(WorkerNews.Word(worker: "ada", run: 1, number: number, stored: stored))
                reader.look()
                #expect(await iterator.next() == expected)
            }
            running.cancel()
            _ = await running.result
        }
    }
}
