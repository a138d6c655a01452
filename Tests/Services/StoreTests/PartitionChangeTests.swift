import Postgres
import ServerSupport
import Testing
import Tracking

@testable import Store

/// How the number of partitions becomes another one in a real PostgreSQL; what takes time is made to be over by the tables.
@Suite struct PartitionChangeTests {
    private let path: String

    init() async throws { path = try await TestPostgres.shared.address() }

    private func board(_ worker: String, count: Int = 4, households: [[Name]] = []) throws -> WorkBoard {
        try WorkBoard(
            path: path, worker: worker,
            partitioning: Partitioning(count: count, households: try Households(households)),
            takesStrangers: true, lease: 3_600_000, instance: "\(worker) 1"
        )
    }

    private func run(_ sql: String) throws {
        try #require(PostgresAddress(path)).connect(patience: 30).run(script: sql)
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

    private func refusal(_ body: () throws -> Void) throws -> String {
        guard case .unsuited(let sentence)? = #expect(throws: StoreError.self, performing: { try body() })?.reason
        else {
            Issue.record("no refusal")
            return ""
        }
        return sentence
    }

    private func owners(_ count: Int) throws -> [Name] { try (0..<count).map { try Name("owner-\($0)") } }

    /// Some owners whom the sessions of their partitions get everything of.
    private func settle(_ owners: [Name], among count: Int) throws {
        for owner in owners {
            let partition = Partitioning(count: count).partition(of: owner)
            try run("INSERT INTO owners (owner, partition, subscribed, known) VALUES ('\(owner)', \(partition), 1, 1)")
        }
    }

    @Test func `all give back what they hold, one spreads the owners, and all go on`() throws {
        let (ada, ben) = (try board("ada"), try board("ben"))
        let first = try ada.beat(of: []).taken
        #expect(first.count == 5)
        let names = try owners(20)
        try settle(names, among: 4)
        _ = try ben.beat(of: [])
        #expect(try PartitionChange.ask(for: 16, path: path) == .begun(workers: 2))
        #expect(try WorkOverview(path: path).wanted == 16)
        let round = try ada.beat(of: first.map(\.unit))
        #expect(Set(round.give) == Set(first.map(\.unit)) && round.wanted == 16 && round.partitioning.count == 4)
        for claim in first.dropLast() { try ada.giveBack(claim) }
        #expect(try ben.beat(of: []).taken == [], "somebody holds one still")
        try ada.giveBack(try #require(first.last))
        let taken = try ben.beat(of: [])
        #expect(taken.partitioning.count == 16 && taken.wanted == nil && taken.taken.count == 8)
        #expect(try ada.beat(of: []).taken.count == 9)
        let overview = try WorkOverview(path: path)
        #expect(overview.count == 16 && overview.wanted == nil && overview.partitions.count == 17)
        let (old, new) = (Partitioning(count: 4), Partitioning(count: 16))
        let moved = names.filter { old.partition(of: $0) != new.partition(of: $0) }
        #expect(!moved.isEmpty && overview.moving == moved.count)
        let claim = try #require(taken.taken.first { $0.unit != .strangers })
        let store = try Store(path: path, claim: claim)
        for name in names {
            let place = try #require(try store.write { try $0.place(of: name) })
            #expect(place.partition == new.partition(of: name))
            #expect(place.former == (moved.contains(name) ? old.partition(of: name) : nil))
            #expect(place.isSubscribed == !moved.contains(name))
        }
        // What went over the session that gets everybody's is of no more use than before.
        #expect(try store.subscribedOwners().filter(\.isKnown).count == names.count)
    }

    @Test func `a worker that was told the number of before, or that of later, fits in`() throws {
        let ada = try board("ada")
        try ada.join()
        _ = try PartitionChange.ask(for: 8, path: path)
        try board("ben", count: 8).join()
        #expect(try ada.beat(of: []).partitioning.count == 8)
        try board("cleo", count: 4).join()
        #expect(try refusal { try board("dan", count: 16).join() }.contains("over 8 partitions, and not over 16"))
    }

    @Test func `what is asked for is withdrawn by asking for what there is`() throws {
        let ada = try board("ada")
        let held = try ada.beat(of: []).taken.map(\.unit)
        _ = try PartitionChange.ask(for: 8, path: path)
        #expect(try PartitionChange.ask(for: 4, path: path) == .unchanged(hadBegun: true))
        #expect(try PartitionChange.ask(for: 4, path: path) == .unchanged(hadBegun: false))
        #expect(try ada.beat(of: held).give == [])
    }

    @Test func `before a change is over there is no other one, and no other household`() throws {
        let ada = try board("ada")
        try ada.join()
        let names = try owners(8)
        try settle(names, among: 4)
        _ = try PartitionChange.ask(for: 3, path: path)
        #expect(try ada.beat(of: []).partitioning.count == 3)
        let moving = try WorkOverview(path: path).moving
        #expect(moving > 0)
        #expect(
            try refusal { _ = try PartitionChange.ask(for: 8, path: path) }.hasPrefix(
                "\(moving) owners are on their way"))
        try expire("ada")
        let sentence = try refusal { try board("ben", count: 3, households: [names]).join() }
        #expect(sentence.hasSuffix("before households change"))
    }

    @Test func `where no worker has been there is nothing to change`() throws {
        _ = try Store(path: path, mode: .readWrite(create: true))
        #expect(
            try refusal { _ = try PartitionChange.ask(for: 8, path: path) }.contains("start them with --partitions 8"))
        #expect(throws: StoreError.self) { try PartitionChange.ask(for: 8, path: "history.sqlite") }
    }

    @Test func `a frozen worker keeps nobody from it, and writes nothing under what was before`() throws {
        let (ada, ben) = (try board("ada", count: 1), try board("ben", count: 1))
        let device = try DeviceID.sample()
        let claim = try #require(try ada.beat(of: []).taken.first { $0.unit == .partition(0) })
        let frozen = try Store(path: path, claim: claim)
        _ = try ben.beat(of: [])
        _ = try PartitionChange.ask(for: 2, path: path)
        #expect(try ben.beat(of: []).partitioning.count == 1, "she holds it still")
        try expire("ada")
        // In the middle of a transaction, which has written already.
        #expect(throws: StoreError.self) {
            try frozen.write { transaction in
                _ = try transaction.insert(try .sample(device, at: 1, sequence: 1))
                #expect(try ben.beat(of: []).partitioning.count == 2)
            }
        }
        #expect(throws: StoreError.self) { try frozen.insert([try .sample(device, at: 2, sequence: 2)]) }
        #expect(try Store(path: path, mode: .readOnly).fixCount(of: device) == 0)
        #expect(try ada.beat(of: [claim.unit]).held == [])
    }

    @Test func `partitions that are of no more use are given up when nobody comes from them any more`() throws {
        let ada = try board("ada")
        try ada.join()
        let names = try owners(20)
        try settle(names, among: 4)
        _ = try PartitionChange.ask(for: 1, path: path)
        let taken = try ada.beat(of: []).taken
        #expect(taken.count == 5, "those they come from, too")
        let units = taken.map(\.unit)
        let store = try Store(path: path, claim: try #require(taken.first { $0.unit == .partition(0) }))
        func moved(from partition: Int) -> [Name] {
            names.filter { Partitioning(count: 4).partition(of: $0) == partition }
        }
        #expect(try ada.beat(of: units).retired == [])
        try store.write { transaction in
            for name in moved(from: 3) {
                try transaction.setSubscribed(name)
                try transaction.setDrained(name, from: 3)
            }
        }
        #expect(try ada.beat(of: units).retired == [.partition(3)])
        try ada.retire(try #require(taken.first { $0.unit == .partition(3) }))
        try ada.retire(try #require(taken.first { $0.unit == .partition(0) }))
        #expect(
            try WorkOverview(path: path).partitions.map(\.unit) == [
                .strangers, .partition(0), .partition(1), .partition(2),
            ])
    }

    @Test func `tables of an earlier version get the columns that they lack`() throws {
        try board("ada").join()
        try run(
            """
            ALTER TABLE strays DROP COLUMN source; ALTER TABLE owners DROP COLUMN former, DROP COLUMN drained;
            ALTER TABLE partition_layout DROP COLUMN wanted, DROP COLUMN former;
            """
        )
        let overview = try WorkOverview(path: path)
        #expect(overview.count == 4 && overview.wanted == nil && overview.moving == 0)
        #expect(try PartitionChange.ask(for: 8, path: path) == .begun(workers: 1))
        #expect(try WorkOverview(path: path).wanted == 8)
    }

    @Test func `a worker at work goes on when it connects again, whatever it was told`() throws {
        let ada = try board("ada", count: 1)
        var claims = try ada.beat(of: []).taken
        let claim = try #require(claims.first { $0.unit == .partition(0) })
        #expect(try ada.standing(of: claim) == .held)
        for count in [2, 3] {
            _ = try PartitionChange.ask(for: count, path: path)
            for claim in claims { try ada.giveBack(claim) }
            let round = try ada.beat(of: [])
            #expect(round.partitioning.count == count)
            claims = round.taken
        }
        #expect(try ada.standing(of: claim) == .lost)
        let address = try #require(PostgresAddress(path))
        let other = try address.connect(patience: 30)
        _ = try other.ask(
            AdvisoryHolder.end(of: "SELECT \(SilentWorkers.key) AS key"),
            [.text(SilentWorkers.name(of: "ada", address))])
        // The first one may find it out.
        _ = try? ada.beat(of: claims.map(\.unit))
        #expect(try ada.beat(of: claims.map(\.unit)).partitioning.count == 3)
        try run("DELETE FROM partitions WHERE number = 0")
        #expect(try ada.standing(of: claim) == .gone)
    }

    @Test(arguments: [
        ("abc", "bcd", "d"), ("abc", "abc", ""), ("", "ab", "ab"), ("abc", "", ""), ("ab", "cd", "cd"),
        // Rung twice, and once more later.
        ("xx", "xxx", "x"), ("xyx", "yxz", "z"),
    ])
    func `what two sessions have both got is taken once`(_ former: String, _ own: String, _ left: String) throws {
        func rows(_ text: String, _ topic: String = "t", retained: Bool = false) throws -> [StrayRow] {
            try text.utf8.map {
                StrayRow(
                    owner: try Name("sam"), received: Timestamp(milliseconds: 0), topic: topic, payload: [$0],
                    retained: retained)
            }
        }
        #expect(StrayRow.unique(try rows(own), after: try rows(former)) == (try rows(left)))
        #expect(StrayRow.unique(try rows(own), after: try rows(former, "u")) == (try rows(own)), "each topic by itself")
        let kept = try rows(own, retained: true)
        #expect(StrayRow.unique(kept, after: try rows(former)) == kept)
    }
}
