import Bluetooth
import TestSupport
import Testing

@testable import Air

/// How far each PHY reaches, and connections that begin with one.
@Suite struct PHYRangeTests {
    /// A tag with extended advertising each 20 ms.
    private func bench(_ primary: LinkPHY, _ secondary: LinkPHY, strength: Double = -50) -> Bench {
        var bench = Bench(.extended, strength: strength)
        bench.change { medium in
            let set = AdvertisingSet(
                .connectable,
                address: tagAddress(1),
                data: [2, 1, 6],
                interval: 20_000,
                extended: ExtendedAdvertising(primary: primary, secondary: secondary)
            )
            medium.place(TagID(1), peer: EchoPeer())
            medium.advertise(TagID(1), set)
        }
        return bench
    }

    @Test(arguments: [(LinkPHY.basic, -95.0), (.double, -92), (.coded, -103)])
    func `at a PHY's sensitivity 30.8 percent are lost`(phy: LinkPHY, strength: Double) {
        #expect(abs(ReceptionCurve().probability(at: strength, on: phy) - 0.692) < 0.0005)
    }

    @Test(arguments: [
        (LinkPHY.basic, LinkPHY.basic, -94.0), (.basic, .double, -94), (.basic, .coded, -96), (.coded, .coded, -102),
        (.coded, .double, -92),
    ])
    func `both packets have to be received`(primary: LinkPHY, secondary: LinkPHY, strength: Double) {
        var bench = bench(primary, secondary, strength: strength)
        bench.send(.leSetExtendedScanParameters, "00 00 05 00 10 00 10 00 00 10 00 10 00")
        bench.send(.leSetExtendedScanEnable, "01 00 00 00 00 00")
        bench.pass(milliseconds: 60_000)
        let statistics = bench.airspace.medium.statistics
        let curve = ReceptionCurve()
        let expected = curve.probability(at: strength, on: primary) * curve.probability(at: strength, on: secondary)
        let share = Double(bench.heard.count - 2) / Double(statistics.reachedReceivers)
        #expect(statistics.reachedReceivers > 2000)
        #expect(abs(share - expected) < 0.04)
    }

    private static let slice = "10 00 10 00 18 00 18 00 00 00 2a 00 00 00 00 00"
    /// With LE 1M, 2M and coded PHY: intervals of 30, 40 and 50 ms, the bytes as bumble 0.0.236 writes them.
    private static let request = """
        00 00 01 01 00 00 00 00 c0 07 \(slice) 10 00 10 00 20 00 20 00 00 00 2b 00 00 00 00 00 \
        10 00 10 00 28 00 28 00 00 00 64 00 00 00 00 00
        """

    @Test(arguments: [
        (LinkPHY.basic, LinkPHY.basic, "01 01", "18 00 00 00 2a 00"), (.basic, .double, "02 02", "20 00 00 00 2b 00"),
        (.coded, .coded, "03 03", "28 00 00 00 64 00"), (.coded, .double, "02 02", "20 00 00 00 2b 00"),
    ])
    func `a connection begins with the secondary PHY, and with what the host wants of it`(
        primary: LinkPHY, secondary: LinkPHY, phys: String, parameters: String
    ) {
        var bench = bench(primary, secondary)
        #expect(bench.send(.leExtendedCreateConnection, Self.request) == ["04 0f 04 00 01 43 20"])
        let complete = bench.pass(milliseconds: 200).first?.hex
        let nobody = "00 00 00 00 00 00 00 00 00 00 00 00"
        #expect(complete == "04 3e 1f 0a 00 40 00 00 01 01 00 00 00 00 c0 \(nobody) \(parameters) 00")
        #expect(bench.send(.leReadPHY, "40 00") == ["04 0e 08 01 30 20 00 40 00 \(phys)"])
        #expect(bench.diary(1) == ["connected by 00:02:5B:00:00:AA (public)"])
        bench.send(hex("02 40 00 01 00 01"))
        bench.pass(milliseconds: 200)
        #expect(bench.diary(1).contains("received first 01"))
    }

    @Test func `who does not listen for it connects to nobody`() {
        var legacy = bench(.basic, .basic)
        legacy.connect(1)
        var near = bench(.coded, .coded)
        near.send(.leExtendedCreateConnection, "00 00 01 01 00 00 00 00 c0 01 \(Self.slice)")
        near.pass(milliseconds: 1000)
        #expect(legacy.diary(1).isEmpty && near.diary(1).isEmpty)
        // Of 2M the host has said nothing, so that what it wants of 1M counts.
        var fast = bench(.basic, .double)
        fast.send(.leExtendedCreateConnection, "00 00 01 01 00 00 00 00 c0 01 \(Self.slice)")
        #expect(fast.pass(milliseconds: 200).first?.suffix(7) == hex("18 00 00 00 2a 00 00")[...])
    }

    @Test(arguments: [
        (LinkPHY.basic, -94.0, true), (.double, -94, false), (.basic, -101, false), (.coded, -101, true),
        (.coded, -109, false),
    ])
    func `a link with 2M is lost earlier than one with 1M, and one with coded PHY later`(
        phy: LinkPHY, strength: Double, stays: Bool
    ) {
        var bench = bench(phy == .coded ? .coded : .basic, phy)
        bench.send(.leExtendedCreateConnection, Self.request)
        bench.pass(milliseconds: 200)
        bench.change { $0.propagation = FixedPropagation(standard: strength) }
        let packets = bench.pass(milliseconds: 30_000)
        #expect(packets.map(\.hex) == (stays ? [] : ["04 05 04 00 40 00 08"]))
    }

    /// LE Set PHY: 1M and coded PHY for both directions, and coded PHY for one of them alone.
    @Test(arguments: [
        ("01 01", "01 01", false), ("04 04", "03 03", true), ("04 01", "03 01", false), ("01 04", "01 03", false),
    ])
    func `a link that goes over to coded PHY is not lost where 1M would be`(wish: String, phys: String, stays: Bool) {
        var bench = bench(.basic, .basic)
        bench.send(.leExtendedCreateConnection, Self.request)
        bench.pass(milliseconds: 200)
        bench.send(.leSetPHY, "40 00 00 \(wish) 00 00")
        #expect(bench.pass(milliseconds: 200).map(\.hex) == ["04 3e 06 0c 00 40 00 \(phys)"])
        bench.change { $0.propagation = FixedPropagation(standard: -101) }
        #expect(bench.pass(milliseconds: 30_000).map(\.hex) == (stays ? [] : ["04 05 04 00 40 00 08"]))
    }
}
