import Access
import Foundation
import HTTPTypes
import Store
import Synchronization
import Testing
import Threads
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// What one who searches long histories can take from others.
@Suite(.timeLimit(.minutes(30)))
struct SearchTests {
    private static let path = "/api/v1/items/sam/keys"
    private let keys: DeviceID

    init() throws { keys = DeviceID(owner: try Name("sam"), device: try Name("keys")) }

    /// Has so many fixes in the history, a second apart.
    private func remember(_ count: Int, _ console: ConsoleBench) throws {
        let device = keys
        _ = try console.store.write { transaction in
            for number in 0..<count {
                let time = Timestamp(milliseconds: 1_700_000_000_000 + Int64(number) * 1000)
                let place = try Coordinate(latitude: 46 + Double(number) / 1e6, longitude: 14.5)
                let fix = Fix(coordinate: place, time: time, accuracy: 4)
                let mark = FixMark(boot: 1, sequence: UInt32(number + 1))
                _ = try transaction.insert(StoredFix(device: device, fix: fix, mark: mark, received: time))
            }
        }
    }

    private func list(_ console: ConsoleBench) -> FixList {
        let times = Timestamp(milliseconds: .min)...Timestamp(milliseconds: .max)
        return FixList(of: keys, in: Sight(.anybody, source: "", parts: console.parts), times)
    }

    @Test(arguments: [
        "/journeys?from=2000-01-01T00:00:00Z", "/fixes?thin=50", "/fixes?within=-10,10,5",
        "/export?format=gpx&thin=50",
    ])
    func `searches are limited for each before anything is read, and one that ends makes room`(
        query: String
    ) async throws {
        try await withConsole { console in
            try remember(3000, console)
            let asker = Asker.source(try #require(NetworkAddress("127.0.0.1")).network)
            var tickets = try (0..<2).map { _ in try console.parts.answers.ticket(.searches, 1, for: asker) }
            let refused = try await console.get(Self.path + query)
            #expect(refused.status == 429 && refused.headers["retry-after"] == "5")
            #expect(refused.text.contains("2 searches of a history at a time"))
            #expect(console.parts.answers.pages == 0)
            // What reads no more than it tells is none.
            #expect(try await console.get(Self.path + "/fixes?limit=10").status == 200)
            tickets.removeLast()
            #expect(try await console.get(Self.path + query).status == 200)
            while console.parts.answers.taken(.searches) > 1 { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    @Test func `searches are limited for all together`() throws {
        let room = AnswerRoom(ConsoleLimits())
        let tickets = try (0..<8).map { number in
            try room.ticket(.searches, 1, for: .account(try Name("guest\(number / 2)")))
        }
        #expect(throws: Problem.self) { try room.ticket(.searches, 1, for: .account(try Name("owner"))) }
        withExtendedLifetime(tickets) {}
    }

    @Test func `who waits for a short answer waits for a page of each search, not for the searches`() async throws {
        try await withConsole { console in
            try remember(20_000, console)
            let (executor, gate, list) = (WorkExecutor(), Gate(), list(console))
            // All that follows is in the queue before any of it begins.
            let (searches, short) = gate.whileShut {
                for _ in 0..<64 { Task(executorPreference: executor) { gate.pass() } }
                let searches = (0..<4).map { number in
                    Task(executorPreference: executor) {
                        try await list.whole(for: .source(NetworkAddress("192.0.2.\(number)")), \.fix).parts.count
                    }
                }
                return (searches, Task(executorPreference: executor) { console.parts.answers.pages })
            }
            // Of 80 pages and more, those that are read while a busy machine has the short one wait for its thread.
            #expect(await short.value < 40)
            for search in searches { #expect(try await search.value == 20_000) }
        }
    }

    @Test func `a search whose asker has left reads nothing more`() async throws {
        try await withConsole { console in
            try remember(3000, console)
            let list = list(console)
            let search = Task {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                return try await list.whole(for: .source(nil), \.fix).parts.count
            }
            await #expect(throws: CancellationError.self) { try await search.value }
            #expect(console.parts.answers.pages == 0 && console.parts.answers.taken(.searches) == 0)
        }
    }

    /// Holds threads up until all is ready.
    private final class Gate: Sendable {
        private let lock = Mutex(())

        func whileShut<Result>(_ body: () -> sending Result) -> sending Result { lock.withLock { _ in body() } }

        func pass() { lock.withLock { _ in } }
    }
}
