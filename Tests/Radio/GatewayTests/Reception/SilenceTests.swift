import Bluetooth
import Messages
import Ranging
import Testing
import Tracking

@testable import Gateway

@Suite struct SilenceTests {
    private func proximities(_ actions: [GatewayCore.Action]) throws -> [ProximityMessage] {
        try actions.published.filter { $0.topic.hasSuffix("/proximity") }.map {
            try ProximityMessage(decoding: $0.payload)
        }
    }

    /// A gateway that has heard the tag each second for half a minute.
    private func listening() throws -> RegistryBench {
        var bench = try RegistryBench()
        let adapter = AdapterStatus(name: "hci0", address: bench.adapter, health: .scanning)
        _ = bench.on(.adapters([adapter]))
        for _ in 0..<30 {
            _ = bench.on(.heard(bench.keys, rssi: -60, adapter: bench.adapter))
            _ = bench.wait(1)
        }
        return bench
    }

    @Test func `each second has a message with what was expected and what is taken for granted`() throws {
        var bench = try listening()
        _ = bench.on(.heard(bench.keys, rssi: -62, adapter: bench.adapter))
        _ = bench.wait(1)
        let message = try #require(
            try proximities(bench.on(.heard(bench.keys, rssi: -60, adapter: bench.adapter))).first
        )
        #expect(message.samples == 1 && message.expected == 1 && message.rssi == -60)
        #expect(message.signal == .init(powerAtOneMetre: -40, exponent: 2, biasSigma: 5))
        #expect(message.distance != nil && message.sigma != nil)
    }

    /// Seconds from one report to the next at the beginning: as a filtering controller tells from the first, and after
    /// two that came close together because a scan ended between them.
    @Test(arguments: [[10.24], [0.4, 10.24]])
    func `a controller that tells of a tag once in each scan is not taken for silence`(first: [Double]) throws {
        var bench = try RegistryBench()
        let tag = ServedTag(
            device: bench.keys, pathLoss: PathLoss(powerAtOneMetre: -40), advertiseEvery: .seconds(1), kind: .tag
        )
        _ = bench.on(.registered([tag]))
        _ = bench.on(.adapters([AdapterStatus(name: "hci0", address: bench.adapter, health: .scanning)]))
        var told: [ProximityMessage] = []
        for pause in first + Array(repeating: 10.24, count: 20) {
            told += try proximities(bench.on(.heard(bench.keys, rssi: -60, adapter: bench.adapter)))
            for _ in 0..<Int(pause) { told += try proximities(bench.wait(1)) }
            told += try proximities(bench.wait(pause - pause.rounded(.down)))
        }
        let samples = told.reduce(0) { $0 + $1.samples }
        let expected = told.compactMap(\.expected).reduce(0, +)
        #expect(samples == first.count + 20)
        #expect(expected <= samples + (first.count - 1) * 14)
        #expect(told.suffix(10).allSatisfy { $0.samples == 1 && $0.expected == 1 })
        #expect(try #require(told.last?.distance) < 20)
    }

    @Test func `a gateway that listens and hears nothing says so, seldom after a while, and at last no more`() throws {
        var bench = try listening()
        var silent: [ProximityMessage] = []
        for _ in 0..<700 { silent += try proximities(bench.wait(1)) }
        #expect(silent.allSatisfy { $0.samples == 0 && $0.rssi == nil && $0.distance == nil && ($0.expected ?? 0) > 0 })
        let early = silent.filter { $0.time.milliseconds < 1_062_000 }.count
        #expect((10...16).contains(early))
        #expect((60...80).contains(silent.count))
        let last = try #require(silent.last)
        #expect(last.time.milliseconds <= 1_030_000 + Hearing.patience + 1000)
        let expected = silent.compactMap(\.expected).reduce(0, +)
        #expect((570...620).contains(expected))
    }

    @Test func `tags that fall silent together are told of by name, in each process alike`() throws {
        let tags = try (0..<8).map { DeviceID(owner: try Name("sam"), device: try Name("t\($0)")) }
        var core = GatewayCore(GatewayCore.Configuration(id: try Name("hall"), trackers: tags))
        var now = Timestamp(seconds: 1000)
        var actions: [GatewayCore.Action] = []
        var most = 0
        for second in 0..<60 {
            now = now.advanced(by: .seconds(1))
            actions = []
            if second < 30 { for tag in tags { core.noticed(.heard(tag, rssi: -60), at: now, &actions) } }
            core.tick(at: now, &actions)
            let topics = actions.published.map(\.topic)
            #expect(topics == topics.sorted())
            most = max(most, topics.count)
        }
        #expect(most == tags.count)
    }

    @Test func `a last report that came too early for a message of its own is told, and then the silence`() throws {
        var bench = try listening()
        // The message before it is of the same moment.
        for rssi in [-60, -75] { _ = bench.on(.heard(bench.keys, rssi: rssi, adapter: bench.adapter)) }
        var told: [ProximityMessage] = []
        for _ in 0..<20 { told += try proximities(bench.wait(1)) }
        #expect(told.first?.rssi == -75)
        #expect(told.dropFirst().count > 3)
        #expect(told.dropFirst().allSatisfy { $0.samples == 0 })
    }

    @Test func `a gateway that cannot hear says nothing, and does not make up for it`() throws {
        var bench = try listening()
        let adapter = AdapterStatus(name: "hci0", address: bench.adapter, health: .stalled)
        _ = bench.on(.adapters([adapter]))
        for _ in 0..<60 { #expect(try proximities(bench.wait(1)).isEmpty) }
        _ = bench.on(.adapters([AdapterStatus(name: "hci0", address: bench.adapter, health: .scanning)]))
        var silent: [ProximityMessage] = []
        for _ in 0..<12 { silent += try proximities(bench.wait(1)) }
        #expect((1...12).contains(silent.compactMap(\.expected).reduce(0, +)))
    }

    @Test func `of a linked tag silence is no news, until its link ends`() throws {
        var bench = try listening()
        _ = bench.on(.linked(bench.keys))
        for _ in 0..<200 { #expect(try proximities(bench.wait(1)).isEmpty) }
        _ = bench.on(.unlinked(bench.keys))
        var silent: [ProximityMessage] = []
        for _ in 0..<10 { silent += try proximities(bench.wait(1)) }
        #expect(silent.count >= 3)
        #expect((6...12).contains(silent.compactMap(\.expected).reduce(0, +)))
    }

    @Test func `a tag that was never heard is not missed`() throws {
        var bench = try RegistryBench()
        for _ in 0..<60 { #expect(try proximities(bench.wait(1)).isEmpty) }
    }

    @Test func `silence does not claim a tag`() throws {
        var bench = try RegistryBench()
        let silence = ProximityMessage(
            time: bench.now,
            gateway: try Name("attic"),
            rssi: nil,
            distance: nil,
            sigma: nil,
            samples: 0,
            expected: 10
        )
        _ = bench.on(Message(topic: bench.topics.proximity(bench.keys), payload: silence.encoded()))
        let own = try #require(bench.on(.heard(bench.keys, rssi: -90, adapter: bench.adapter)).published.first)
        #expect(bench.on(own) == [.tend(bench.keys, over: bench.adapter)])
    }

    @Test func `a tag that the system tells of seldom is not missed each second`() {
        var hearing = Hearing(PathLoss(), motion: nil, advertiseEvery: 1000)
        for second in stride(from: 0, through: 300, by: 5) {
            hearing.record(-60, at: Timestamp(seconds: Double(second)))
            _ = hearing.close(at: Timestamp(seconds: Double(second)), isLinked: false)
        }
        #expect(!hearing.isSilenceDue(at: Timestamp(seconds: 305), every: 1000))
        let estimate = hearing.close(at: Timestamp(seconds: 310), isLinked: false)
        #expect(estimate.expected == 2)
    }

    @Test func `the status says who carries the gateway, or where it stands`() throws {
        let sam = try Name("sam")
        let place = try Coordinate(latitude: 46, longitude: 14)
        let carried = GatewayCore(.init(id: try Name("pi"), trackers: [], carrier: sam))
        let fixed = GatewayCore(.init(id: try Name("pi"), trackers: [], place: place))
        #expect(try GatewayStatus(decoding: carried.status(.online).payload).carrier == sam)
        #expect(try GatewayStatus(decoding: fixed.status(.online).payload).place == place)
    }

    @Test func `a calibration that is new begins anew`() throws {
        var bench = try listening()
        let calibrated = PathLoss(powerAtOneMetre: -50, exponent: 2, sigma: 2)
        _ = bench.on(.registered([ServedTag(device: bench.keys, pathLoss: calibrated)]))
        let message = try #require(
            try proximities(bench.on(.heard(bench.keys, rssi: -60, adapter: bench.adapter))).first
        )
        #expect(message.signal == .init(powerAtOneMetre: -50, exponent: 2, biasSigma: 2))
    }
}
