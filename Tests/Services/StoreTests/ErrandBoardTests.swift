import Postgres
import ServerSupport
import TestSupport
import Testing
import Tracking

@testable import Store

/// What workers ask of each other, in a real PostgreSQL.
@Suite struct ErrandBoardTests {
    private let path: String
    private let board: ErrandBoard
    private let sam: Name

    init() async throws {
        path = try await TestPostgres.shared.address()
        let workers = try WorkBoard(
            path: path, worker: "ada", partitioning: Partitioning(count: 4), takesStrangers: false, lease: 3_600_000,
            instance: "ada 1")
        try workers.join()
        board = try ErrandBoard(path: path)
        sam = try Name("sam")
    }

    private func run(_ sql: String) throws {
        let address = try #require(PostgresAddress(path))
        try address.connect(patience: 30).run(script: sql)
    }

    @Test func `an errand is taken once, and its answer is given once`() throws {
        let id = try board.ask([1, 2], of: sam, patience: 600_000)
        #expect(try board.owners() == [sam])
        #expect(try board.look(at: id) == .waiting)
        let other = try ErrandBoard(path: path)
        let taken = try #require(try other.take(of: sam, in: 2, of: 4))
        #expect(taken.errand == [1, 2])
        #expect(try board.take(of: sam, in: 2, of: 4) == nil)
        #expect(try board.look(at: id, withdraws: true) == .begun)
        try other.answer(taken, [3])
        #expect(try board.look(at: id) == .answered([3]))
        #expect(try board.look(at: id) == .gone)
    }

    @Test func `errands of an owner are taken in their order, and those of others not with them`() throws {
        let kim = try Name("kim")
        for byte in 1...3 as ClosedRange<UInt8> {
            _ = try board.ask([byte], of: byte == 2 ? kim : sam, patience: 600_000)
        }
        #expect(try board.take(of: sam, in: 2, of: 4)?.errand == [1])
        #expect(try board.take(of: sam, in: 2, of: 4)?.errand == [3])
        #expect(try board.owners() == [kim])
    }

    @Test func `an owner comes into no partition of a number that is no more`() throws {
        let id = try board.ask([1], of: sam, patience: 600_000)
        #expect(throws: StoreError.self) { try board.take(of: sam, in: 2, of: 8) }
        #expect(throws: StoreError.self) { try board.know(sam, in: 2, of: 8) }
        #expect(try board.look(at: id) == .waiting)
        try board.know(sam, in: 2, of: 4)
        #expect(try board.take(of: sam, in: 2, of: 4) != nil)
    }

    @Test func `one that nobody has begun is taken back, and then nobody begins it`() throws {
        let id = try board.ask([1], of: sam, patience: 600_000)
        #expect(try board.look(at: id, withdraws: true) == .waiting)
        #expect(try board.take(of: sam, in: 2, of: 4) == nil)
        #expect(try board.look(at: id) == .gone)
    }

    @Test func `one that is too late is begun by nobody, and forgotten some time later`() throws {
        let id = try board.ask([1], of: sam, patience: 0)
        try run("UPDATE errands SET until_ms = until_ms - 1")
        #expect(try board.take(of: sam, in: 2, of: 4) == nil && board.owners() == [])
        try board.sweep()
        #expect(try board.look(at: id) == .waiting)
        try run("UPDATE errands SET until_ms = until_ms - 30000")
        try board.sweep()
        #expect(try board.look(at: id) == .gone)
    }

    @Test func `one that could not be done is for another`() throws {
        _ = try board.ask([1], of: sam, patience: 600_000)
        try board.release(try #require(try board.take(of: sam, in: 2, of: 4)), of: sam)
        #expect(try board.take(of: sam, in: 2, of: 4)?.errand == [1])
    }

    @Test
    func `what was asked for is deleted as soon as somebody has taken it, and its answer when nobody waits any more`()
        throws
    {
        func kept() throws -> [String] {
            let address = try #require(PostgresAddress(path))
            let rows = try address.connect(patience: 30).ask("SELECT encode(errand, 'escape') FROM errands")
            return (0..<rows.count).map { rows.text($0, 0) }
        }
        _ = try board.ask(Array("where".utf8), of: sam, patience: 600_000)
        #expect(try kept() == ["where"])
        let first = try #require(try board.take(of: sam, in: 2, of: 4))
        #expect(try kept() == [""] && first.errand == Array("where".utf8))
        // Given back it is there again, for whoever does it.
        try board.release(first, of: sam)
        let second = try #require(try board.take(of: sam, in: 2, of: 4))
        #expect(second.errand == first.errand)
        try run("UPDATE errands SET until_ms = 0 + until_ms - 640000")
        try board.sweep()
        #expect(try board.look(at: second.id) == .begun)
        try board.answer(second, [3])
        try board.sweep()
        #expect(try board.look(at: second.id) == .gone)
    }

    @Test func `an owner of whom nobody has heard belongs to the partition from then on`() throws {
        _ = try board.ask([1], of: sam, patience: 600_000)
        _ = try board.take(of: sam, in: 2, of: 4)
        #expect(try WorkOverview(path: path).partitions.first { $0.unit == .partition(2) }?.owners == 1)
    }

    @Test func `all who listen hear what is told in its order, and nothing of another history`() async throws {
        let ears = try [BoardEar(path: path), BoardEar(path: path)]
        let other = try await TestPostgres.shared.address()
        try ErrandBoard(path: other).tell(["not this"])
        let long = String(repeating: "x", count: 7_999)
        try board.tell(["one", long])
        let id = try board.ask([1], of: sam, patience: 600_000)
        try board.answer(try #require(try board.take(of: sam, in: 2, of: 4)), [2])
        for ear in ears {
            var heard: [String] = []
            while heard.count < 4 { heard += try ear.hear() }
            #expect(heard == ["one", long, "esam", "a\(id)"])
        }
    }

    @Test func `an ear whose connection is lost says so`() async throws {
        let server = try await TestPostgres()
        try await afterwards({ await server.remove() }) {
            let ear = try BoardEar(path: server.address())
            #expect(try ear.hear() == [])
            await server.stop()
            #expect(throws: StoreError.self) { while true { _ = try ear.hear() } }
        }
    }

    @Test func `a file has no errands`() {
        #expect(throws: StoreError.self) { try ErrandBoard(path: "/tmp/history.sqlite") }
        #expect(throws: StoreError.self) { try BoardEar(path: "/tmp/history.sqlite") }
    }
}
