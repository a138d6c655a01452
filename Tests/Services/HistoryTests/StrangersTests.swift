import Messages
import ServerSupport
import Testing
import Tracking

@testable import History
@testable import Store

/// What comes of owners whom no partition knows yet, in a real PostgreSQL.
@Suite struct StrangersTests {
    private let path: String
    private let store: Store
    private let topics = Topics()
    private let sam: Name
    private var strangers: Strangers

    init() async throws {
        path = try await TestPostgres.shared.address()
        let partitioning = Partitioning(count: 1)
        let board = try WorkBoard(
            path: path, worker: "ada", partitioning: partitioning, takesStrangers: true, lease: 3_600_000, instance: "1"
        )
        let claim = try #require(try board.beat(of: []).taken.first { $0.unit == .strangers })
        store = try Store(path: path, claim: claim)
        strangers = Strangers(HistoryConfiguration(), partitioning)
        sam = try Name("sam")
    }

    private func now(_ seconds: Double) -> Timestamp { Timestamp(seconds: 1_735_689_600 + seconds) }

    private func message(_ number: Int, _ topic: String = "owntracks/sam/keys") -> Message {
        Message(topic: topic, payload: Array("\(number)".utf8))
    }

    /// What has been left so far, by their payloads; it is gone with this.
    private func left(_ owner: Name? = nil) throws -> [String] {
        try store.write { try $0.takeStrays(of: [owner ?? sam]) }.map { String(decoding: $0.payload, as: UTF8.self) }
    }

    @Test mutating func `an owner's messages are left until a marker is back that was sent when they came elsewhere`()
        throws
    {
        _ = strangers.begin([], at: now(0))
        #expect(try strangers.take([message(1)], into: store, at: now(1)) == [])
        #expect(try store.write { try $0.isSubscribed(sam) } == false)
        try store.write { try $0.setSubscribed(sam) }
        // Published before the partition was subscribed, and late here.
        let marker = try #require(try strangers.take([message(2)], into: store, at: now(2)).first)
        #expect(marker.topic == "tagalong/history/fence/strangers")
        #expect(try strangers.take([message(3)], into: store, at: now(3)) == [], "one marker is enough")
        #expect(try left() == ["1", "2", "3"])
        _ = try strangers.take([message(4), marker, message(5)], into: store, at: now(4))
        #expect(try left() == ["4"])
    }

    @Test mutating func `what a session has kept is older than what is known when it is taken over`() throws {
        try store.write {
            try $0.addOwner(sam, to: 0)
            try $0.setSubscribed(sam)
        }
        let marker = strangers.begin(try store.subscribedOwners(), at: now(0))
        _ = try strangers.take([message(1)], into: store, at: now(1))
        _ = try strangers.take([marker, message(2)], into: store, at: now(2))
        #expect(try left() == ["1"])
        // As another worker finds it; what is left now would reach his partition before what is older.
        _ = strangers.begin(try store.subscribedOwners(), at: now(3))
        _ = try strangers.take([message(3)], into: store, at: now(4))
        #expect(try left() == [])
    }

    @Test mutating func `a name in another form than his partition subscribes to is left always`() throws {
        let zoe = try Name(ownTracks: "Zo\u{EB}")
        let marker = strangers.begin([(zoe, false)], at: now(0))
        let (composed, apart) = ("owntracks/Zo\u{EB}/phone", "owntracks/Zoe\u{308}/phone")
        _ = try strangers.take([marker, message(1, composed), message(2, apart)], into: store, at: now(1))
        #expect(try left(zoe) == ["2"])
    }

    @Test mutating func `what is of no device is refused once`() throws {
        let marker = strangers.begin([(sam, false)], at: now(0))
        let batch = [marker, message(1, "owntracks/sam"), message(2, "owntracks/ben"), message(3, "owntracks/")]
        _ = try strangers.take(batch, into: store, at: now(1))
        let refused = try store.quarantine(QuarantineFilter(), limit: 10).map(\.topic)
        #expect(Set(refused) == ["owntracks/ben", "owntracks/"], "his partition refuses the first")
        #expect(try Store(path: path, mode: .readOnly).counters().values.reduce(0, +) == 2)
    }

    @Test mutating func `a batch that cannot be stored is as if it had not come`() throws {
        let marker = strangers.begin([], at: now(0))
        try store.write { try $0.addOwner(sam, to: 0) }
        let former = store
        let board = try WorkBoard(
            path: path, worker: "ben", partitioning: Partitioning(count: 1), takesStrangers: true, lease: 3_600_000,
            instance: "2"
        )
        try former.spoil("UPDATE partitions SET until_ms = 0; UPDATE workers SET beat_ms = 0")
        let claim = try #require(try board.beat(of: []).taken.first { $0.unit == .strangers })
        let next = try Store(path: path, claim: claim)
        #expect(throws: StoreError.self) { try strangers.take([message(1), marker], into: former, at: now(1)) }
        _ = try strangers.take([message(1), marker], into: next, at: now(2))
        #expect(try next.write { try $0.takeStrays(of: [sam]) }.count == 1)
    }
}
