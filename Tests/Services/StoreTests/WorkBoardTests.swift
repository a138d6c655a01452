import Postgres
import ServerSupport
import TestSupport
import Testing
import Tracking

@testable import Store

/// How workers share a history in a real PostgreSQL; what takes time is made to be over by the tables.
@Suite struct WorkBoardTests {
    private let server: TestPostgres
    private let path: String
    private let device: DeviceID

    init() async throws {
        server = try await TestPostgres.shared
        path = server.address()
        device = try .sample()
    }

    private func board(
        _ worker: String, count: Int = 4, households: [[Name]] = [], strangers: Bool = false, instance: String = "1",
        lease: Int64 = 3_600_000
    ) throws -> WorkBoard {
        try WorkBoard(
            path: path,
            worker: worker,
            partitioning: Partitioning(count: count, households: try Households(households)),
            takesStrangers: strangers,
            lease: lease,
            instance: "\(worker) \(instance)"
        )
    }

    /// Changes the tables behind everybody's back.
    private func run(_ sql: String) throws {
        let address = try #require(PostgresAddress(path))
        try address.connect(patience: 30).run(script: sql)
    }

    /// As if a worker had said nothing for longer than its lease.
    private func expire(_ worker: String) throws {
        try run(
            """
            UPDATE workers SET beat_ms = 0 WHERE name = '\(worker)';
            UPDATE partitions SET until_ms = 0 WHERE holder = '\(worker)';
            """
        )
    }

    private func reason(_ body: () throws -> Void) -> StoreError.Reason? {
        #expect(throws: StoreError.self) { try body() }?.reason
    }

    @Test func `the first takes all, the second its half, and what ends is taken over`() throws {
        let (ada, ben) = (try board("ada", strangers: true), try board("ben", strangers: true))
        let all = try ada.beat(of: []).taken
        #expect(Set(all.map(\.unit)) == [.strangers, .partition(0), .partition(1), .partition(2), .partition(3)])
        #expect(try ben.beat(of: []).taken == [])
        var held = all.map(\.unit)
        for _ in 0..<2 {
            try run("UPDATE partition_layout SET moved_ms = 0")
            let give = try #require(try ada.beat(of: held).give.first)
            try ada.giveBack(try #require(all.first { $0.unit == give }))
            held.removeAll { $0 == give }
        }
        #expect(try ada.beat(of: held).give == [], "the first by name has one more")
        let halves = try ben.beat(of: []).taken
        #expect(halves.map(\.unit).sorted() == [.partition(2), .partition(3)])
        #expect(halves.allSatisfy { $0.fence == 2 })
        try expire("ada")
        #expect(try ben.beat(of: halves.map(\.unit)).taken.count == 3)
        #expect(try ada.beat(of: held).held == [], "it finds out that nothing is left")
        let overview = try WorkOverview(path: path)
        #expect(overview.partitions.map(\.holder) == Array(repeating: "ben", count: 5))
        #expect(overview.workers.map(\.name) == ["ada", "ben"])
    }

    @Test func `whoever is frozen in the middle of a round holds nobody up`() async throws {
        let (ada, ben) = (try board("ada"), try board("ben", lease: 500))
        let all = try ada.beat(of: []).taken.map(\.unit)
        #expect(all.count == 4)
        _ = try ben.beat(of: [])
        try expire("ada")
        // What a round of hers has changed when she stops, on a connection that has her lock.
        let address = try #require(PostgresAddress(path))
        try run("INSERT INTO workers (name, instance, beat_ms) VALUES ('zoe', 'zoe 1', 0)")
        let frozen = try address.connect(patience: 30)
        _ = try frozen.ask(
            "SELECT pg_advisory_lock(\(SilentWorkers.key))", [.text(SilentWorkers.name(of: "zoe", address))]
        )
        try frozen.settle()
        _ = try frozen.ask("BEGIN")
        _ = try frozen.ask("UPDATE partition_layout SET moved_ms = 0")
        _ = try frozen.ask("UPDATE partitions SET told_ms = 0")
        try await Task.sleep(for: .seconds(1))
        #expect(Set(try ben.beat(of: []).taken.map(\.unit)) == Set(all))
        // The end of the connection comes behind what the server says of it.
        try await eventually { !frozen.lives() }
    }

    @Test func `whoever comes again is not taken for silent, though nobody sees yet that he is there`() throws {
        let ben = try board("ben")
        _ = try ben.beat(of: [])
        let address = try #require(PostgresAddress(path))
        try run("INSERT INTO workers (name, instance, beat_ms) VALUES ('zoe', 'zoe 1', 0)")
        let coming = try address.connect(patience: 30)
        _ = try coming.ask("BEGIN")
        _ = try coming.ask(
            "SELECT pg_advisory_lock(\(SilentWorkers.key))", [.text(SilentWorkers.name(of: "zoe", address))]
        )
        _ = try ben.beat(of: [])
        #expect(coming.lives())
    }

    @Test func `nobody waits for another who finds out whether one may move`() throws {
        let (ada, ben) = (try board("ada"), try board("ben"))
        let all = try ada.beat(of: []).taken.map(\.unit)
        _ = try ben.beat(of: [])
        let address = try #require(PostgresAddress(path))
        let other = try address.connect(patience: 30)
        _ = try other.ask("BEGIN")
        _ = try other.ask("UPDATE partition_layout SET moved_ms = 0")
        #expect(try ada.beat(of: all).give == [])
        _ = try other.ask("COMMIT")
        try other.settle()
        #expect(try ada.beat(of: all).give.count == 1)
    }

    @Test func `one partition a second moves for an even spread`() throws {
        let (ada, ben) = (try board("ada"), try board("ben"))
        let all = try ada.beat(of: []).taken.map(\.unit)
        _ = try ben.beat(of: [])
        #expect(try ada.beat(of: all).give.count == 1)
        #expect(try ada.beat(of: all).give == [])
    }

    @Test func `a name in use is refused, and free when its worker has been silent`() throws {
        let first = try board("ada")
        defer { withExtendedLifetime(first) {} }
        try first.join()
        let other = try board("ada", instance: "2")
        guard case .unsuited(let sentence)? = reason({ try other.join() }) else {
            Issue.record("no refusal")
            return
        }
        #expect(sentence.contains("a name of its own"))
        try expire("ada")
        try other.join()
    }

    @Test func `a worker that is started again takes what it had, without waiting for its lease`() throws {
        func begin() throws { #expect(try board("ada").beat(of: []).taken.count == 4) }
        try begin()
        let again = try board("ada", instance: "2")
        #expect(try again.beat(of: []).taken.map(\.fence) == [2, 2, 2, 2])
    }

    @Test func `a worker whose name was taken stops`() throws {
        let (first, second) = (try board("ada"), try board("ada", instance: "2"))
        _ = try first.beat(of: [])
        try expire("ada")
        try second.join()
        guard case .unsuited(let sentence)? = reason({ _ = try first.beat(of: []) }) else {
            Issue.record("no refusal")
            return
        }
        #expect(sentence.contains("has taken the name ada"))
    }

    @Test func `all need the same number of partitions, and the same households`() throws {
        let (ada, ben) = (try Name("ada"), try Name("ben"))
        let first = try board("one")
        defer { withExtendedLifetime(first) {} }
        try first.join()
        guard case .unsuited(let number)? = reason({ try board("two", count: 8).join() }) else {
            Issue.record("no refusal")
            return
        }
        #expect(number == "its owners are spread over 4 partitions, and not over 8")
        guard case .unsuited(let told)? = reason({ try board("two", households: [[ada, ben]]).join() }) else {
            Issue.record("no refusal")
            return
        }
        #expect(told.contains("worker one was told other households"))
        try expire("one")
        try board("two", households: [[ada, ben]]).join()
    }

    /// Stores something of each owner, as one service that writes all of it.
    private func fill(_ names: [Name]) throws {
        let store = try Store(path: path, mode: .readWrite(create: true))
        for name in names {
            try store.insert([try .sample(DeviceID(owner: name, device: device.device), at: 1, sequence: 1)])
        }
        #expect(reason { try board("one").join() } == .busy, "it keeps workers away")
    }

    @Test func `owners of before are spread, and those of a new household move and are subscribed anew`() throws {
        let names = try ["ada", "sam"].map { try Name($0) }
        try fill(names)
        let alone = try board("one")
        let round = try alone.beat(of: [])
        #expect(Set(round.waiting.values.flatMap { $0 }) == Set(names))
        let plain = Partitioning(count: 4)
        for name in names { #expect(round.waiting[plain.partition(of: name)]?.contains(name) == true) }
        try run("UPDATE owners SET subscribed = 1")
        #expect(try alone.beat(of: []).waiting == [:])
        try expire("one")
        let shared = try board("two", households: [names])
        let waiting = try shared.beat(of: []).waiting
        let moved = names.filter { plain.partition(of: $0) != plain.partition(of: names[0]) }
        #expect(waiting == (moved.isEmpty ? [:] : [plain.partition(of: names[0]): moved]))
    }

    @Test func `what was taken over cannot be written by whoever had it, whatever he was in the middle of`() throws {
        let (ada, ben) = (try board("ada", count: 1), try board("ben", count: 1))
        let first = try #require(try ada.beat(of: []).taken.first)
        let old = try Store(path: path, claim: first)
        try old.insert([try .sample(device, at: 1, sequence: 1)])
        try expire("ada")
        let second = try #require(try ben.beat(of: []).taken.first)
        #expect(second.fence == first.fence + 1)
        // In the middle of a transaction, which has written already.
        let lost = #expect(throws: StoreError.self) {
            try old.write { transaction in
                _ = try transaction.insert(try .sample(device, at: 2, sequence: 2))
                let new = try Store(path: path, claim: second)
                #expect(try new.fixCount(of: device) == 1)
                try new.insert([try .sample(device, at: 3, sequence: 3)])
            }
        }
        if case .unreachable? = lost?.reason {} else { Issue.record("\(String(describing: lost))") }
        #expect(throws: StoreError.self) { try old.insert([try .sample(device, at: 4, sequence: 4)]) }
        #expect(reason { try old.write { _ in } } == .fenced)
        #expect(reason { _ = try Store(path: path, claim: first) } == .fenced)
        #expect(try Store(path: path, mode: .readOnly).fixCount(of: device) == 2)
    }

    @Test func `a partition sees its own devices, and writes them beside another one`() throws {
        let ada = try board("ada", count: 2)
        let claims = try ada.beat(of: []).taken.sorted { $0.unit < $1.unit }
        let stores = try claims.map { try Store(path: path, claim: $0) }
        let partitioning = Partitioning(count: 2)
        let owners = try (0..<20).map { try Name("owner-\($0)") }
        for owner in owners {
            let part = partitioning.partition(of: owner)
            try stores[part].write { transaction in
                try transaction.addOwner(owner, to: part)
                let own = DeviceID(owner: owner, device: device.device)
                _ = try transaction.insert(try .sample(own, at: 1, sequence: 1))
                try transaction.save(
                    ReminderRow(owner: owner, id: Name("r"), payload: [1], updated: Timestamp(seconds: 1)))
                try transaction.insert(
                    ReminderEventRow(
                        id: "\(owner)", owner: owner, reminder: Name("r"), time: Timestamp(seconds: 2), event: "fired",
                        payload: [1]))
            }
        }
        for (part, store) in stores.enumerated() {
            let own = owners.filter { partitioning.partition(of: $0) == part }.sorted { $0.text < $1.text }
            #expect(try store.devices().map(\.id.owner) == own)
            #expect(try store.reminders().map(\.owner) == own)
            #expect(try store.unsentReminderEvents().map(\.owner).sorted { $0.text < $1.text } == own)
            #expect(try store.reminderEvents(of: owners, limit: 50).count == own.count)
            #expect(try store.ownersOfReminderEvents(before: Timestamp(seconds: 3)) == own)
            #expect(try store.owners(of: part).map(\.place.owner) == own)
            #expect(try store.write { try $0.isSubscribed(own[0]) } == false)
        }
        let all = try Store(path: path, mode: .readOnly)
        #expect(try all.devices().count == 20)
        #expect(try all.reminders().count == 20)
    }

    @Test func `a partition moves months of its own owners, and removes objects of theirs only`() throws {
        let claims = try board("ada", count: 2).beat(of: []).taken.sorted { $0.unit < $1.unit }
        let stores = try claims.map { try Store(path: path, claim: $0) }
        let partitioning = Partitioning(count: 2)
        let now = Timestamp(milliseconds: 1_800_000_000_000)
        var own: [Int: DeviceID] = [:]
        for number in 0..<20 {
            let owner = try Name("owner-\(number)")
            let part = partitioning.partition(of: owner)
            let device = DeviceID(owner: owner, device: device.device)
            own[part] = device
            try stores[part].write { transaction in
                try transaction.addOwner(owner, to: part)
                for day in 0..<120 {
                    _ = try transaction.insert(
                        try .sample(device, at: Double(day) * 86_400, sequence: UInt32(day + 1)))
                }
                try transaction.note(["\(device)/going"], of: device, at: now)
            }
        }
        for (part, store) in stores.enumerated() {
            let removals = try store.write { try $0.removals() }
            #expect(!removals.isEmpty)
            #expect(removals.allSatisfy { partitioning.partition(of: $0.device.owner) == part })
            #expect(try Set(store.removals().map(\.object)) == Set(removals.map(\.object)))
            let device = try #require(own[part])
            #expect(try store.monthsToMove(of: device, endedBefore: now).map { "\($0)" } == ["2025-01"])
        }
        let month = try #require(CalendarMonth("2025-01"))
        let device = try #require(own[0])
        let stamp = try stores[0].scanStored(device, month) { _ in }
        let moved = MonthOut(
            device: device, month: month, generation: 1, object: "\(device)/new", fixes: stamp.fixes,
            first: month.start,
            last: month.start, bytes: 1, digest: String(repeating: "0", count: 64), storage: "s3://test", moved: now)
        try stores[0].write { try $0.note([moved.object], of: device, at: now) }
        // Another worker has the partition before it records.
        try expire("ada")
        let taken = try board("ben", count: 2).beat(of: []).taken
        let second = try Store(path: path, claim: try #require(taken.first { $0.unit == .partition(0) }))
        #expect(throws: StoreError.self) { try stores[0].write { try $0.move(moved, stamp) } }
        #expect(reason { _ = try stores[0].write { try $0.removals() } } == .fenced)
        #expect(try second.monthsOut() == [])
        #expect(try second.fixCount(of: device) == 120)
        #expect(try second.write { try $0.removals() }.contains { $0.object == moved.object })
        #expect(try second.write { try $0.move(moved, stamp) }, "the same is recorded by whoever holds it")
        #expect(try second.monthsOut().map(\.device) == [device])
        #expect(try stores[1].monthsOut() == [])
    }

    @Test func `no month goes while a worker is at work that knows nothing of them`() throws {
        let claim = try #require(try board("ada", count: 1).beat(of: []).taken.first { $0.unit == .partition(0) })
        let store = try Store(path: path, claim: claim)
        #expect(try !store.hasBlindWorkers())
        let place = try #require(PostgresAddress(path))
        func run(_ statement: String) throws {
            try PostgresConnection(place.connection).run(
                script: "SET search_path TO \(place.quotedSchema); \(statement)")
        }
        // As a program of before months could go out enrols itself.
        try run("INSERT INTO workers (name, instance, beat_ms) VALUES ('old', 'x', \(PartitionTables.now))")
        #expect(try store.hasBlindWorkers())
        try run("UPDATE workers SET beat_ms = beat_ms - 200000 WHERE name = 'old'")
        #expect(try !store.hasBlindWorkers(), "it has ended")
        #expect(try !Store(path: path, mode: .readOnly).hasBlindWorkers())
    }

    @Test func `a worker whose program is older than the tables takes no partition`() throws {
        let claim = try #require(try board("ada", count: 1).beat(of: []).taken.first { $0.unit == .partition(0) })
        let place = try #require(PostgresAddress(path))
        try PostgresConnection(place.connection).run(script: "UPDATE \(place.quotedSchema).store SET version = 99")
        #expect(
            reason { _ = try Store(path: path, claim: claim) }
                == .newerSchema(found: 99, supported: Store.schemaVersion))
        #expect(
            reason { try board("ben", count: 1).join() } == .newerSchema(found: 99, supported: Store.schemaVersion))
    }

    @Test func `who has left nothing but objects to be removed has a partition that removes them`() throws {
        let owner = try Name("gone")
        let whole = try Store(path: path, mode: .readWrite(create: true))
        try whole.write { transaction in
            try transaction.note(
                ["gone/bike/"], of: DeviceID(owner: owner, device: device.device), at: .init(seconds: 1))
        }
        _ = consume whole
        let claims = try board("ada", count: 2).beat(of: []).taken.sorted { $0.unit < $1.unit }
        let part = Partitioning(count: 2).partition(of: owner)
        let claim = try #require(claims.first { $0.unit == .partition(part) })
        let store = try Store(path: path, claim: claim)
        #expect(try store.write { try $0.removals() }.map(\.object) == ["gone/bike/"])
    }

    @Test func `who has nothing but reminders has a partition that has them`() async throws {
        let owner = try Name("idle")
        do {
            let whole = try Store(path: path, mode: .readWrite(create: true))
            try whole.write {
                try $0.save(ReminderRow(owner: owner, id: Name("r"), payload: [1], updated: .init(seconds: 1)))
            }
        }
        let claims = try board("ada", count: 2).beat(of: []).taken.sorted { $0.unit < $1.unit }
        let part = Partitioning(count: 2).partition(of: owner)
        let claim = try #require(claims.first { $0.unit == .partition(part) })
        let store = try Store(path: path, claim: claim)
        #expect(try store.owners(of: part).map(\.place.owner) == [owner])
        #expect(try store.reminders().map(\.owner) == [owner])
    }

    @Test func `who has nothing but a calendar has a partition that has it`() async throws {
        let owners = try (0..<8).map { try Name("idle-\($0)") }
        do {
            let whole = try Store(path: path, mode: .readWrite(create: true))
            try whole.write { transaction in
                for owner in owners {
                    try transaction.save(CalendarRow(owner: owner, place: [1, 2], updated: .init(seconds: 1)))
                }
            }
        }
        let claims = try board("ada", count: 2).beat(of: []).taken
        let partitioning = Partitioning(count: 2)
        for part in 0..<2 {
            let own = owners.filter { partitioning.partition(of: $0) == part }
            let claim = try #require(claims.first { $0.unit == .partition(part) })
            let store = try Store(path: path, claim: claim)
            #expect(try store.owners(of: part).map(\.place.owner).sorted() == own)
            #expect(try store.calendars().map(\.owner) == own)
        }
    }

    @Test func `a message is left for another partition, and taken once, in order`() throws {
        let claim = try #require(try board("ada", count: 1).beat(of: []).taken.first)
        let store = try Store(path: path, claim: claim)
        let strays = (0..<3).map { number in
            StrayRow(
                owner: device.owner, received: Timestamp(milliseconds: Int64(number)), topic: "t\(number)",
                payload: [UInt8(number), 0, 255], retained: number == 1
            )
        }
        try store.write { transaction in for stray in strays { try transaction.leave(stray) } }
        #expect(try store.write { try $0.takeStrays(of: [device.owner]) } == strays)
        #expect(try store.write { try $0.takeStrays(of: [device.owner]) } == [])
        #expect(try WorkOverview(path: path).strays == 0)
    }

    @Test func `a file has no workers`() throws {
        #expect(throws: StoreError.self) { try WorkOverview(path: "history.sqlite") }
        let database = server.address()
        _ = try Store(path: database, mode: .readWrite(create: true))
        #expect(try WorkOverview(path: database).partitions.isEmpty)
    }
}
