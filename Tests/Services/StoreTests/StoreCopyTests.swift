import Foundation
import ServerSupport
import StoreSupport
import Testing
import Tracking

@testable import Store

@Suite struct StoreCopyTests {
    /// A store with something in each table, and much in one.
    private static func fill(_ store: Store) throws {
        let device = try DeviceID.sample()
        let now = Timestamp(seconds: 1_735_690_000)
        var fixes = try (1...3000).map { try StoredFix.sample(device, at: Double($0), sequence: UInt32($0)) }
        fixes[7].extra = Array(#"{"a":"ü"}"#.utf8)
        fixes[8].trigger = "p"
        try store.insert(fixes)
        try store.insert((1...200).map { try .sample(.sample("purse"), at: Double($0)) })
        try store.write { transaction in
            try transaction.setItem(
                ItemName("Schlüssel"), thresholds: Thresholds(warning: 5, critical: 10.5), of: device, at: now)
            try transaction.setClock(ahead: -5000, of: device, at: now)
            try transaction.noteHTTP(device, at: now)
            try transaction.saveDocument(
                DocumentRow(device: device, kind: .desired, payload: [1, 0, 255], updated: now))
            try transaction.saveDocument(DocumentRow(device: device, kind: .state, payload: [], updated: now))
            for number in 0..<5 {
                try transaction.quarantine(
                    QuarantineRow(
                        received: now, topic: "t/\(number)", payload: [0, 1], reason: "range", sentence: "a\0b")
                )
            }
            try transaction.insert(
                AlertRow(
                    id: "01", device: device, event: "raised", level: "warning", previous: "none", threshold: 5,
                    distance: 6.25, confidence: 0.97, time: now, episode: "01", payload: [1], evidence: nil
                )
            )
            try transaction.enqueue(
                OutboxRow(id: "01", device: device, topic: "t", payload: [7], retained: true, created: now))
            try transaction.insert(
                PlaceEventRow(device: device, time: now, event: .enter, place: "Zoë's \0", payload: [2]))
            try transaction.saveAlertState([9, 9], of: device, at: now)
            try transaction.savePhoto(PhotoRow(kind: .png, data: [0x89, 0], updated: now), of: device)
            try transaction.setRetention(Retention(days: 9, fixes: nil), of: device, at: now)
            try transaction.save(DeletionRow(device: .sample("gone"), asked: now, version: 0))
            try transaction.queueCommand([1, 2], for: .sample("purse"), at: now)
            _ = try transaction.note(ErasureMark(erasure: 1, asked: now))
            try transaction.save(CalendarRow(owner: device.owner, place: [0, 255, 7], updated: now))
            for number in 0..<5 {
                try transaction.save(
                    ReminderRow(
                        owner: device.owner, id: Name("r-\(number)"),
                        payload: number == 0 ? [] : [UInt8(number), 0, 255],
                        state: number == 1 ? [] : [7], updated: now, isPublished: number == 2))
                try transaction.insert(
                    ReminderEventRow(
                        id: "e-\(number)", owner: device.owner, reminder: Name("r-\(number)"), time: now,
                        event: "fired",
                        payload: [9], isSent: number == 2))
            }
        }
    }

    /// Everything that a store says of its contents.
    private static func contents(_ store: Store) throws -> [String] {
        let device = try DeviceID.sample()
        let items = try store.items().map { item in
            let documents = item.documents.map { "\($0.key): \($0.value)" }.sorted()
            return "\(item.device) \(item.lastFix as Any) \(item.photo as Any) \(documents)"
        }
        return items + [
            "\(try store.devices())", "\(try store.allFixes(of: device))",
            "\(try store.allFixes(of: .sample("purse")))",
            "\(try store.documents(of: device)[device]?.keys.map(\.rawValue).sorted() ?? [])",
            "\(try store.alerts(of: nil))", "\(try store.pendingOutbox())", "\(try store.alertState(of: device) ?? [])",
            "\(try store.photo(of: device) as Any)", "\(try store.retentions())", "\(try store.deletions())",
            "\(try store.received(of: device, boot: 1).ranges)", "\(try store.counters().map { "\($0)" }.sorted())",
            "\(try store.quarantine().map(\.id))", "\(try store.placeEvents(of: device).map(\.payload))",
            "\(try store.reminders())", "\(try store.reminderEvents(of: nil, limit: 100))",
            "\(try store.calendars().map { "\($0.owner) \($0.place) \($0.updated)" })",
        ]
    }

    @Test(arguments: [true, false])
    func `all of a store moves to the other engine and back, and goes on there`(_ toServer: Bool) async throws {
        let directory = try TemporaryDirectory()
        let server = try await TestPostgres.shared
        let places = [directory.path("a.sqlite"), server.address(), directory.path("b.sqlite"), server.address()]
        let way = toServer ? Array(places[0...2]) : Array(places[1...3])
        let expected: [String]
        do {
            let first = try Store(path: way[0], mode: .readWrite(create: true))
            try Self.fill(first)
            expected = try Self.contents(first)
        }
        for (source, target) in zip(way, way.dropFirst()) {
            let store = try Store(path: source, mode: .readWrite(create: false))
            var last = (done: 0, all: 1)
            let rows = try StoreMigration(of: store, to: target).run { last = ($0, $1) }
            #expect(rows > 70)
            #expect(last.done == last.all)
            #expect(throws: StoreError.self) { try StoreMigration(of: store, to: target) }
        }
        let moved = try Store(path: way[2], mode: .readWrite(create: false))
        #expect(try Self.contents(moved) == expected)
        #expect(try moved.findings().isEmpty)
        // New rows get numbers that no other has.
        let new = try DeviceID.sample("new")
        #expect(
            try moved.insert([.sample(new, sequence: 1), .sample(try .sample(), at: 4000, sequence: 4000)]) == [
                true, true,
            ])
        #expect(try moved.allFixes(of: new).count == 1)
        #expect(try moved.findings().isEmpty)
    }

    private struct Stop: Error {}

    @Test(arguments: [true, false])
    func `a copy that was interrupted goes on where it was`(_ toServer: Bool) async throws {
        let directory = try TemporaryDirectory()
        let server = try await TestPostgres.shared
        let (source, target) =
            toServer ? (directory.path("a.sqlite"), server.address()) : (server.address(), directory.path("a.sqlite"))
        let store = try Store(path: source, mode: .readWrite(create: true))
        try Self.fill(store)
        var steps = 0
        for limit in [1, 3, 6, 9, 14] {
            let migration = try StoreMigration(of: store, to: target)
            var told = 0
            #expect(throws: Stop.self) {
                try migration.run { _, _ in
                    told += 1
                    if told == limit { throw Stop() }
                }
            }
            #expect(migration.isBegun)
            #expect(throws: StoreError.self) { try Store(path: target, mode: .readOnly) }
            steps += told
        }
        #expect(steps == 33)
        try StoreMigration(of: store, to: target).run()
        #expect(try Self.contents(Store(path: target, mode: .readOnly)) == Self.contents(store))
    }

    @Test func `a source that was changed since the copy began is found out, and begun anew it is right`() async throws
    {
        let directory = try TemporaryDirectory()
        let target = try await TestPostgres.shared.address()
        let store = try Store(path: directory.path("a.sqlite"), mode: .readWrite(create: true))
        try Self.fill(store)
        let migration = try StoreMigration(of: store, to: target)
        var told = 0
        #expect(throws: Stop.self) {
            try migration.run { _, _ in
                told += 1
                if told == 20 { throw Stop() }
            }
        }
        try store.insert([.sample(.sample(), at: 2.5, sequence: 5000)])
        let difference = #expect(throws: StoreCopy.Difference.self) { try migration.run() }
        #expect(difference?.description.contains("table fix_blocks") == true)
        try migration.discard()
        #expect(!migration.isBegun)
        try migration.run()
        #expect(try Self.contents(Store(path: target, mode: .readOnly)) == Self.contents(store))
    }

    @Test func `each table and each column is copied`() async throws {
        let stores = [
            try Store.inMemory(), try Store(path: await TestPostgres.shared.address(), mode: .readWrite(create: true)),
        ]
        let expected = CopiedTable.all.flatMap { table in table.columns.map { "\(table.name).\($0.name)" } }.sorted()
        for store in stores {
            let sql =
                store.isPostgres
                ? """
                SELECT CAST(table_name || '.' || column_name AS text) FROM information_schema.columns
                WHERE table_schema = current_schema() AND table_name <> 'store'
                """
                : """
                SELECT entry.name || '.' || field.name FROM sqlite_schema AS entry JOIN pragma_table_info(entry.name) AS field
                WHERE entry.type = 'table'
                """
            let found: [String] = try store.read { try $0.rows(sql) { $0[0] } }
            #expect(found.sorted() == expected)
        }
    }

    @Test func `a backup of a server's store is a file that any store opens`() async throws {
        let directory = try TemporaryDirectory()
        let store = try Store(path: try await TestPostgres.shared.address(), mode: .readWrite(create: true))
        try Self.fill(store)
        try store.backUp(to: directory.path("copy.sqlite"))
        #expect(try Self.contents(Store(path: directory.path("copy.sqlite"), mode: .readOnly)) == Self.contents(store))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == ["copy.sqlite"])
    }
}
