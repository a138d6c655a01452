import History
import Messages
import Testing
import Tracking

/// Lives that are rehearsed faster than life.
@Suite struct HistoryScaleTests {
    private let origin: Coordinate
    private let phone: DeviceID
    private let keys: DeviceID
    private let topics = Topics()

    init() throws {
        origin = try Coordinate(latitude: 46, longitude: 14)
        phone = DeviceID(owner: try Name("sam"), device: try Name("phone"))
        keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
    }

    /// A position so many seconds after the start, in the time on the wall.
    private func position(
        _ device: DeviceID,
        at seconds: Double,
        north: Double,
        accuracy: Double = 0,
        scale: Double? = nil,
        sequence: UInt32? = nil
    ) -> Message {
        let coordinate = origin.offset(north: north, east: 0)
        let fix = Fix(coordinate: coordinate, time: Timestamp(seconds: 1000 + seconds), accuracy: accuracy)
        let location = LocationMessage(
            fix: fix,
            battery: sequence == nil ? nil : 80,
            mark: sequence.map { FixMark(boot: 1, sequence: $0) },
            mode: sequence == nil ? nil : .cellular,
            source: sequence == nil ? nil : .gnss,
            timeScale: scale
        )
        return Message(topic: topics.location(device), payload: location.encoded())
    }

    private func state(_ messages: [Message]) throws -> StateMessage? {
        try messages.last { $0.topic == topics.state(keys) }.map { try StateMessage(decoding: $0.payload) }
    }

    private func alerts(_ messages: [Message]) throws -> [AlertMessage] {
        try messages.filter { $0.topic == topics.alert(keys) }.map { try AlertMessage(decoding: $0.payload) }
    }

    @Test(arguments: [0.5, 1, 10, 100])
    func `a silent item is unknown after two and a half reports of its life`(speed: Double) throws {
        let wall = 2.5 * Double(DesiredState.standardReportEvery) / speed
        var bench = try HistoryBench()
        let start = [
            position(phone, at: 0, north: 0, scale: speed), position(keys, at: 0, north: 1, sequence: 1),
        ]
        #expect(try state(bench.core.ingest(start, at: Timestamp(seconds: 1000)))?.level == .near)
        let before = try bench.core.tick(at: Timestamp(seconds: 1000 + wall * 0.99))
        #expect(try state(before).map { $0.level == .near } ?? true)
        let after = try state(bench.core.tick(at: Timestamp(seconds: 1000 + wall * 1.01)))
        #expect(after?.level == .unknown && after?.since == Timestamp(seconds: 1000))
    }

    @Test(arguments: [0.5, 10, 480])
    func `what is told has the time on the wall and comes out as in life`(speed: Double) throws {
        let told = try walk(at: speed)
        #expect(told.map(\.level).last == .critical)
        #expect(try told == walk(at: 1))
    }

    private struct Told: Equatable {
        let step: Int
        let level: AlertLevel
    }

    /// A walk away from the item, with positions that err by three metres, one each ten seconds of life.
    private func walk(at speed: Double) throws -> [Told] {
        var bench = try HistoryBench()
        var told: [Told] = []
        for step in 0..<30 {
            let wall = Double(step) * 10 / speed
            let batch = [
                position(phone, at: wall, north: Double(step) * 3, accuracy: 3, scale: speed == 1 ? nil : speed),
                position(keys, at: wall, north: 0, accuracy: 3, sequence: UInt32(step) + 1),
            ]
            for alert in try alerts(bench.core.ingest(batch, at: Timestamp(seconds: 1000 + wall))) {
                #expect(abs(alert.time.seconds - 1000 - wall) < 0.002)
                told.append(Told(step: step, level: alert.level))
            }
        }
        return told
    }

    @Test func `the first position without a scale is life again, and an item's last fix stands`() throws {
        var bench = try HistoryBench()
        let played = [position(phone, at: 0, north: 0, scale: 100), position(keys, at: 0, north: 1, sequence: 1)]
        _ = try bench.core.ingest(played, at: Timestamp(seconds: 1000))
        let lived = [position(phone, at: 1, north: 0), position(keys, at: 1, north: 1, sequence: 2)]
        let state = try state(bench.core.ingest(lived, at: Timestamp(seconds: 1001)))
        #expect(state?.level ?? .near == .near)
        // A hundred seconds of a rehearsal would be over long since.
        let silent = try bench.core.tick(at: Timestamp(seconds: 1200))
        #expect(try self.state(silent).map { $0.level == .near && $0.position?.time.seconds == 1001 } ?? true)
    }

    private func proximity(_ seconds: Double, samples: Int) throws -> Message {
        let proximity = ProximityMessage(
            time: Timestamp(seconds: 1000 + seconds),
            gateway: try Name("pocket"),
            rssi: samples > 0 ? -55 : nil,
            distance: nil,
            sigma: nil,
            samples: samples,
            expected: 10,
            signal: .init(powerAtOneMetre: -59, exponent: 2, biasSigma: 2)
        )
        return Message(topic: topics.proximity(keys), payload: proximity.encoded())
    }

    @Test(arguments: [(1.0, 10.0), (10.0, 1.0)])
    func `one silent word after a change of scale raises nothing`(before: Double, after: Double) throws {
        var bench = try HistoryBench()
        let status = GatewayStatus(state: .online, adapters: [], carrier: try Name("sam"))
        let pocket = Message(topic: topics.gatewayStatus(try Name("pocket")), payload: status.encoded(), retained: true)
        var told = try bench.core.ingest(
            [pocket, position(phone, at: 0, north: 0, accuracy: 5, scale: before)],
            at: Timestamp(seconds: 1000)
        )
        for second in stride(from: 5.0, through: 15, by: 5) {
            told += try bench.core.ingest([proximity(second, samples: 10)], at: Timestamp(seconds: 1000 + second))
        }
        #expect(try state(told)?.level == .near)
        told = try bench.core.ingest(
            [position(phone, at: 16, north: 0, accuracy: 5, scale: after)],
            at: Timestamp(seconds: 1016)
        )
        told += try bench.core.ingest([proximity(19, samples: 0)], at: Timestamp(seconds: 1019))
        #expect(try alerts(told).isEmpty)
        for second in stride(from: 20.0, through: 60, by: 5) {
            told += try bench.core.ingest([proximity(second, samples: 10)], at: Timestamp(seconds: 1000 + second))
        }
        #expect(try alerts(told).isEmpty && state(told)?.level == .near)
    }

    @Test func `an alert of a fast life is numbered by the time on the wall`() throws {
        var bench = try HistoryBench()
        let played = [position(phone, at: 0, north: 0, scale: 480), position(keys, at: 0, north: 1, sequence: 1)]
        _ = try bench.core.ingest(played, at: Timestamp(seconds: 1000))
        let gone = [position(phone, at: 10, north: 0, scale: 480), position(keys, at: 10, north: 50, sequence: 2)]
        let alert = try #require(try alerts(bench.core.ingest(gone, at: Timestamp(seconds: 1010))).first)
        #expect(alert.id.hasPrefix("0000000f6950-") && alert.time.seconds == 1010)
        #expect(bench.core.position(of: phone.owner)?.time.seconds == 1010)
    }

    @Test func `an owner's scale is not that of others`() throws {
        var bench = try HistoryBench()
        let ben = (
            phone: DeviceID(owner: try Name("ben"), device: try Name("phone")),
            bag: DeviceID(owner: try Name("ben"), device: try Name("bag"))
        )
        let batch = [
            position(phone, at: 0, north: 0, scale: 100), position(ben.phone, at: 0, north: 0),
            position(ben.bag, at: 0, north: 1, sequence: 1),
        ]
        _ = try bench.core.ingest(batch, at: Timestamp(seconds: 1000))
        let later = try bench.core.tick(at: Timestamp(seconds: 1200))
        #expect(!later.contains { $0.topic == topics.state(ben.bag) })
    }

    @Test func `a scale beyond reason is somebody else's key, and is kept`() throws {
        var location = try LocationMessage(
            decoding: Array(#"{"_type":"location","lat":46,"lon":14,"tst":5,"time_scale":0}"#.utf8)
        )
        #expect(location.timeScale == nil && location.extra.map(\.name) == ["time_scale"])
        location = try LocationMessage(
            decoding: Array(#"{"_type":"location","lat":46,"lon":14,"tst":5,"time_scale":10}"#.utf8)
        )
        #expect(location.timeScale == 10 && location.extra.isEmpty)
        #expect(String(decoding: location.encoded(), as: UTF8.self).hasSuffix(#""tst_ms":5000,"time_scale":10}"#))
    }
}
