import Testing
import Tracking

@testable import Store

@Suite struct MigrationTests {
    let directory: TemporaryDirectory
    let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.path("a.db")
    }

    private func open(_ schema: Schema) throws -> Store {
        try Store(path: path, mode: .readWrite(create: true), durability: .off, schema: schema)
    }

    private let now = Schema.current.version
    private let next = Schema.Migration(name: "next", sql: "ALTER TABLE devices ADD COLUMN note TEXT")
    private let broken = Schema.Migration(name: "broken", sql: "CREATE TABLE half (id INTEGER); SELECT no_such_thing")

    @Test func `a database as the first version made it is read and written`() throws {
        let device = try DeviceID.sample()
        _ = try open(Schema(migrations: [Schema.Migration(name: "as it was", sql: FirstVersion.script)]))
        let store = try Store(path: path, mode: .readWrite(create: false))
        let fix = try StoredFix(
            device: device,
            fix: Fix(
                coordinate: Coordinate(latitudeE7: 482_000_000, longitudeE7: -163_000_000),
                time: Timestamp(milliseconds: 1_735_689_600_000),
                accuracy: 4.5
            ),
            mark: FixMark(boot: 1, sequence: 1),
            mode: .cellular,
            source: .gnss,
            trigger: "p",
            connection: "m",
            battery: 80,
            received: Timestamp(milliseconds: 1_735_689_600_120)
        )
        #expect(try store.allFixes(of: device) == [fix])
        #expect(try store.insert([fix, .sample(device, at: 600, sequence: 2)]) == [false, true])
        #expect(try store.received(of: device, boot: 1).ranges == [1...2])
        #expect(try store.items().map(\.device.item) == [ItemName("keys")])
        #expect(try store.counters() == [.stored: 2, .duplicates: 1])
        #expect(try store.alerts(of: device).allSatisfy { $0.evidence == nil })
        let alert = AlertRow(
            id: "1",
            device: device,
            event: "raised",
            level: "warning",
            previous: "none",
            threshold: 5,
            distance: 6.5,
            confidence: 0.97,
            time: fix.fix.time,
            episode: "1",
            evidence: Array("{}".utf8)
        )
        #expect(try store.write { try $0.insert(alert) })
        #expect(try store.alerts(of: device).first == alert)
    }

    @Test func `a step that is missing is taken, and what was stored stays`() throws {
        let fix = try StoredFix.sample(.sample(), sequence: 1)
        try open(.current).insert([fix])
        let store = try open(.and([next]))
        #expect(try store.pragma("user_version") == "\(now + 1)")
        #expect(try store.allFixes(of: fix.device) == [fix])
        let error = #expect(throws: StoreError.self) { try open(.current) }
        #expect(error?.reason == .newerSchema(found: now + 1, supported: now))
    }

    @Test func `a step that fails takes the ones before it back`() throws {
        _ = try open(.current)
        #expect(throws: StoreError.self) { try open(.and([next, broken])) }
        #expect(try open(.current).pragma("user_version") == "\(now)")
        #expect(try open(.and([next])).pragma("user_version") == "\(now + 1)")
    }

    @Test func `a reader does not take steps, it says what is needed`() throws {
        _ = try open(.current)
        let error = #expect(throws: StoreError.self) {
            try Store(
                path: path,
                mode: .readOnly,
                durability: .full,
                schema: .and([next])
            )
        }
        #expect(error?.reason == .olderSchema(found: now, needed: now + 1))
    }
}

extension Schema {
    /// The present steps and some more.
    fileprivate static func and(_ more: [Migration]) -> Schema {
        Schema(migrations: current.migrations + more)
    }
}
