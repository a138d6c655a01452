import Foundation
import GRDB
import Testing
import Tracking

@testable import Store

@Suite struct GoldenMigrationTests {
    let directory: TemporaryDirectory
    let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.path("a.db")
    }

    /// What the versions made, and how many tables.
    private static let versions: [Int: (script: String, tables: Int)] = [
        1: (FirstVersion.script + "\n" + FirstVersion.more, 12), 2: (SecondVersion.script, 12),
        3: (ThirdVersion.script, 14), 4: (FourthVersion.script, 15), 7: (SeventhVersion.script, 18),
        8: (EighthVersion.script, 20),
    ]

    /// Makes the database of a version as that version did, and leaves it closed.
    private func make(_ version: Int, at path: String) throws {
        let script = try #require(Self.versions[version]?.script)
        let migrations = (1...version).map { number in
            Schema.Migration(name: "as it was", sql: number == version ? script : "SELECT 1")
        }
        _ = try Store(
            path: path,
            mode: .readWrite(create: true),
            durability: .full,
            schema: Schema(migrations: migrations)
        )
    }

    /// All rows of all tables, each with its columns and values as text.
    private func contents(_ path: String) throws -> [String: [[String: String]]] {
        try DatabaseQueue(path: path).read { database in
            var contents: [String: [[String: String]]] = [:]
            let tables = try String.fetchAll(
                database,
                sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            )
            for table in tables {
                let columns = try database.columns(in: table).map(\.name)
                let quoted = columns.map { "quote(\"\($0)\")" }.joined(separator: ", ")
                contents[table] = try Row.fetchAll(database, sql: "SELECT \(quoted) FROM \(table) ORDER BY 1, 2")
                    .map { row in
                        let values = columns.indices.map { row[$0] as String }
                        return Dictionary(uniqueKeysWithValues: zip(columns, values))
                    }
            }
            return contents
        }
    }

    @Test(arguments: versions.keys.sorted())
    func `each row of each former version is there after the steps, unchanged`(version: Int) throws {
        try make(version, at: path)
        let before = try contents(path)
        #expect(before.count == Self.versions[version]?.tables)
        // The fix of the script says nothing besides; its other tables all have something.
        #expect(before.filter { $0.value.isEmpty }.map(\.key) == ["fix_extras"])
        let store = try Store(path: path, mode: .readWrite(create: false))
        #expect(try store.pragma("user_version") == "\(Store.schemaVersion)")
        let after = try contents(path)
        for (table, rows) in before {
            let kept = try #require(after[table])
            #expect(kept.count == rows.count, "\(table)")
            for (old, new) in zip(rows, kept) {
                #expect(old.allSatisfy { new[$0.key] == $0.value }, "\(table): \(old) became \(new)")
            }
        }
        #expect(try store.findings().isEmpty)
        #expect(try store.damages().isEmpty)
        try expectUsable(store, version)
    }

    /// What the rows mean is what they meant.
    private func expectUsable(_ store: Store, _ version: Int) throws {
        let keys = try DeviceID.sample()
        let fix = try #require(try store.allFixes(of: keys).first)
        #expect(fix.mark == FixMark(boot: 1, sequence: 1))
        #expect(fix.connection == "m" && fix.battery == 80)
        #expect(try store.received(of: keys, boot: 1).ranges == [1...1, 5...(.max)])
        #expect(try store.insert([fix]) == [false])
        let alerts = try store.alerts(of: keys)
        #expect(alerts.map(\.id) == ["01-2", "01-1"])
        #expect(alerts.last?.evidence == (version == 1 ? nil : Array(#"{"ev":1}"#.utf8)))
        #expect(try store.pendingOutbox().map(\.id) == ["01-2"])
        #expect(try store.placeEvents(of: .sample("phone")).count == 2)
        #expect(try store.quarantine().map(\.reason) == ["missing"])
        #expect(try store.retentions()[keys]?.days == (version < 3 ? nil : 90))
        #expect(try store.monthsOut().map { "\($0.month)" } == (version < 7 ? [] : ["2024-11"]))
        #expect(try store.reminders().map(\.id.text) == (version < 8 ? [] : ["bins"]))
        #expect(try store.reminderEvents(of: nil, limit: 9).map(\.id) == (version < 8 ? [] : ["01"]))
        let row = ReminderRow(owner: keys.owner, id: try Name("umbrella"), payload: [1], updated: fix.received)
        let calendar = CalendarRow(owner: keys.owner, place: [1, 2], updated: fix.received)
        try store.write { transaction in
            try transaction.save(row)
            try transaction.save(calendar)
        }
        #expect(try store.reminder(row.reminder) == row)
        #expect(try store.calendars() == [calendar])
    }

    @Test(arguments: versions.keys.sorted())
    func `steps that end in the middle leave the version before them, and are taken the next time`(
        version: Int
    ) async throws {
        try make(version, at: path)
        let before = try contents(path)
        // A step so large that much of it is in the file's log before its end, which never comes.
        let large = """
            CREATE TABLE large (id INTEGER PRIMARY KEY, text TEXT);
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000)
            INSERT INTO large SELECT i, hex(randomblob(100)) FROM n;
            SELECT no_such_thing
            """
        let schema = Schema(migrations: Schema.current.migrations + [Schema.Migration(name: "large", sql: large)])
        let (path, other) = (path, directory.path("killed.db"))
        let (ending, ended) = AsyncStream<Void>.makeStream()
        Thread.detachNewThread {
            _ = try? Store(path: path, mode: .readWrite(create: false), durability: .full, schema: schema)
            ended.finish()
        }
        // The files as they are at this moment are what a process killed at this moment leaves. A thread of its own
        // looks, as a task might come too late.
        let (copying, copied) = AsyncStream<Void>.makeStream()
        Thread.detachNewThread {
            defer { copied.finish() }
            let manager = FileManager.default
            for _ in 0..<600_000 {
                let size = try? manager.attributesOfItem(atPath: path + "-wal")[.size] as? Int
                if let size, size >= 4_000_000 { break }
                usleep(100)
            }
            try? manager.copyItem(atPath: path, toPath: other)
            try? manager.copyItem(atPath: path + "-wal", toPath: other + "-wal")
        }
        for await _ in copying {}
        for await _ in ending {}
        #expect(try size(other + "-wal") > 1_000_000)
        #expect(try contents(other) == before)
        let store = try Store(path: other, mode: .readWrite(create: false))
        #expect(try store.pragma("user_version") == "\(Store.schemaVersion)")
        #expect(try store.findings().isEmpty)
    }

    private func size(_ path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
}
