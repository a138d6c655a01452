import History
import Messages
import StoreSupport
import Testing
import Tracking

@testable import Store

/// A history service on the bench: a phone and a tracker speak to it by hand.
struct HistoryBench {
    let store: Store
    var core: HistoryCore
    let origin: Coordinate
    let keys: DeviceID
    let phone: DeviceID
    let topics = Topics()
    /// Whether positions come as they are sent, and not as what the broker has kept.
    let isLive: Bool
    var sequence: UInt32 = 0
    var fence: Message?

    init(store: Store? = nil, fenced: Bool = true, isLive: Bool = false) throws {
        self.store = try store ?? Store.forTest()
        self.isLive = isLive
        core = try HistoryCore(store: self.store)
        origin = try Coordinate(latitude: 46, longitude: 14)
        keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        phone = DeviceID(owner: try Name("sam"), device: try Name("phone"))
        fence = core.connected(at: Timestamp(seconds: 0)).first
        if fenced, let fence { _ = try core.ingest([fence], at: Timestamp(seconds: 0)) }
    }

    /// Connects once more, and hears to its end what the broker keeps; answers with all there is to publish.
    mutating func connect(at now: Timestamp, keeping kept: [Message] = []) throws -> [Message] {
        let first = core.connected(at: now)
        let fence = first.filter { $0.topic == topics.fence }
        return try first.filter { $0.topic != topics.fence } + core.ingest(kept + fence, at: now)
    }

    func location(
        _ device: DeviceID,
        at seconds: Double,
        north: Double,
        accuracy: Double = 0,
        mark: FixMark? = nil,
        scale: Double? = nil
    ) -> Message {
        let fix = Fix(
            coordinate: origin.offset(north: north, east: 0),
            time: Timestamp(seconds: seconds),
            accuracy: accuracy
        )
        let location = LocationMessage(
            fix: fix,
            createdAt: Timestamp(seconds: seconds),
            battery: 80,
            mark: mark,
            mode: mark == nil ? nil : .cellular,
            timeScale: scale
        )
        return Message(topic: topics.location(device), payload: location.encoded(), retained: !isLive)
    }

    /// The owner stays, the tracker is so far north of it; at that second, in a life that runs so fast.
    mutating func step(_ seconds: Double, north: Double, scale: Double? = nil) throws -> [Message] {
        sequence += 1
        let batch = [
            location(phone, at: seconds, north: 0, scale: scale),
            location(keys, at: seconds, north: north, mark: FixMark(boot: 1, sequence: sequence)),
        ]
        return try core.ingest(batch, at: Timestamp(seconds: seconds))
    }

    /// More than fits into the pages there are: a tracker that goes away, and a thousand others.
    mutating func flood() throws {
        var batch = [
            location(phone, at: 1, north: 0), location(keys, at: 1, north: 7, mark: FixMark(boot: 1, sequence: 2)),
        ]
        for number in 0..<1000 {
            let other = DeviceID(owner: try Name("o\(number)"), device: try Name("d"))
            batch.append(location(other, at: 1, north: 0, mark: FixMark(boot: 1, sequence: 1)))
        }
        _ = try core.ingest(batch, at: Timestamp(seconds: 1))
    }

    func alerts(_ messages: [Message]) -> [AlertMessage] {
        messages.filter { $0.topic == topics.alert(keys) }.compactMap { try? AlertMessage(decoding: $0.payload) }
    }

    func states(_ messages: [Message]) -> [StateMessage] {
        messages.filter { $0.topic == topics.state(keys) }.compactMap { try? StateMessage(decoding: $0.payload) }
    }

    func stored(_ messages: [Message]) -> [FixMark] {
        messages.filter { $0.topic == topics.stored(keys) }
            .compactMap { try? StoredMessage(decoding: $0.payload).mark }
    }
}

@Suite(.onBothEngines) struct HistoryCoreTests {
    @Test func `a tracker that goes away raises a warning, then a critical alert, and clears (case 4-1-1)`() throws {
        var bench = try HistoryBench()
        var alerts: [AlertMessage] = []
        for (second, north) in [0, 4, 6, 9, 11, 8, 3].enumerated() {
            alerts += bench.alerts(try bench.step(Double(second), north: Double(north)))
        }
        #expect(alerts.map(\.event) == [.raised, .escalated, .eased, .cleared])
        #expect(alerts.map(\.level) == [.warning, .critical, .warning, .none])
        #expect(alerts.map(\.time.seconds) == [2, 4, 5, 6])
        #expect(Set(alerts.map(\.episode)).count == 1)
        #expect(alerts[0].item == "keys")
        #expect((alerts[0].distance - 6).magnitude < 0.001)
        #expect(alerts[0].lastPosition?.time == Timestamp(seconds: 2))
    }

    @Test func `a copy of a fix is counted and not stored, and the tracker is told again`() throws {
        var bench = try HistoryBench()
        let mark = FixMark(boot: 1, sequence: 1)
        let message = bench.location(bench.keys, at: 1, north: 0, mark: mark)
        #expect(bench.stored(try bench.core.ingest([message, message], at: Timestamp(seconds: 1))) == [mark])
        #expect(try bench.store.counters()[.duplicates] == 1)
        #expect(try bench.store.fixCount(of: bench.keys) == 1)
        #expect(bench.stored(try bench.core.ingest([message], at: Timestamp(seconds: 5))) == [mark])
    }

    @Test func `only what is stored without a gap is told to the tracker`() throws {
        var bench = try HistoryBench()
        let batch = [1, 2, 4, 5].map {
            bench.location(bench.keys, at: Double($0), north: 0, mark: FixMark(boot: 3, sequence: $0))
        }
        #expect(
            bench.stored(try bench.core.ingest(batch, at: Timestamp(seconds: 5))) == [FixMark(boot: 3, sequence: 2)]
        )
        let missing = bench.location(bench.keys, at: 3, north: 0, mark: FixMark(boot: 3, sequence: 3))
        let answers = try bench.core.ingest([missing], at: Timestamp(seconds: 9))
        #expect(bench.stored(answers) == [FixMark(boot: 3, sequence: 5)])
    }

    @Test func `the tracker is told at most every few seconds, and at once when a backlog is drained`() throws {
        var bench = try HistoryBench()
        var told: [Double] = []
        for second in 0..<10 {
            if !bench.stored(try bench.step(Double(second), north: 0)).isEmpty { told.append(Double(second)) }
        }
        #expect(told == [0, 3, 6, 9])
        let old = (11...13).map {
            bench.location(bench.keys, at: 9 + Double($0) / 100, north: 0, mark: FixMark(boot: 1, sequence: UInt32($0)))
        }
        _ = try bench.core.ingest(old, at: Timestamp(seconds: 500))
        let fresh = bench.location(bench.keys, at: 501, north: 0, mark: FixMark(boot: 1, sequence: 14))
        #expect(
            bench.stored(try bench.core.ingest([fresh], at: Timestamp(seconds: 501))) == [
                FixMark(boot: 1, sequence: 14)
            ]
        )
    }

    @Test func `a new boot has the tracker told of both`() throws {
        var bench = try HistoryBench()
        _ = try bench.core.ingest(
            [bench.location(bench.keys, at: 0, north: 0, mark: FixMark(boot: 1, sequence: 1))],
            at: Timestamp(seconds: 0)
        )
        let batch = [
            bench.location(bench.keys, at: 1, north: 0, mark: FixMark(boot: 1, sequence: 2)),
            bench.location(bench.keys, at: 2, north: 0, mark: FixMark(boot: 2, sequence: 1)),
        ]
        let answers = try bench.core.ingest(batch, at: Timestamp(seconds: 2))
        #expect(bench.stored(answers) == [FixMark(boot: 1, sequence: 2), FixMark(boot: 2, sequence: 1)])
    }

    @Test(arguments: [
        ("owntracks/sam/keys", #"{"_type":"location","lat":95,"lon":14,"tst":1}"#, "range"),
        ("owntracks/sam/keys", #"{"_type":"location","lat":"46","lon":14,"tst":1}"#, "type"),
        ("owntracks/sam/keys", #"{"_type":"location","lat":0,"lon":0,"tst":1}"#, "nullIsland"),
        ("owntracks/sam/keys", "noise", "json"),
        ("owntracks/sam/keys", #"{"_type":"encrypted","data":"x"}"#, "encrypted"),
        ("owntracks/sam", #"{"_type":"location","lat":46,"lon":14,"tst":1}"#, "topic"),
        ("owntracks/sam/keys/deep/er", "x", "topic"),
        ("owntracks/sam/keys", #"{"_type":"location","lat":46,"lon":14,"tst":4000}"#, "future"),
        ("tagalong/sam/keys/reported", #"{"version":"x"}"#, "type"),
    ])
    func `a bad message is quarantined with its reason, and the next one is stored`(
        _ topic: String,
        _ payload: String,
        _ reason: String
    ) throws {
        var bench = try HistoryBench()
        let bad = Message(topic: topic, payload: Array(payload.utf8))
        let good = bench.location(bench.keys, at: 5, north: 0, mark: FixMark(boot: 1, sequence: 1))
        _ = try bench.core.ingest([bad, good], at: Timestamp(seconds: 5))
        let rows = try bench.store.quarantine()
        #expect(rows.map(\.reason) == [reason])
        #expect(rows.first?.topic == topic)
        #expect(try bench.store.fixCount(of: bench.keys) == 1)
        #expect(try bench.store.counters()[.quarantined(reason)] == 1)
    }

    @Test func `a megabyte of noise is quarantined and cut`() throws {
        var bench = try HistoryBench()
        let noise = Message(topic: "owntracks/sam/keys", payload: [UInt8](repeating: 0x7B, count: 1_000_000))
        _ = try bench.core.ingest([noise], at: Timestamp(seconds: 5))
        let row = try #require(try bench.store.quarantine().first)
        #expect(row.reason == "size" && row.size == 1_000_000 && row.payload.count == QuarantineRow.longestPayload)
    }

    @Test(arguments: [#"{"_type":"lwt","tst":1}"#, #"{"_type":"status"}"#, ""])
    func `what phones say besides is no position and no fault`(_ payload: String) throws {
        var bench = try HistoryBench()
        let message = Message(topic: "owntracks/sam/phone", payload: Array(payload.utf8))
        _ = try bench.core.ingest([message], at: Timestamp(seconds: 5))
        #expect(try bench.store.quarantine().isEmpty)
    }

    @Test func `the clock of a tracker that is an hour ahead is set right by the time of sending`() throws {
        var bench = try HistoryBench()
        _ = try bench.core.ingest([bench.location(bench.phone, at: 10, north: 0)], at: Timestamp(seconds: 10))
        let skewed = bench.location(bench.keys, at: 3610, north: 20, mark: FixMark(boot: 1, sequence: 1))
        let alerts = bench.alerts(try bench.core.ingest([skewed], at: Timestamp(seconds: 10)))
        #expect(alerts.map(\.level) == [.critical])
        #expect(try bench.store.latest(of: bench.keys, limit: 1).first?.fix.time == Timestamp(seconds: 10))
    }

    @Test func `a late fix is stored, counted, and raises nothing`() throws {
        var bench = try HistoryBench()
        _ = try bench.core.ingest([bench.location(bench.phone, at: 10, north: 0)], at: Timestamp(seconds: 10))
        let late = bench.location(bench.keys, at: 10, north: 50, mark: FixMark(boot: 1, sequence: 1))
        #expect(bench.alerts(try bench.core.ingest([late], at: Timestamp(seconds: 911))).isEmpty)
        #expect(try bench.store.fixCount(of: bench.keys) == 1)
        #expect(try bench.store.counters()[.late] == 1)
    }

    @Test func `silence is published as unknown, once`() throws {
        var bench = try HistoryBench()
        _ = try bench.step(0, north: 0)
        var levels: [Level] = []
        for second in 1..<2000 {
            levels += bench.states(try bench.core.tick(at: Timestamp(seconds: Double(second)))).map(\.level)
        }
        #expect(levels.filter { $0 == .unknown }.count == 1)
        #expect(bench.states(try bench.step(2000, north: 0)).map(\.level) == [.near])
    }

    @Test func `an item is called by the name in its desired state`() throws {
        var bench = try HistoryBench()
        let desired = DesiredState(version: 1, item: try ItemName("Keys"))
        let message = Message(topic: bench.topics.desired(bench.keys), payload: desired.encoded(), retained: true)
        _ = try bench.core.ingest([message], at: Timestamp(seconds: 0))
        #expect(bench.states(try bench.step(1, north: 0)).first?.item == "Keys")
        #expect(try bench.store.items().first?.device.item?.text == "Keys")
    }
}

@Suite(.onBothEngines) struct HistoryRestartTests {
    @Test func `a restart goes on with level and episode, without a second alert`() throws {
        var bench = try HistoryBench()
        _ = try bench.step(0, north: 0)
        let raised = try #require(bench.alerts(try bench.step(1, north: 7)).first)
        let echo = Message(topic: bench.topics.alert(bench.keys), payload: raised.encoded())
        _ = try bench.core.ingest([echo], at: Timestamp(seconds: 1))
        var second = try HistoryBench(store: bench.store)
        second.sequence = bench.sequence
        #expect(second.alerts(try second.step(2, north: 7)).isEmpty)
        let escalated = try #require(second.alerts(try second.step(3, north: 12)).first)
        #expect(escalated.episode == raised.episode)
        #expect(escalated.id > raised.id)
    }

    @Test func `an alert that was written but never came back is published once the fence is back`() throws {
        var bench = try HistoryBench()
        _ = try bench.step(0, north: 0)
        let raised = try #require(bench.alerts(try bench.step(1, north: 7)).first)
        var second = try HistoryBench(store: bench.store, fenced: false)
        #expect(second.alerts(try second.core.tick(at: Timestamp(seconds: 2))).isEmpty)
        let fence = try #require(second.fence)
        let published = second.alerts(try second.core.ingest([fence], at: Timestamp(seconds: 2)))
        #expect(published.map(\.id) == [raised.id])
    }

    @Test func `an alert that comes back before the fence is not published again`() throws {
        var bench = try HistoryBench()
        _ = try bench.step(0, north: 0)
        let raised = try #require(bench.alerts(try bench.step(1, north: 7)).first)
        var second = try HistoryBench(store: bench.store, fenced: false)
        let echo = Message(topic: second.topics.alert(second.keys), payload: raised.encoded())
        let fence = try #require(second.fence)
        #expect(second.alerts(try second.core.ingest([echo, fence], at: Timestamp(seconds: 2))).isEmpty)
        #expect(try second.store.pendingOutbox().isEmpty)
    }

    @Test func `another service's fence opens nothing`() throws {
        var bench = try HistoryBench()
        _ = try bench.step(0, north: 0)
        _ = try bench.step(1, north: 7)
        var second = try HistoryBench(store: bench.store, fenced: false)
        let other = Message(topic: second.topics.fence, payload: Array(#"{"_type":"fence","id":"other"}"#.utf8))
        #expect(second.alerts(try second.core.ingest([other], at: Timestamp(seconds: 2))).isEmpty)
    }

    @Test func `a batch that the store refuses leaves nothing behind, in the store and in mind`() throws {
        var bench = try HistoryBench()
        _ = try bench.step(0, north: 0)
        let before = try bench.store.counters()
        try bench.store.refuse()
        #expect(throws: StoreError.self) { try bench.flood() }
        try bench.store.takeAgain()
        #expect(try bench.store.counters() == before)
        // The same message once more, as the broker sends it again.
        #expect(bench.alerts(try bench.step(1, north: 7)).map(\.level) == [.warning])
    }
}

extension Store {
    /// Has the database refuse what a batch writes last, as when the disk is full.
    func refuse() throws {
        if isPostgres {
            try spoil("ALTER TABLE counters ADD CONSTRAINT refused CHECK (value < 0) NOT VALID")
        } else {
            _ = try pragma("max_page_count = \(try pragma("page_count") ?? "")")
        }
    }

    /// Has it take everything again.
    func takeAgain() throws {
        if isPostgres {
            try spoil("ALTER TABLE counters DROP CONSTRAINT refused")
        } else {
            _ = try pragma("max_page_count = 1000000")
        }
    }
}
