import Foundation
import Synchronization
import Testing
import Tracking

@testable import Store

@Suite struct BackupTests {
    let directory: TemporaryDirectory
    let store: Store

    init() throws {
        directory = try TemporaryDirectory()
        store = try Store(path: directory.path("a.db"), mode: .readWrite(create: true), durability: .off)
    }

    private func fixes(_ range: ClosedRange<Int>) throws -> [StoredFix] {
        try range.map { try .sample(.sample(), at: Double($0), sequence: UInt32($0)) }
    }

    @Test func `a copy made while batches are stored is of one moment, and holds up none of them`() throws {
        try store.insert(fixes(1...40_000))
        let copy = directory.path("copy.db")
        var (number, during) = (40_000, 0)
        let store = store
        let reader = try Store(path: directory.path("a.db"), mode: .readOnly)
        let written = Mutex(0)
        try reader.backUp(to: copy, pagesAStep: 8) { done, all in
            guard done < all else { return }
            // Each step of the copy is followed by a batch, which is stored at once.
            let next =
                40_001
                + written.withLock {
                    $0 += 1; return $0 - 1
                }
            try store.insert([.sample(.sample(), at: Double(next), sequence: UInt32(next))])
        }
        during = written.withLock { $0 }
        number += during
        #expect(during > 0)
        #expect(try store.fixCount(of: .sample()) == number)
        let read = try Store(path: copy, mode: .readOnly)
        #expect(try read.fixCount(of: .sample()) == 40_000)
        #expect(try read.received(of: .sample(), boot: 1).ranges == [1...40_000])
        #expect(try read.findings().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: copy + "-wal"))
    }

    @Test func `a copy for restoring has nothing to be published any more`() throws {
        let fix = try StoredFix.sample(.sample(), sequence: 1)
        var event = ReminderEventRow(
            id: "1", owner: fix.device.owner, reminder: try Name("r"), time: fix.received, event: "fired", payload: [1])
        try store.write { transaction in
            _ = try transaction.insert(fix)
            let row = OutboxRow(id: "1", device: fix.device, topic: "t", payload: [1], created: fix.received)
            try transaction.enqueue(row)
            try transaction.insert(event)
        }
        let (backup, copy) = (directory.path("backup.db"), directory.path("copy.db"))
        try store.backUp(to: backup)
        #expect(try Store(path: backup, mode: .readOnly).pendingOutbox().count == 1)
        try Store.copyForRestore(from: backup, to: copy)
        let restored = try Store(path: copy, mode: .readWrite(create: false))
        #expect(try restored.pendingOutbox().isEmpty)
        event.isSent = true
        #expect(try restored.reminderEvents(of: nil, limit: 9) == [event])
        #expect(try restored.allFixes(of: fix.device) == [fix])
    }

    @Test func `a copy that is damaged, foreign, empty or no database is refused`() throws {
        try store.insert(fixes(1...20_000))
        let (backup, copy) = (directory.path("backup.db"), directory.path("copy.db"))
        try store.backUp(to: backup)
        let whole = try Data(contentsOf: URL(filePath: backup))
        var damaged = whole
        damaged.replaceSubrange(12_288..<16_384, with: Data(repeating: 0xA5, count: 4096))
        for (content, expected) in [
            (damaged, "damaged"), (whole.prefix(whole.count / 2), "damaged"),
            (Data(repeating: 7, count: 5000), "not an SQLite"), (Data(), "another program"),
        ] {
            try content.write(to: URL(filePath: backup))
            try? FileManager.default.removeItem(atPath: copy)
            let error = #expect(throws: StoreError.self) { try Store.copyForRestore(from: backup, to: copy) }
            #expect(error?.description.contains(expected) == true, "\(error?.description ?? "nothing")")
        }
    }

    @Test func `a compacted database of the former form can shrink, and is otherwise the same`() throws {
        let path = directory.path("old.db")
        try store.insert(fixes(1...20_000))
        let all = try store.allFixes(of: .sample())
        try store.backUp(to: path)
        let old = try Store(path: path, mode: .readWrite(create: false))
        // As an earlier version made it.
        _ = try old.pragma("auto_vacuum = NONE")
        try old.vacuum()
        #expect(try !old.overview().canShrink)
        _ = try old.write { try $0.expire(.sample(), before: all[15_000].fix.time, blocks: 10_000) }
        #expect(try old.giveBack(pages: 10) == 0)
        let before = try old.overview()
        try old.compact()
        // A connection remembers the form of the file from when it was opened.
        let after = try Store(path: path, mode: .readOnly).overview()
        #expect(after.canShrink)
        #expect(after.size < before.size)
        #expect(after.unused == 0)
        #expect(try old.allFixes(of: .sample()) == Array(all[15_000...]))
        #expect(try old.insert([all[0]]) == [false])
        #expect(try old.findings().isEmpty)
    }

    @Test func `words that no fix says any more go with a compaction, and later ones are not mixed up`() throws {
        var (first, second) = (try StoredFix.sample(.sample(), at: 1), try StoredFix.sample(.sample(), at: 2))
        (first.trigger, second.trigger) = ("p", "u")
        try store.insert([first, second])
        _ = try store.write { try $0.expire(.sample(), before: second.fix.time, blocks: 10) }
        try store.compact()
        var third = try StoredFix.sample(.sample(), at: 3)
        third.trigger = "t"
        try store.insert([third])
        #expect(try Store(path: store.path, mode: .readOnly).allFixes(of: .sample()) == [second, third])
        #expect(try store.findings().isEmpty)
    }
}

@Suite struct ContentCheckTests {
    private let store: Store

    init() throws {
        store = try .inMemory()
        var fix = try StoredFix.sample(.sample(), at: 0, sequence: 1)
        fix.extra = Array("{}".utf8)
        try store.insert([fix] + (1...100).map { try .sample(.sample(), at: Double($0), sequence: UInt32($0 + 1)) })
    }

    @Test(arguments: [
        ("UPDATE fix_blocks SET fixes = fixes - 1", "says"),
        ("UPDATE fix_blocks SET last_ms = last_ms + 1", "end"),
        ("UPDATE fix_blocks SET first_ms = first_ms - 1", "end"),
        ("UPDATE fix_blocks SET data = randomblob(length(data))", "block"),
        ("DELETE FROM received", "not among those that have come"),
        ("UPDATE received SET last = 50", "not among those that have come"),
        ("DELETE FROM fix_extras", "besides is missing"),
        ("DELETE FROM fix_contexts", "words of it are missing"),
        ("INSERT INTO fix_extras VALUES (1, 5, 0, 0, 0, 0, x'')", "not there"),
        ("PRAGMA foreign_keys = OFF; DELETE FROM devices", "belongs to no row of devices"),
    ])
    func `each kind of damage is found and named`(damage: String, sentence: String) throws {
        #expect(try store.findings().isEmpty)
        try store.spoil(damage)
        let findings = try store.findings()
        #expect(findings.contains { $0.contains(sentence) }, "\(findings)")
    }
}
