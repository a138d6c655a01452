import Messages
import ServerSupport
import TestSupport
import Testing
import Tracking

@testable import History
@testable import Store

/// A history service that stores what comes of some owners only, in a real PostgreSQL.
@Suite struct CustodyTests {
    private let path: String
    private let board: WorkBoard
    private let partitioning = Partitioning(count: 2)
    private let topics = Topics()
    /// An owner of each partition.
    private let owners: [Name]

    init() async throws {
        path = try await TestPostgres.shared.address()
        board = try WorkBoard(
            path: path, worker: "ada", partitioning: partitioning, takesStrangers: false, lease: 3_600_000,
            instance: "1"
        )
        let partitioning = partitioning
        owners = try (0..<2).map { partition in
            try #require(
                try (0..<100).map { try Name("owner-\($0)") }.first { partitioning.partition(of: $0) == partition }
            )
        }
    }

    private func now(_ seconds: Double) -> Timestamp { Timestamp(seconds: 1_735_689_600 + seconds) }

    private func cores() throws -> [HistoryCore] {
        try board.beat(of: []).taken.sorted { $0.unit < $1.unit }.enumerated().map { number, claim in
            var configuration = HistoryConfiguration()
            configuration.share = HistoryShare(number, of: partitioning)
            configuration.clientID += "-\(number)"
            return try HistoryCore(store: try Store(path: path, claim: claim), configuration: configuration)
        }
    }

    private func location(of owner: Name, at seconds: Double) throws -> Message {
        let fix = Fix(coordinate: try Coordinate(latitude: 48, longitude: 16), time: now(seconds), accuracy: 5)
        let message = LocationMessage(fix: fix, createdAt: now(seconds), trackerInitials: "ph", trigger: "p")
        let device = DeviceID(owner: owner, device: try Name("phone"))
        return Message(topic: topics.location(device), payload: message.encoded())
    }

    private func stored(_ owner: Name) throws -> Int {
        try Store(path: path, mode: .readOnly).fixCount(of: DeviceID(owner: owner, device: try Name("phone")))
    }

    @Test func `a session is subscribed to its owners, and one of all partitions tells the status`() throws {
        let cores = try cores()
        for (number, core) in cores.enumerated() {
            let filters = core.session.subscriptions.map(\.filter)
            #expect(core.session.clientID == "tagalong-history-\(number)")
            #expect(filters.contains("tagalong/history/fence/\(number)"))
            #expect(filters.contains("tagalong/history/status") == (number == 0))
            #expect((core.session.will != nil) == (number == 0))
            #expect(!filters.contains { $0.hasPrefix("owntracks") })
        }
    }

    @Test func `a session hears what the broker keeps for Home Assistant of its own items, and of no others`() throws {
        var configuration = HistoryConfiguration(homeAssistant: true)
        configuration.share = HistoryShare(0, of: partitioning)
        let claim = try #require(try board.beat(of: []).taken.first { $0.unit == .partition(0) })
        let store = try Store(path: path, claim: claim)
        try store.write { transaction in
            for (partition, owner) in owners.enumerated() { try transaction.addOwner(owner, to: partition) }
        }
        var core = try HistoryCore(store: store, configuration: configuration)
        #expect(!core.session.subscriptions.contains { $0.filter.hasPrefix("homeassistant/device") })
        let fix = Fix(coordinate: try Coordinate(latitude: 48, longitude: 16), time: now(1), accuracy: 5)
        let keys = DeviceID(owner: owners[0], device: try Name("keys"))
        let location = LocationMessage(fix: fix, mark: FixMark(boot: 1, sequence: 1), mode: .cellular)
        _ = try core.ingest([Message(topic: topics.location(keys), payload: location.encoded())], at: now(1))
        var again = try HistoryCore(store: store, configuration: configuration)
        let own = "homeassistant/device/tagalong_\(owners[0])_keys/config"
        let former = "homeassistant/device/tagalong_keys/config"
        let heard = again.session.subscriptions.map(\.filter).filter { $0.hasPrefix("homeassistant/device") }
        #expect(heard == [own, former])
        #expect(again.discoveryFilters == ["homeassistant/device/#", own, former])
        // What stands under the former topic moves.
        let fence = try #require(again.connected(at: now(2)).first)
        let kept = Message(
            topic: former, payload: Array(#"{"device":{"identifiers":["tagalong/\#(keys)"]}}"#.utf8), retained: true)
        let told = try again.ingest([kept, fence], at: now(3))
        #expect(told.contains { $0.topic == former && $0.payload.isEmpty } && told.contains { $0.topic == own })
        #expect(!again.hearsDiscovery)
    }

    @Test func `a new owner is subscribed, and what came before is taken in when the marker is back`() throws {
        var cores = try cores()
        _ = cores[0].connected(at: now(0))
        let early = try location(of: owners[0], at: 1)
        // As the one who hears of strangers does.
        try cores[1].store.write { transaction in
            try transaction.addOwner(owners[0], to: 0)
            try transaction.leave(
                StrayRow(
                    owner: owners[0], received: now(1), topic: early.topic, payload: early.payload, retained: false
                )
            )
        }
        #expect(try board.beat(of: []).waiting == [0: [owners[0]]])
        let (subscriptions, messages) = try cores[0].adopt([owners[0]], at: now(2))
        #expect(subscriptions.map(\.filter).contains("owntracks/\(owners[0].ownTracks)/#"))
        #expect(subscriptions.map(\.filter).contains("tagalong/alerts/\(owners[0])/#"))
        let marker = try #require(messages.first { $0.topic == "tagalong/history/fence/0" })
        #expect(try cores[0].adopt([owners[0]], at: now(3)).messages.isEmpty, "one marker is under way")
        // Comes before the marker, as the subscription is in force.
        _ = try cores[0].ingest([try location(of: owners[0], at: 3)], at: now(3))
        #expect(try stored(owners[0]) == 1)
        _ = try cores[0].ingest([marker], at: now(4))
        #expect(try stored(owners[0]) == 2)
        #expect(try board.beat(of: []).waiting == [:])
        #expect(try WorkOverview(path: path).strays == 0)
        let late = try location(of: owners[0], at: 1)
        try cores[1].store.write {
            try $0.leave(
                StrayRow(owner: owners[0], received: now(5), topic: late.topic, payload: late.payload, retained: false)
            )
        }
        #expect(try board.beat(of: []).waiting == [0: [owners[0]]])
        _ = try cores[0].adopt([owners[0]], at: now(6))
        #expect(try stored(owners[0]) == 2, "the same is not stored twice")
        #expect(try board.beat(of: []).waiting == [:])
    }

    @Test func `what is another partition's is left to it, and let go of when that has it by itself`() throws {
        var cores = try cores()
        _ = try cores[0].ingest([try location(of: owners[1], at: 1)], at: now(1))
        #expect(try stored(owners[1]) == 0)
        #expect(try board.beat(of: []).waiting == [1: [owners[1]]])
        #expect(cores[0].takeUnwanted() == [], "as nobody else would hear of it")
        _ = cores[1].connected(at: now(1))
        let marker = try #require(try cores[1].adopt([owners[1]], at: now(2)).messages.first)
        _ = try cores[1].ingest([marker], at: now(3))
        #expect(try stored(owners[1]) == 1)
        _ = try cores[0].ingest([try location(of: owners[1], at: 2)], at: now(4))
        #expect(try WorkOverview(path: path).strays == 0)
        let unwanted = cores[0].takeUnwanted()
        #expect(unwanted.contains("owntracks/\(owners[1].ownTracks)/#") && cores[0].takeUnwanted() == [])
    }

    @Test func `a restart asks anew for what was not sure yet, and a batch that fails too`() throws {
        var cores = try cores()
        try cores[0].store.write { try $0.addOwner(owners[0], to: 0) }
        _ = try cores[0].adopt([owners[0]], at: now(1))
        var again = try HistoryCore(store: cores[0].store, configuration: cores[0].configuration)
        #expect(again.session.subscriptions.map(\.filter).contains("owntracks/\(owners[0].ownTracks)/#"))
        let marker = try #require(again.connected(at: now(2)).dropFirst().first)
        _ = try again.ingest([marker], at: now(3))
        #expect(try board.beat(of: []).waiting == [:])
        #expect(try again.store.owners(of: 0).map(\.place.isSubscribed) == [true])
    }

    @Test func `an owner who is only read from the store, after a failure, is subscribed all the same`() throws {
        var cores = try cores()
        _ = cores[0].connected(at: now(0))
        try cores[1].store.write { try $0.addOwner(owners[0], to: 0) }
        cores[0].mustLoad = true
        try cores[0].reloadIfNeeded()
        let (subscriptions, messages) = try cores[0].adopt([owners[0]], at: now(1))
        #expect(subscriptions.map(\.filter).contains("owntracks/\(owners[0].ownTracks)/#") && messages.count == 1)
        #expect(cores[0].takeUnwanted() == [])
    }

    @Test func `counters of partitions are one, and none waits for another`() throws {
        var cores = try cores()
        for (number, owner) in owners.enumerated() {
            try cores[number].store.write { try $0.addOwner(owner, to: number) }
            _ = try cores[number].adopt([owner], at: now(1))
        }
        for (number, owner) in owners.enumerated() {
            _ = try cores[number].ingest([try location(of: owner, at: 2)], at: now(2))
        }
        #expect(try Store(path: path, mode: .readOnly).counters()[.stored] == 2)
    }

    @Test func `the lag is how long a marker takes, also while it is still under way`() throws {
        var cores = try cores()
        let first = try #require(cores[0].connected(at: now(0)).dropFirst().first)
        _ = try cores[0].ingest([first], at: now(0.25))
        #expect(cores[0].parts.custody?.lag(at: now(1)) == 250)
        #expect(try cores[0].tick(at: now(4)) == [])
        let second = try #require(try cores[0].tick(at: now(6)).first)
        #expect(second.topic == "tagalong/history/fence/0")
        #expect(cores[0].parts.custody?.lag(at: now(9)) == 3000)
        #expect(try cores[0].tick(at: now(20)) == [], "one at a time")
        _ = try cores[0].ingest([second], at: now(6.01))
        #expect(cores[0].parts.custody?.lag(at: now(7)) == 10)
    }
}
