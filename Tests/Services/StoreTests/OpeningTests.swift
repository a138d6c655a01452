import Foundation
import Testing
import Tracking

@testable import Store

@Suite struct OpeningTests {
    let directory: TemporaryDirectory
    let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.path("a.db")
    }

    private func reason(_ mode: StoreMode) -> StoreError.Reason? {
        do {
            _ = try Store(path: path, mode: mode)
            return nil
        } catch { return (error as? StoreError)?.reason }
    }

    @Test(arguments: [StoreMode.readOnly, .readWrite(create: false)])
    func `a missing file is an error unless it may be made`(mode: StoreMode) throws {
        #expect(reason(mode) == .cannotOpen("there is no such file"))
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(reason(.readWrite(create: true)) == nil)
        #expect(reason(mode) == nil)
    }

    @Test func `a missing directory is an error`() throws {
        let error = #expect(throws: StoreError.self) {
            try Store(path: directory.path("no/a.db"), mode: .readWrite(create: true))
        }
        #expect(error?.description.contains("cannot be opened") == true)
    }

    @Test(arguments: [StoreMode.readOnly, .readWrite(create: true)])
    func `a file that is no database is refused and left as it was`(mode: StoreMode) throws {
        let garbage = Data(repeating: 0x5A, count: 9000)
        try garbage.write(to: URL(filePath: path))
        #expect(reason(mode) == .notADatabase)
        #expect(try Data(contentsOf: URL(filePath: path)) == garbage)
    }

    @Test(arguments: [StoreMode.readOnly, .readWrite(create: true)])
    func `a database of another program is refused`(mode: StoreMode) throws {
        _ = try Store(path: path, mode: .readWrite(create: true)).pragma("application_id = 7")
        #expect(reason(mode) == .foreign)
    }

    @Test(arguments: [StoreMode.readOnly, .readWrite(create: true)])
    func `a newer schema is refused by both numbers`(mode: StoreMode) throws {
        let later = Store.schemaVersion + 3
        _ = try Store(path: path, mode: .readWrite(create: true)).pragma("user_version = \(later)")
        #expect(reason(mode) == .newerSchema(found: later, supported: Store.schemaVersion))
        let sentence = StoreError.Reason.newerSchema(found: 4, supported: 1).description
        #expect(sentence.contains("version 4") && sentence.contains("up to 1"))
    }

    @Test func `a write-protected file is refused for writing`() throws {
        // Root writes everywhere, so the database says so itself: its header names a newer format for writing.
        _ = try Store(path: path, mode: .readWrite(create: true)).pragma("wal_checkpoint(TRUNCATE)")
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        try handle.seek(toOffset: 18)
        try handle.write(contentsOf: [3])
        try handle.close()
        #expect(reason(.readWrite(create: false)) == .readOnly)
    }

    @Test(arguments: [Durability.full, .off])
    func `durability is as asked for`(durability: Durability) throws {
        let store = try Store(path: path, mode: .readWrite(create: true), durability: durability)
        #expect(try store.pragma("synchronous") == (durability == .full ? "2" : "0"))
        #expect(try store.pragma("journal_mode") == "wal")
        #expect(try store.pragma("foreign_keys") == "1")
        #expect(try store.pragma("wal_autocheckpoint") == "20000")
    }
}
