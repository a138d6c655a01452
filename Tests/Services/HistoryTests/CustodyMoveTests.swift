import Messages
import ServerSupport
import TestSupport
import Testing
import Tracking

@testable import History
@testable import Store

/// An owner who comes from one partition to another, in a real PostgreSQL: the number of partitions becomes two, from one.
@Suite struct CustodyMoveTests {
    private let path: String
    private let topics = Topics()
    /// Who is in the second of two partitions.
    private let owner: Name
    private let tracker: DeviceID

    init() async throws {
        path = try await TestPostgres.shared.address()
        owner = try #require(
            try (0..<100).map { try Name("owner-\($0)") }.first { Partitioning(count: 2).partition(of: $0) == 1 })
        tracker = DeviceID(owner: owner, device: try Name("keys"))
    }

    private func now(_ seconds: Double) -> Timestamp { Timestamp(seconds: 1_735_689_600 + seconds) }

    private func location(of device: String, meters: Double = 0, at seconds: Double, sequence: Int) throws -> Message {
        let place = try Coordinate(latitude: 46, longitude: 14).offset(north: meters, east: 0)
        let fix = Fix(coordinate: place, time: now(seconds), accuracy: 3)
        let location =
            device == "phone"
            ? LocationMessage(fix: fix, trackerInitials: "ph", trigger: "p")
            : LocationMessage(
                fix: fix, battery: 80, mark: FixMark(boot: 1, sequence: UInt32(sequence)), mode: .cellular)
        let id = DeviceID(owner: owner, device: try Name(device))
        return Message(topic: topics.location(id), payload: location.encoded())
    }

    /// A worker that has all partitions there are, and their cores.
    private final class Worker {
        let board: WorkBoard
        let path: String
        var claims: [PartitionClaim] = []
        var cores: [HistoryCore] = []

        init(_ path: String, told count: Int, households: Households) throws {
            self.path = path
            board = try WorkBoard(
                path: path, worker: "ada", partitioning: Partitioning(count: count, households: households),
                takesStrangers: false, lease: 3_600_000, instance: "1"
            )
            try take()
        }

        func take() throws {
            let round = try board.beat(of: [])
            claims = round.taken.sorted { $0.unit < $1.unit }
            cores = try claims.enumerated().map { number, claim in
                var configuration = HistoryConfiguration(households: round.partitioning.households)
                configuration.share = HistoryShare(number, of: round.partitioning)
                configuration.clientID += "-\(number)"
                return try HistoryCore(store: try Store(path: path, claim: claim), configuration: configuration)
            }
        }

        /// As when another number is wanted.
        func giveAll() throws {
            for claim in claims { try board.giveBack(claim) }
            (claims, cores) = ([], [])
        }

        func round() throws -> WorkBoard.Round { try board.beat(of: claims.map(\.unit)) }
    }

    private func fixes(_ device: String) throws -> Int {
        try Store(path: path, mode: .readOnly).fixCount(of: DeviceID(owner: owner, device: try Name(device)))
    }

    /// One partition, with an owner who is subscribed, and an alert of his that is written and may have gone out.
    private func begin(householdsOf mates: [Name] = []) throws -> (worker: Worker, alert: Message) {
        let worker = try Worker(path, told: 1, households: try Households(mates.isEmpty ? [] : [mates]))
        try worker.cores[0].store.write { for name in [owner] + mates { try $0.addOwner(name, to: 0) } }
        let fence = try #require(worker.cores[0].connected(at: now(0)).first)
        let marker = try #require(try worker.cores[0].adopt([owner], at: now(0)).messages.first)
        _ = try worker.cores[0].ingest([fence, marker], at: now(0))
        var sent: [Message] = []
        for second in 1...30 {
            let batch = [
                try location(of: "phone", at: Double(second), sequence: second),
                try location(of: "keys", meters: 60, at: Double(second), sequence: second),
            ]
            sent += try worker.cores[0].ingest(batch, at: now(Double(second)))
        }
        let alert = try #require(sent.first { $0.topic.hasPrefix("tagalong/alerts/") })
        return (worker, alert)
    }

    private func move(_ worker: Worker) throws {
        #expect(try PartitionChange.ask(for: 2, path: path) == .begun(workers: 1))
        #expect(try worker.round().give == [.partition(0)])
        try worker.giveAll()
        try worker.take()
        #expect(worker.claims.count == 2)
    }

    @Test func `what the former session still has comes first, and nothing is told or stored twice`() throws {
        let (worker, alert) = try begin()
        let before = (phone: try fixes("phone"), keys: try fixes("keys"))
        try move(worker)
        #expect(worker.cores[0].session.subscriptions.map(\.filter).contains("owntracks/\(owner.ownTracks)/#"))
        let fences = worker.cores.indices.map { worker.cores[$0].connected(at: now(40)) }
        // The new session is there first: nothing of the owner is published or stored.
        let early = try location(of: "phone", at: 42, sequence: 42)
        let said = try worker.cores[1].ingest([fences[1][0], early], at: now(42))
        #expect(!said.contains { $0.topic.hasPrefix("tagalong/alerts/") })
        #expect(try fixes("phone") == before.phone)
        #expect(try worker.cores[1].tick(at: now(43)).allSatisfy { !$0.topic.hasPrefix("tagalong/alerts/") })
        // Not before his subscription is known to be in force the former one is asked for its last word.
        #expect(try worker.round().departing == [:])
        _ = try worker.cores[1].ingest(Array(fences[1].dropFirst()), at: now(44))
        var round = try worker.round()
        #expect(round.departing == [0: [owner]] && round.waiting == [:])
        let last = try #require(try worker.cores[0].adopt([], releasing: [owner], at: now(45)).messages.first)
        #expect(try worker.cores[0].adopt([], releasing: [owner], at: now(46)).messages == [], "one is under way")
        // What waited in the former session: older, with the alert that had gone out, and what comes both ways.
        let late = try location(of: "phone", at: 41, sequence: 41)
        _ = try worker.cores[0].ingest(fences[0] + [alert, late, early, last], at: now(46))
        #expect(worker.cores[0].takeUnwanted().contains("owntracks/\(owner.ownTracks)/#"))
        round = try worker.round()
        #expect(round.departing == [:] && round.waiting == [1: [owner]])
        let resumed = try worker.cores[1].adopt([owner], at: now(47)).messages
        #expect(!resumed.contains { $0.topic == alert.topic && $0.payload == alert.payload }, "it has gone out")
        #expect(try fixes("phone") == before.phone + 2)
        #expect(try fixes("keys") == before.keys)
        #expect(try worker.round().waiting == [:])
        let overview = try WorkOverview(path: path)
        #expect(overview.strays == 0 && overview.moving == 0)
        // From now on he is here.
        _ = try worker.cores[1].ingest([try location(of: "phone", at: 48, sequence: 48)], at: now(48))
        #expect(try fixes("phone") == before.phone + 3)
        // And of no interest there.
        _ = try worker.cores[0].ingest([try location(of: "phone", at: 49, sequence: 49)], at: now(49))
        #expect(try WorkOverview(path: path).strays == 0)
    }

    @Test func `an alert that had not gone out is published where the owner is, and once`() throws {
        let (worker, alert) = try begin()
        try move(worker)
        let fences = worker.cores.indices.map { worker.cores[$0].connected(at: now(40)) }
        #expect(try worker.cores[0].ingest(fences[0], at: now(41)).allSatisfy { $0.topic != alert.topic })
        #expect(try worker.cores[1].ingest(fences[1], at: now(41)).allSatisfy { $0.topic != alert.topic })
        let last = try #require(try worker.cores[0].adopt([], releasing: [owner], at: now(42)).messages.first)
        _ = try worker.cores[0].ingest([last], at: now(42))
        let resumed = try worker.cores[1].adopt([owner], at: now(43)).messages
        #expect(resumed.filter { $0.topic == alert.topic && $0.payload == alert.payload }.count == 1)
        #expect(try worker.cores[1].tick(at: now(44)).allSatisfy { $0.payload != alert.payload })
    }

    @Test func `a look at the board that is out of date takes nothing in too early`() throws {
        let (worker, _) = try begin()
        let before = try fixes("phone")
        try move(worker)
        let fences = worker.cores.indices.map { worker.cores[$0].connected(at: now(40)) }
        let early = try location(of: "phone", at: 42, sequence: 42)
        _ = try worker.cores[1].ingest(fences[1] + [early], at: now(42))
        _ = try worker.cores[1].adopt([owner], at: now(43))
        #expect(try fixes("phone") == before)
    }

    @Test func `what fails or begins again in between goes on where the store stands`() throws {
        let (worker, _) = try begin()
        let before = try fixes("phone")
        try move(worker)
        func restart(_ number: Int) throws {
            let core = worker.cores[number]
            worker.cores[number] = try HistoryCore(store: core.store, configuration: core.configuration)
        }
        let late = try location(of: "phone", at: 41, sequence: 41)
        _ = try worker.cores[0].ingest(worker.cores[0].connected(at: now(40)) + [late], at: now(41))
        try restart(0)
        try restart(1)
        _ = try worker.cores[1].ingest(worker.cores[1].connected(at: now(42)), at: now(42))
        try restart(1)
        _ = worker.cores[0].connected(at: now(42))
        let last = try #require(
            try worker.cores[0].adopt([], releasing: try worker.round().departing[0] ?? [], at: now(43)).messages.first)
        _ = try worker.cores[0].ingest([last], at: now(43))
        try restart(0)
        try restart(1)
        #expect(!worker.cores[0].session.subscriptions.map(\.filter).contains("owntracks/\(owner.ownTracks)/#"))
        _ = try worker.cores[1].adopt(try worker.round().waiting[1] ?? [], at: now(44))
        #expect(try fixes("phone") == before + 1)
        #expect(try worker.round().waiting == [:])
    }

    @Test func `what a session has of an earlier time is older than anything, and a command of both sessions is one`()
        throws
    {
        let (worker, _) = try begin()
        let before = try fixes("phone")
        try move(worker)
        let fences = worker.cores.indices.map { worker.cores[$0].connected(at: now(40)) }
        func order(_ verb: String) -> Message {
            Message(topic: topics.set(tracker, "command"), payload: Array(verb.utf8))
        }
        // Before the marker of the new session: the former one has it, too, if it is of this time.
        let stale = try location(of: "phone", at: 39, sequence: 39)
        _ = try worker.cores[1].ingest([stale] + fences[1], at: now(41))
        let both = try location(of: "phone", at: 42, sequence: 42)
        _ = try worker.cores[1].ingest([order("ring"), both], at: now(42))
        let last = try #require(try worker.cores[0].adopt([], releasing: [owner], at: now(42)).messages.first)
        _ = try worker.cores[0].ingest([order("ring"), both, last], at: now(43))
        let told = try worker.cores[1].adopt([owner], at: now(44)).messages
        #expect(told.count { $0.topic == topics.command(tracker) } == 1)
        #expect(try fixes("phone") == before + 1)
    }

    @Test func `what is asked of an owner waits until all of his is here`() throws {
        let (worker, _) = try begin()
        let before = try fixes("phone")
        try move(worker)
        let fences = worker.cores.indices.map { worker.cores[$0].connected(at: now(40)) }
        let payload = try location(of: "phone", at: 41, sequence: 41).payload
        let phone = DeviceID(owner: owner, device: try Name("phone"))
        let errand = HistoryErrand.post([payload], from: phone, takesCommands: false)
        #expect(throws: OwnerOnTheWay.self) { try errand.perform(on: &worker.cores[1], at: now(41)) }
        _ = try worker.cores[1].ingest(fences[1], at: now(42))
        #expect(throws: OwnerOnTheWay.self) { try errand.perform(on: &worker.cores[1], at: now(42)) }
        let last = try #require(try worker.cores[0].adopt([], releasing: [owner], at: now(43)).messages.first)
        _ = try worker.cores[0].ingest([last], at: now(43))
        _ = try worker.cores[1].adopt([owner], at: now(44))
        _ = try errand.perform(on: &worker.cores[1], at: now(45))
        #expect(try fixes("phone") == before + 1)
    }

    @Test func `what waits to be taken in is erased with the rest`() throws {
        let (worker, _) = try begin()
        let stray = try location(of: "watch", at: 20, sequence: 20)
        try worker.cores[0].store.write {
            try $0.leave(
                StrayRow(
                    owner: owner, received: now(20), topic: stray.topic, payload: stray.payload, retained: false))
        }
        _ = try worker.cores[0].erase(owner, tellingTrackers: false, at: now(40))
        _ = try worker.cores[0].adopt([owner], at: now(41))
        #expect(try WorkOverview(path: path).strays == 0 && fixes("watch") == 0)
    }

    @Test func `those of a household arrive together`() throws {
        let mate = try #require(
            try (0..<200).map { try Name("mate-\($0)") }.first { Partitioning(count: 2).partition(of: $0) == 1 })
        let (worker, _) = try begin(householdsOf: [owner, mate])
        try move(worker)
        let fences = worker.cores.indices.map { worker.cores[$0].connected(at: now(40)) }
        _ = try worker.cores[1].ingest(fences[1], at: now(41))
        #expect(try worker.round().departing[0].map(Set.init) == [owner, mate])
        let first = try #require(try worker.cores[0].adopt([], releasing: [owner], at: now(42)).messages.first)
        _ = try worker.cores[0].ingest([first], at: now(42))
        _ = try worker.cores[1].adopt([owner], at: now(43))
        #expect(try WorkOverview(path: path).moving == 2, "the other one is still on the way")
        let second = try #require(try worker.cores[0].adopt([], releasing: [mate], at: now(44)).messages.first)
        _ = try worker.cores[0].ingest([second], at: now(44))
        _ = try worker.cores[1].adopt([owner], at: now(45))
        #expect(try WorkOverview(path: path).moving == 0)
    }

    @Test func `an item that was deleted, and is wanted again while its owner moves, is not said to be gone`() throws {
        let (worker, _) = try begin()
        func wish(_ version: Int, isRegistered: Bool) -> Message {
            let desired = DesiredState(version: version, power: .on, isRegistered: isRegistered)
            return Message(topic: topics.desired(tracker), payload: desired.encoded(), retained: true)
        }
        _ = try worker.cores[0].delete(tracker, at: now(35))
        try move(worker)
        let fences = worker.cores.indices.map { worker.cores[$0].connected(at: now(40)) }
        let said = try worker.cores[1].ingest(fences[1], at: now(41))
        #expect(said.allSatisfy { !$0.topic.hasPrefix("tagalong/\(tracker)/") })
        let last = try #require(try worker.cores[0].adopt([], releasing: [owner], at: now(42)).messages.first)
        _ = try worker.cores[0].ingest([wish(9, isRegistered: true), last], at: now(42))
        let told = try worker.cores[1].adopt([owner], at: now(43)).messages
        #expect(!told.contains { $0.topic == topics.desired(tracker) })
    }
}
