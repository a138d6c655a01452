import GRDB
import History
import Messages
import ServerSupport
import Synchronization
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Store
@testable import Web

/// What an answer costs in statements of the database.
@Suite(.timeLimit(.minutes(30)))
struct ItemQueryTests {
    private final class Book: Sendable {
        let count = Mutex(0)

        /// Counts from now on what is read of a store in memory, which has one connection.
        func follow(_ store: Store) throws {
            guard case .sqlite(let reader, _) = store.engine else { return }
            try reader.unsafeRead { database in
                database.trace { event in
                    if "\(event)".hasPrefix("SELECT") { self.count.withLock { $0 += 1 } }
                }
            }
        }
    }

    /// How many statements read for an answer; the fewest of some tries, as the history service may read in between.
    private static func reads(_ path: String, _ console: ConsoleBench) async throws -> Int {
        let book = Book()
        try book.follow(console.store)
        var fewest = Int.max
        for _ in 0..<5 {
            book.count.withLock { $0 = 0 }
            #expect(try await console.get(path).status == 200)
            fewest = min(fewest, book.count.withLock { $0 })
        }
        return fewest
    }

    @Test(arguments: ["/api/v1/items", "/api/v1/trackers", "/api/v1/items/sam/keys", "/api/v1/items/sam/keys/rules"])
    func `an answer reads with a few statements, however many items and photos there are`(path: String) async throws {
        try await withConsole(store: Store.inMemory()) { console in
            try await console.meetKeys()
            let alone = try await Self.reads(path, console)
            #expect((1...6).contains(alone))
            let others = try (1...30).map { try DeviceID(owner: Name("sam"), device: Name("thing\($0)")) }
            try await console.ingest(try others.map { try console.fix(of: $0, at: WallClock().now, sequence: 1) })
            let photo = PhotoRow(kind: .png, data: [1], updated: WallClock().now)
            for other in others {
                _ = try await console.history.perform { core, now in try core.setPhoto(photo, of: other, at: now) }
            }
            #expect(try await console.get("/api/v1/items").object.list("items").count == 31)
            #expect(try await Self.reads(path, console) == alone)
        }
    }
}
