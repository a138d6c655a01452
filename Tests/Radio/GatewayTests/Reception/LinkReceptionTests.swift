import Bluetooth
import Messages
import Testing
import Tracking

@testable import Gateway

/// What a gateway tells of a tag while it is linked, and when the link is gone.
@Suite struct LinkReceptionTests {
    private func proximities(_ actions: [GatewayCore.Action]) throws -> [ProximityMessage] {
        try actions.published.filter { $0.topic.hasSuffix("/proximity") }.map {
            try ProximityMessage(decoding: $0.payload)
        }
    }

    /// A gateway that has heard a tag each second for half a minute, and then connected to it.
    private func linked() throws -> RegistryBench {
        var bench = try RegistryBench(.tag)
        _ = bench.on(.adapters([AdapterStatus(name: "hci0", address: bench.adapter, health: .scanning)]))
        for _ in 0..<30 {
            _ = bench.on(.heard(bench.keys, rssi: -60, adapter: bench.adapter))
            _ = bench.wait(1)
        }
        _ = bench.on(.linked(bench.keys))
        return bench
    }

    @Test func `the strength of its link is told like that of its advertisements`() throws {
        var bench = try linked()
        var told: [ProximityMessage] = []
        for _ in 0..<40 {
            _ = bench.wait(2.5)
            told += try proximities(bench.on(.linkHeard(bench.keys, rssi: -70, adapter: bench.adapter)))
        }
        #expect(told.count == 40)
        #expect(told.allSatisfy { $0.rssi == -70 && $0.samples == 1 && $0.link == .up && $0.expected == nil })
        // 30 dB below the power at a metre.
        #expect(try (10...80).contains(#require(told.last?.distance)))
    }

    @Test(arguments: [nil, 0, 127]) func `a link that tells no strength is told to stand`(rssi: Int?) throws {
        var bench = try linked()
        _ = bench.wait(10)
        let told = try proximities(bench.on(.linkHeard(bench.keys, rssi: rssi, adapter: bench.adapter)))
        let message = try #require(told.first)
        #expect(message.samples == 1 && message.rssi == nil && message.distance == nil && message.link == .up)
    }

    @Test func `how often a link is looked at says nothing of how often the tag advertises`() throws {
        var bench = try linked()
        for _ in 0..<100 {
            _ = bench.wait(2.5)
            _ = bench.on(.linkHeard(bench.keys, rssi: -60, adapter: bench.adapter))
        }
        _ = bench.on(.unlinked(bench.keys))
        var silent: [ProximityMessage] = []
        for _ in 0..<10 { silent += try proximities(bench.wait(1)) }
        #expect((8...11).contains(silent.compactMap(\.expected).reduce(0, +)))
    }

    @Test(arguments: [false, true]) func `a lost link is told at once and once, whichever word comes first`(
        isTold: Bool
    ) throws {
        var bench = try linked()
        if isTold { _ = bench.on(.unlinked(bench.keys)) }
        var told = try proximities(bench.on(.linkLost(bench.keys, adapter: bench.adapter)))
        if !isTold { _ = bench.on(.unlinked(bench.keys)) }
        // The kernel and bluetoothd both say so.
        told += try proximities(bench.on(.linkLost(bench.keys, adapter: bench.adapter)))
        #expect(told.count == 1)
        let message = try #require(told.first)
        #expect(message.samples == 0 && message.expected == Hearing.lostPackets && message.link == .lost)
        #expect(message.time == bench.now)
    }

    @Test func `a link that one side has ended is no loss`() throws {
        var bench = try linked()
        #expect(try proximities(bench.on(.unlinked(bench.keys))).isEmpty)
    }

    @Test func `a tag that is let go for a moment stays there, unless it does not come back`() throws {
        var bench = try linked()
        _ = bench.on(.received(.reported(Self.state), from: bench.keys))
        for _ in 0..<2 {
            _ = bench.on(.resting(bench.keys))
            #expect(bench.on(.unlinked(bench.keys)).availability.isEmpty)
            #expect(bench.wait(10).availability.isEmpty)
            _ = bench.on(.linked(bench.keys))
            #expect(bench.wait(120).availability.isEmpty)
        }
        _ = bench.on(.resting(bench.keys))
        _ = bench.on(.unlinked(bench.keys))
        #expect(bench.wait(59).availability.isEmpty)
        #expect(bench.wait(1).availability == ["offline"])
    }

    @Test func `a tag that another gateway takes over in its rest is told to be gone, once and first`() throws {
        var bench = try linked()
        _ = bench.on(.received(.reported(Self.state), from: bench.keys))
        _ = bench.on(try bench.proximity("hall", rssi: -70, held: true))
        _ = bench.on(.resting(bench.keys))
        #expect(bench.on(.unlinked(bench.keys)).availability.isEmpty)
        var told: [GatewayCore.Action] = []
        for _ in 0..<15 where told.isEmpty {
            _ = bench.wait(1)
            told = bench.on(try bench.proximity("attic", rssi: -50))
        }
        // The other one has no link yet, so that its word is the later one.
        #expect(told.contains(.leave(bench.keys)) && told.availability == ["offline"])
        #expect(bench.wait(120).availability.isEmpty)
    }

    private static let state = ReportedState(
        version: 0, power: .on, reportEvery: 10, mode: .bluetooth, firmware: "", model: "iTag", boot: 1, battery: 90,
        activeMode: .bluetooth
    )

    @Test func `a link that tells no strength does not give the tag away`() {
        let (mine, other) = (Receiver(gateway: Self.name("hall")), Receiver(gateway: Self.name("attic")))
        var choice = ReceiverChoice()
        for second in 0..<60 {
            let time = Timestamp(seconds: Double(second))
            choice.heard(by: mine, rssi: second == 0 ? -60 : nil, isClaimed: true, at: time)
            choice.heard(by: other, rssi: -62, isClaimed: false, at: time)
        }
        #expect(choice.owner == mine)
    }

    private static func name(_ text: String) -> Name {
        guard let name = try? Name(text) else { preconditionFailure() }
        return name
    }
}
