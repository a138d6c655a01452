import Postgres
import ServerSupport
import Testing
import Tracking

@testable import Store

/// What only a store on a server can come to.
@Suite struct PostgresStoreTests {
    private let device: DeviceID

    init() throws { device = try .sample() }

    private static func open(_ address: String, create: Bool = true) throws -> Store {
        try Store(path: address, mode: .readWrite(create: create))
    }

    @Test(arguments: [
        ("postgres://h/d", "postgres://h/d", "tagalong", "postgres://h/d"),
        ("postgres://u:p@h:1/d?schema=a", "postgres://u:p@h:1/d", "a", "postgres://u@h:1/d?schema=a"),
        (
            "postgresql:///d?host=/run&schema=x%20y", "postgresql:///d?host=/run", "x y",
            "postgresql:///d?host=/run&schema=x%20y"
        ),
        (
            "postgres://u:p%40@h/d?sslmode=require", "postgres://u:p%40@h/d?sslmode=require", "tagalong",
            "postgres://u@h/d?sslmode=require"
        ),
        ("postgres://h/d?password=p&user=u", "postgres://h/d?password=p&user=u", "tagalong", "postgres://h/d?user=u"),
        ("postgres://h/d?schema=", "postgres://h/d", "tagalong", "postgres://h/d?schema="),
        ("postgres://u@h,i/a@b:c", "postgres://u@h,i/a@b:c", "tagalong", "postgres://u@h,i/a@b:c"),
        ("postgres://u:a%2Fb@h:1/d", "postgres://u:a%2Fb@h:1/d", "tagalong", "postgres://u@h:1/d"),
        ("POSTGRES://u@h/d", "postgres://u@h/d", "tagalong", "postgres://u@h/d"),
    ])
    func `an address says how to connect, the schema, and what may be shown`(
        _ text: String, _ connection: String, _ schema: String, _ shown: String
    ) throws {
        let address = try #require(PostgresAddress(text))
        #expect(address.connection == connection)
        #expect(address.schema == schema)
        #expect(address.shown == shown)
        let full = try #require(PostgresAddress(address.full))
        #expect((full.connection, full.schema) == (connection, schema))
    }

    @Test(arguments: [
        "postgres://u:geheim?x@h/d?schema=a", "postgres://u:geheim/x@h/d", "postgres://u:x@geheim@h/d",
        "postgres://u:geheim%zz@h/d", "postgres://h/d?password=a&geheim", "postgres://h/d?%70assword=geheim&x",
        "postgres://h/d?schema=%&sslpassword=geheim",
    ])
    func `an address that libpq would read otherwise than it was meant is refused, and no password of it is shown`(
        _ text: String
    ) throws {
        let address = try #require(PostgresAddress(text))
        #expect(address.problem != nil)
        #expect(!address.shown.contains("geheim"))
        let error = #expect(throws: StoreError.self) { try Self.open(text) }
        #expect(error?.description.contains("geheim") == false)
    }

    @Test(arguments: ["postgres:/u:p@h", "Postgresql:u", "host=h password=x"])
    func `what was meant as an address is no file`(_ text: String) { #expect(PostgresPlace.isMisspelt(text)) }

    @Test func `the name of a place may be as long as a message lets it be`() async throws {
        let store = try Self.open(try await TestPostgres.shared.address())
        var chance = SeededGenerator(state: 1)
        let place = String(
            (0..<4096).map { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement(using: &chance) ?? "a" })
        let row = PlaceEventRow(
            device: device, time: Timestamp(seconds: 9), event: .waypoint, place: place, payload: [1])
        #expect(try store.write { try $0.insert(row) })
        #expect(try store.write { try !$0.insert(row) })
        #expect(try store.placeEvents(of: device) == [row])
    }

    @Test func `a database of another encoding is refused`() async throws {
        let server = try await TestPostgres()
        let connection = try PostgresConnection(server.plainAddress)
        try connection.run(
            script: "CREATE DATABASE latin ENCODING LATIN1 LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0"
        )
        let address = server.address().replacing("/postgres?", with: "/latin?")
        let error = #expect(throws: StoreError.self) { try Self.open(address) }
        #expect(error?.description.contains("LATIN1, and UTF8 is needed") == true)
        await server.remove()
    }

    @Test(arguments: ["", "history.sqlite", "/var/postgres://x", "sqlite:a", "mysql://h/d", "postgres:"])
    func `a file is no address`(_ text: String) { #expect(PostgresAddress(text) == nil) }

    @Test func `a second writer is refused, and takes over when the first one has ended`() async throws {
        let address = try await TestPostgres.shared.address()
        var first: Store? = try Self.open(address)
        try first?.insert([try .sample(device, sequence: 1)])
        let error = #expect(throws: StoreError.self) { try Self.open(address) }
        #expect(error?.reason == .busy)
        first = nil
        #expect(try Self.open(address).allFixes(of: device).count == 1)
    }

    @Test func `what is not there, foreign or newer is refused with a sentence, and left alone`() async throws {
        let server = try await TestPostgres.shared
        let missing = server.address(schema: "nowhere")
        #expect(throws: StoreError.self) { try Store(path: missing, mode: .readOnly) }
        #expect(throws: StoreError.self) { try Self.open(missing, create: false) }
        let foreign = server.address(schema: "foreign")
        let place = try #require(PostgresAddress(foreign))
        let connection = try PostgresConnection(place.connection)
        try connection.run(script: "CREATE SCHEMA \"foreign\"; CREATE TABLE \"foreign\".theirs (n int)")
        #expect(throws: StoreError(path: place.shown, .foreign)) { try Self.open(foreign) }
        let newer = server.address()
        let schema = try #require(PostgresAddress(newer)).quotedSchema
        _ = try Self.open(newer)
        try connection.run(script: "UPDATE \(schema).store SET version = 99")
        let error = #expect(throws: StoreError.self) { try Self.open(newer) }
        #expect(error?.reason == .newerSchema(found: 99, supported: Store.schemaVersion))
        #expect(try connection.ask("SELECT count(*) FROM \"foreign\".theirs").integer(0, 0) == 0)
    }

    @Test(arguments: [
        (5, "months_out, removals, archive, reminders, reminder_events, calendars"),
        (7, "reminders, reminder_events, calendars"), (8, "calendars"),
    ])
    func `a schema of before months could go out, or of before reminders, is brought up to date by whoever writes it`(
        _ version: Int, _ later: String
    ) async throws {
        let address = try await TestPostgres.shared.address()
        let place = try #require(PostgresAddress(address))
        try Self.open(address).insert([try .sample(device, sequence: 1)])
        try PostgresConnection(place.connection).run(
            script: """
                SET search_path TO \(place.quotedSchema);
                DROP TABLE \(later);
                UPDATE store SET version = \(version);
                """
        )
        let error = #expect(throws: StoreError.self) { try Store(path: address, mode: .readOnly) }
        #expect(error?.reason == .olderSchema(found: version, needed: Store.schemaVersion))
        let store = try Self.open(address)
        #expect(try store.monthsOut() == [])
        #expect(try store.removals() == [])
        #expect(try store.allFixes(of: device).count == 1)
        let row = ReminderRow(owner: device.owner, id: device.device, payload: [1], updated: Timestamp(seconds: 9))
        try store.write { try $0.save(row) }
        #expect(try store.reminders() == [row])
        #expect(try store.calendars() == [])
        #expect(try store.findings().isEmpty)
    }

    @Test func `an empty schema that somebody made beforehand is used, whatever its name`() async throws {
        let server = try await TestPostgres.shared
        let address = server.address(schema: "Made%20%22before%22")
        let place = try #require(PostgresAddress(address))
        try PostgresConnection(place.connection).run(script: "CREATE SCHEMA \(place.quotedSchema)")
        let store = try Self.open(address)
        #expect(try store.insert([try .sample(device, sequence: 1)]) == [true])
        #expect(try Store(path: address, mode: .readOnly).fixCount(of: device) == 1)
    }

    @Test func `a batch whose connection ends leaves no trace, and the next one works over another`() async throws {
        let server = try await TestPostgres.shared
        let store = try Self.open(server.address())
        try store.insert([try .sample(device, at: 1, sequence: 1)])
        let error = #expect(throws: StoreError.self) {
            try store.write { transaction in
                _ = try transaction.insert(try .sample(device, at: 2, sequence: 2))
                let process: Int64? = try transaction.database.value("SELECT pg_backend_pid()")
                _ = try? transaction.database.execute("SELECT pg_terminate_backend(?)", [process])
            }
        }
        guard case .unreachable? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try store.insert([try .sample(device, at: 2, sequence: 2)]) == [true])
        #expect(try store.received(of: device, boot: 1).ranges == [1...2])
    }

    @Test func `a server that ends and comes again loses nothing that was stored`() async throws {
        let server = try await TestPostgres()
        let address = server.address()
        let store = try Self.open(address)
        try store.insert((1...100).map { try .sample(device, at: Double($0), sequence: UInt32($0)) })
        await server.stop()
        for _ in 0..<2 {
            let error = #expect(throws: StoreError.self) {
                try store.insert([try .sample(device, at: 101, sequence: 101)])
            }
            #expect(error?.description.contains("a running server is expected") == true)
            #expect(throws: StoreError.self) { try store.fixCount(of: device) }
        }
        try await server.start()
        #expect(try store.fixCount(of: device) == 100)
        #expect(try store.insert([try .sample(device, at: 101, sequence: 101)]) == [true])
        #expect(try store.received(of: device, boot: 1).ranges == [1...101])
        #expect(try store.findings().isEmpty)
        await server.remove()
    }

    @Test func `a server that was restarted while nobody asked is asked again as if nothing had been`() async throws {
        let server = try await TestPostgres()
        let store = try Self.open(server.address())
        try store.insert([try .sample(device, at: 1, sequence: 1)])
        #expect(try store.fixCount(of: device) == 1)
        await server.stop()
        try await server.start()
        #expect(try store.fixCount(of: device) == 1)
        #expect(try store.insert([try .sample(device, at: 2, sequence: 2)]) == [true])
        await server.remove()
    }

    @Test func `who was away while another wrote is told so once, and forgets what it knew`() async throws {
        let server = try await TestPostgres()
        let address = server.address()
        let first = try Self.open(address)
        try first.insert((1...10).map { try .sample(device, at: Double($0), sequence: UInt32($0)) })
        await server.stop()
        try await server.start()
        do {
            let second = try Self.open(address)
            try second.insert((11...20).map { try .sample(device, at: Double($0), sequence: UInt32($0)) })
        }
        let more = try (15...25).map { try StoredFix.sample(device, at: Double($0), sequence: UInt32($0)) }
        let error = #expect(throws: StoreError.self) { try first.insert(more) }
        #expect(error?.reason == .overtaken)
        #expect(try first.insert(more) == more.map { ($0.mark?.sequence ?? 0) > 20 })
        #expect(try first.received(of: device, boot: 1).ranges == [1...25])
        #expect(try first.findings().isEmpty)
        await server.remove()
    }

    @Test func `names are sorted by their bytes, whatever the server's language`() async throws {
        let store = try Self.open(try await TestPostgres.shared.address())
        let names = ["b", "A", "a", "B", "_", "Z", "z"]
        try store.write { transaction in
            for name in names { try transaction.device(for: .sample(name), at: Timestamp(seconds: 0)) }
        }
        #expect(
            try store.devices().map(\.id.device.text)
                == names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
    }

    @Test func `many read at the same time, also while a batch is written`() async throws {
        let store = try Self.open(try await TestPostgres.shared.address())
        let device = self.device
        try store.insert((1...500).map { try .sample(device, at: Double($0), sequence: UInt32($0)) })
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<20 {
                        let latest = try store.latest(of: device, limit: 70)
                        #expect(latest.count == 70)
                        let times = latest.map(\.fix.time)
                        #expect(times == times.sorted(by: >))
                    }
                }
            }
            for number in 501...540 as ClosedRange<UInt32> {
                try store.insert([try .sample(device, at: Double(number), sequence: number)])
            }
            try await group.waitForAll()
        }
        #expect(try store.fixCount(of: device) == 540)
    }

    @Test func `the newest of many is read in pages, and one that cannot be read hides no other`() async throws {
        let address = try await TestPostgres.shared.address()
        let store = try Self.open(address)
        let devices = try (0..<450).map { try DeviceID.sample("t\($0)") }
        try store.insert(
            try devices.dropFirst().flatMap { device in
                try (1...3).map { try .sample(device, at: Double($0), sequence: UInt32($0)) }
            })
        _ = try store.write { try $0.device(for: devices[0], at: Timestamp(seconds: 0)) }
        #expect(try store.deviceNames() == devices.sorted())
        let newest = try store.newest(of: devices) { device, error in Issue.record("\(device): \(error)") }
        #expect(Set(newest) == Set(try devices.flatMap { try store.latest(of: $0, limit: 1) }) && newest.count == 449)
        let place = try #require(PostgresAddress(address))
        try place.connect(patience: 30).run(
            script: """
                UPDATE fix_blocks SET data = decode(repeat('ff', length(data)), 'hex')
                WHERE device_id = (SELECT id FROM devices WHERE device = 't300')
                """)
        var unread: [DeviceID] = []
        let reading = try Store(path: address, mode: .readOnly)
        let others = try reading.newest(of: devices) { device, _ in unread.append(device) }
        #expect(unread == [devices[300]] && others.count == 448)
        #expect(try store.newest(of: [.sample("nobody")]) { _, _ in } == [])
    }

    @Test func `what is asked of a server that is away concerns all devices`() async throws {
        let server = try await TestPostgres()
        let store = try Self.open(server.address())
        try store.insert([try .sample(device)])
        await server.stop()
        #expect(throws: StoreError.self) {
            try store.newest(of: [device]) { device, _ in Issue.record("\(device) is left out") }
        }
        await server.remove()
    }
}
