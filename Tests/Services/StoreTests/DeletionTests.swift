import Foundation
import StoreSupport
import Testing
import Tracking

@testable import Store

@Suite(.onBothEngines) struct DeletionTests {
    let store: Store
    let device: DeviceID

    init() throws {
        store = try .forTest()
        device = try .sample()
    }

    /// A row in each table that has rows of devices, however it is called.
    private func fill(_ database: Session, device: Int64) throws {
        for statement in [
            "INSERT INTO photos VALUES (?1, 'image/png', ?2, 0)",
            "INSERT INTO retention VALUES (?1, 1, 1)",
            "INSERT INTO alert_states VALUES (?1, ?2)",
            "INSERT INTO place_events (device_id, time_ms, event, place, payload) VALUES (?1, 1, 'enter', 'a', ?2)",
            "INSERT INTO fix_extras VALUES (?1, 1, 1, 1, 1, 1, ?2)",
            """
            INSERT INTO alerts (id, device_id, event, level, previous, threshold_m, distance_m, confidence, time_ms,
                episode) VALUES ('a', ?1, 'raised', 'warning', 'none', 5, 6, 1, 1, 'e')
            """,
            "INSERT INTO outbox VALUES ('a', ?1, 't', ?2, 0, 1, NULL)",
            "INSERT INTO phone_commands (device_id, received_ms, payload) VALUES (?1, 1, ?2)",
            "INSERT INTO device_documents VALUES (?1, 'state', ?2, 1)",
            """
            INSERT INTO months_out VALUES (?1, 1, 1, 'o', 1, 1, 1, 1,
                '0000000000000000000000000000000000000000000000000000000000000000', 's', 1)
            """,
        ] {
            try database.execute(statement, statement.contains("?2") ? [device, [0, 0] as [UInt8]] : [device])
        }
    }

    /// Those that refer to devices, as the database itself knows.
    private func tables(_ database: Session) throws -> [String] {
        let sql =
            switch database.engine {
            case .sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%REFERENCES devices%'"
            case .postgres:
                """
                SELECT CAST(relname AS text) FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
                WHERE contype = 'f' AND confrelid = CAST('devices' AS regclass)
                """
            }
        return try database.rows(sql) { $0[0] }
    }

    private func rows(of device: Int64) throws -> [String: Int] {
        try store.readTogether { database in
            let counts = try tables(database).map { table in
                let sql = "SELECT count(*) FROM \(table) WHERE device_id = ?"
                return (table, try database.value(sql, [device]) ?? -1)
            }
            return Dictionary(uniqueKeysWithValues: counts)
        }
    }

    @Test func `a file that is compacted has nothing of a device that was deleted`() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("deletion-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.path + "/history.sqlite"
        let store = try Store(path: path, mode: .readWrite(create: true), durability: .off)
        try store.insert((1...200).map { try StoredFix.sample(device, at: Double($0), sequence: UInt32($0)) })
        let blocks = try store.readTogether { try $0.rows("SELECT data FROM fix_blocks") { Data($0.bytes(at: 0)) } }
        func found() throws -> Int {
            let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
            let contents = try files.map { try Data(contentsOf: $0) }
            return blocks.count { block in contents.contains { $0.range(of: block) != nil } }
        }
        #expect(try found() == blocks.count && !blocks.isEmpty)
        #expect(try store.write { try $0.delete(device) })
        try store.compact()
        #expect(try found() == 0)
        #expect(try store.device(device) == nil)
    }

    @Test func `no table keeps a row of a device that is deleted`() throws {
        try store.insert([try StoredFix.sample(device, sequence: 1)])
        let row = try store.write { transaction in
            let row = try transaction.device(for: device, at: Timestamp(seconds: 0))
            try fill(transaction.database, device: row)
            return row
        }
        let before = try rows(of: row)
        #expect(before.values.allSatisfy { $0 > 0 }, "\(before)")
        #expect(try store.write { try $0.delete(device) })
        let after = try rows(of: row)
        #expect(after.values.allSatisfy { $0 == 0 }, "\(after)")
        #expect(try store.devices() == [])
        #expect(try store.write { try !$0.delete(device) })
    }

    @Test func `what the same batch had stored before goes too, and others' fixes stay`() throws {
        let other = try DeviceID.sample("purse")
        let fixes = try (1...30).map {
            try StoredFix.sample($0 % 2 == 0 ? device : other, at: Double($0), sequence: UInt32($0))
        }
        try store.write { transaction in
            for fix in fixes { _ = try transaction.insert(fix) }
            try transaction.delete(device)
        }
        #expect(try store.devices().map(\.id) == [other])
        #expect(try store.allFixes(of: other).count == 15)
        // The same names again are no copies.
        #expect(try store.insert(fixes.filter { $0.device == device }).allSatisfy { $0 })
        #expect(try store.allFixes(of: device).count == 15)
        #expect(try store.allFixes(of: other).count == 15)
    }

    @Test func `a deletion that waits for its tracker is kept until it is taken back`() throws {
        let row = DeletionRow(device: device, asked: Timestamp(seconds: 5), version: 3)
        try store.write { try $0.save(row) }
        #expect(try store.deletions() == [row])
        try store.write { try $0.save(DeletionRow(device: device, asked: row.asked, version: 4)) }
        #expect(try store.deletions().map(\.version) == [4])
        try store.write { try $0.removeDeletion(of: device) }
        #expect(try store.deletions() == [])
    }
}
