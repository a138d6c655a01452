import History
import Messages
import StoreSupport
import Testing
import Tracking

/// Lives that are rehearsed faster than life.
@Suite(.onBothEngines) struct HistoryScaleTests {
    @Test(arguments: [0.5, 1, 10, 100])
    func `a silent item is unknown after two and a half reports of its life`(speed: Double) throws {
        let wall = 2.5 * Double(DesiredState.standardReportEvery) / speed
        var bench = try HistoryBench(isLive: true)
        #expect(try bench.states(bench.step(1000, north: 1, scale: speed)).last?.level == .near)
        let before = try bench.core.tick(at: Timestamp(seconds: 1000 + wall * 0.99))
        #expect(bench.states(before).last.map { $0.level == .near } ?? true)
        let after = try bench.states(bench.core.tick(at: Timestamp(seconds: 1000 + wall * 1.01))).last
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
        var bench = try HistoryBench(isLive: true)
        var told: [Told] = []
        for step in 0..<30 {
            let (wall, scale) = (1000 + Double(step) * 10 / speed, speed == 1 ? nil : speed)
            let mark = FixMark(boot: 1, sequence: UInt32(step) + 1)
            let batch = [
                bench.location(bench.phone, at: wall, north: Double(step) * 3, accuracy: 3, scale: scale),
                bench.location(bench.keys, at: wall, north: 0, accuracy: 3, mark: mark),
            ]
            for alert in bench.alerts(try bench.core.ingest(batch, at: Timestamp(seconds: wall))) {
                #expect(abs(alert.time.seconds - wall) < 0.002)
                told.append(Told(step: step, level: alert.level))
            }
        }
        return told
    }

    @Test func `the first position without a scale is life again, and an item's last fix stands`() throws {
        var bench = try HistoryBench(isLive: true)
        _ = try bench.step(1000, north: 1, scale: 100)
        let lived = try bench.states(bench.step(1001, north: 1)).last
        #expect(lived?.level ?? .near == .near)
        // A hundred seconds of a rehearsal would be over long since.
        let silent = try bench.states(bench.core.tick(at: Timestamp(seconds: 1200))).last
        #expect(silent.map { $0.level == .near && $0.position?.time.seconds == 1001 } ?? true)
    }

    /// The gateway tells how often it heard the keys, at that second.
    private func hear(_ bench: inout HistoryBench, at seconds: Double, samples: Int) throws -> [Message] {
        let time = Timestamp(seconds: seconds)
        let proximity = ProximityMessage(
            time: time,
            gateway: try Name("pocket"),
            rssi: samples > 0 ? -55 : nil,
            distance: nil,
            sigma: nil,
            samples: samples,
            expected: 10,
            signal: .init(powerAtOneMetre: -59, exponent: 2, biasSigma: 2)
        )
        let message = Message(topic: bench.topics.proximity(bench.keys), payload: proximity.encoded())
        return try bench.core.ingest([message], at: time)
    }

    @Test(arguments: [(1.0, 10.0), (10.0, 1.0)])
    func `one silent word after a change of scale raises nothing`(before: Double, after: Double) throws {
        var bench = try HistoryBench(isLive: true)
        let status = GatewayStatus(state: .online, adapters: [], carrier: try Name("sam"))
        let topic = bench.topics.gatewayStatus(try Name("pocket"))
        let pocket = Message(topic: topic, payload: status.encoded(), retained: true)
        let first = bench.location(bench.phone, at: 1000, north: 0, accuracy: 5, scale: before)
        var told = try bench.core.ingest([pocket, first], at: Timestamp(seconds: 1000))
        for second in stride(from: 1005.0, through: 1015, by: 5) { told += try hear(&bench, at: second, samples: 10) }
        #expect(bench.states(told).last?.level == .near)
        let changed = bench.location(bench.phone, at: 1016, north: 0, accuracy: 5, scale: after)
        told = try bench.core.ingest([changed], at: Timestamp(seconds: 1016))
        told += try hear(&bench, at: 1019, samples: 0)
        #expect(bench.alerts(told).isEmpty)
        for second in stride(from: 1020.0, through: 1060, by: 5) { told += try hear(&bench, at: second, samples: 10) }
        #expect(bench.alerts(told).isEmpty && bench.states(told).last?.level == .near)
    }

    @Test func `an alert of a fast life is numbered by the time on the wall`() throws {
        var bench = try HistoryBench(isLive: true)
        _ = try bench.step(1000, north: 1, scale: 480)
        let alert = try #require(try bench.alerts(bench.step(1010, north: 50, scale: 480)).first)
        #expect(alert.id.hasPrefix("0000000f6950-") && alert.time.seconds == 1010)
        #expect(bench.core.position(of: bench.phone.owner)?.time.seconds == 1010)
    }

    @Test func `an owner's scale is not that of others`() throws {
        var bench = try HistoryBench(isLive: true)
        let ben = (
            phone: DeviceID(owner: try Name("ben"), device: try Name("phone")),
            bag: DeviceID(owner: try Name("ben"), device: try Name("bag"))
        )
        let batch = [
            bench.location(bench.phone, at: 1000, north: 0, scale: 100), bench.location(ben.phone, at: 1000, north: 0),
            bench.location(ben.bag, at: 1000, north: 1, mark: FixMark(boot: 1, sequence: 1)),
        ]
        _ = try bench.core.ingest(batch, at: Timestamp(seconds: 1000))
        let later = try bench.core.tick(at: Timestamp(seconds: 1200))
        #expect(!later.contains { $0.topic == bench.topics.state(ben.bag) })
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
