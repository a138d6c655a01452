import Foundation
import Testing
import Tracking

@testable import Store

/// The log of the database, which others may read meanwhile.
@Suite struct LogTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.path("a.db")
    }

    private func size(_ suffix: String = "") throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path + suffix)[.size] as? Int ?? 0
    }

    private func insert(_ numbers: ClosedRange<Int>, into store: Store) throws {
        for number in numbers {
            let fix = Fix(
                coordinate: try Coordinate(latitude: 46, longitude: 14),
                time: Timestamp(milliseconds: 1_777_626_000_000 + Int64(number) * 1000)
            )
            _ = try store.write { try $0.insert(StoredFix(device: .sample(), fix: fix, received: fix.time)) }
        }
    }

    @Test func `what was written moves into the file, and the log is empty`() throws {
        let store = try Store(path: path, mode: .readWrite(create: true), durability: .off)
        try insert(1...200, into: store)
        try store.write { _ in }
        #expect(store.commits == 200, "what changes nothing is none")
        let log = try size("-wal")
        #expect(log > 1_000_000 && store.logBytes == log)
        #expect(try size() == 4096)
        #expect(try store.settle())
        #expect(store.logBytes == 0)
        #expect(try size() > 50_000)
        try insert(201...201, into: store)
        #expect(try store.fixCount(of: .sample()) == 201)
    }

    @Test func `a reader is not waited for, and sees what it saw`() throws {
        let store = try Store(path: path, mode: .readWrite(create: true), durability: .off)
        try insert(1...200, into: store)
        let reader = try Store(path: path, mode: .readOnly)
        try reader.readTogether { database in
            let count = try database.value("SELECT sum(fixes) FROM fix_blocks") as Int?
            try insert(201...210, into: store)
            let start = ContinuousClock.now
            #expect(try !store.settle())
            let waited = ContinuousClock.now - start
            print("settling beside a reader took \(waited)")
            #expect(store.logBytes > 0)
            #expect(try database.value("SELECT sum(fixes) FROM fix_blocks") as Int? == count)
            #expect(try store.pragma("busy_timeout") == "5000", "others are waited for as before")
        }
        #expect(try store.settle())
        #expect(store.logBytes == 0)
        #expect(try store.fixCount(of: .sample()) == 210)
    }

    @Test func `a store in memory has no log, and one that is only read cannot empty it`() throws {
        #expect(try Store.inMemory().settle())
        #expect(try Store.inMemory().logBytes == 0)
        try insert(1...1, into: Store(path: path, mode: .readWrite(create: true)))
        let reader = try Store(path: path, mode: .readOnly)
        #expect(throws: StoreError.self) { try reader.settle() }
    }
}
