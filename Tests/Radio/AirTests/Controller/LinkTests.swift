import Bluetooth
import TestSupport
import Testing

@testable import Air

/// Connections from request to end, as transcripts.
@Suite struct LinkTests {
    private static let key = "00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f"

    private func bench(key: [UInt8]? = nil, _ generation: ControllerConfiguration.Generation = .legacy) -> Bench {
        var bench = Bench(generation)
        bench.change { medium in
            medium.place(TagID(1), peer: EchoPeer(key: key))
            medium.advertise(TagID(1), advertisement(1))
        }
        return bench
    }

    @Test func `a tag is connected and stops advertising`() {
        var bench = bench()
        let packets = bench.connect(1)
        let complete =
            "04 3e 1f 0a 00 40 00 00 01 01 00 00 00 00 c0 00 00 00 00 00 00 00 00 00 00 00 00 18 00 00 00 2a 00 00"
        #expect(packets.map(\.hex) == [complete])
        #expect(bench.diary(1) == ["connected by 00:02:5B:00:00:AA (public)"])
        #expect(bench.airspace.medium.advertisement(of: TagID(1)) == nil)
    }

    @Test func `a host without the enhanced event gets the plain one`() {
        var bench = bench()
        bench.send(.leSetEventMask, "1f 00 00 00 00 00 00 00")
        #expect(
            bench.connect(1).map(\.hex) == ["04 3e 13 01 00 40 00 00 01 01 00 00 00 00 c0 18 00 00 00 2a 00 00"]
        )
    }

    @Test func `a connection over the accept list takes whoever is on it`() {
        var bench = bench()
        bench.send(.leAddToAcceptList, "01 01 00 00 00 00 c0")
        bench.send(.leCreateConnection, "10 00 10 00 01 00 00 00 00 00 00 00 00 18 00 18 00 00 00 2a 00 00 00 00 00")
        #expect(bench.send(.leClearAcceptList) == ["04 0e 04 01 10 20 0c"])
        #expect(bench.pass(milliseconds: 300).count == 1)
    }

    @Test func `a connection that is not wanted any more is cancelled`() {
        var bench = Bench()
        bench.connect(1)
        let packets = bench.send(.leCancelConnection)
        #expect(packets.first == "04 0e 04 01 0e 20 00")
        #expect(packets.last?.hasPrefix("04 3e 1f 0a 02") == true)
        #expect(bench.send(.leCancelConnection) == ["04 0e 04 01 0e 20 0c"])
    }

    @Test func `data goes both ways, and its credits come back`() {
        var bench = bench()
        bench.connect(1)
        bench.send(hex("02 40 00 05 00 01 00 04 00 0a"))
        bench.send(hex("02 40 10 01 00 0b"))
        let packets = bench.pass(milliseconds: 200).map(\.hex)
        #expect(packets == ["04 13 05 01 40 00 02 00", "02 40 20 05 00 01 00 04 00 0a", "02 40 10 01 00 0b"])
        #expect(
            bench.diary(1).dropFirst() == ["received first 01 00 04 00 0a", "received more 0b", "delivered 2"]
        )
    }

    @Test func `data beyond the buffers is refused, and data for no connection dropped`() {
        var bench = bench()
        bench.connect(1)
        for _ in 0..<8 { #expect(bench.send(hex("02 40 00 01 00 0a")).isEmpty) }
        #expect(bench.send(hex("02 40 00 01 00 0a")) == ["04 1a 01 01"])
        #expect(bench.send(hex("02 41 00 01 00 0a")).isEmpty)
        bench.pass(milliseconds: 500)
        #expect(bench.send(hex("02 40 00 01 00 0a")).isEmpty)
    }

    @Test func `data gets through a lossy link without loss and in order`() {
        var bench = bench()
        bench.connect(1)
        bench.change { $0.propagation = FixedPropagation(standard: -94.5) }
        for number in 0..<50 {
            bench.send(
                HCI.ACLPacket(handle: 0x40, fragment: ACLFragment(bytes: [UInt8(number)], isFirst: true))
                    .bytesToController
            )
            bench.pass(milliseconds: 300)
        }
        bench.pass(milliseconds: 3000)
        let echoes = bench.heard.filter { $0.first == 2 }.compactMap(\.last)
        #expect(echoes == Array(0..<50))
    }

    @Test func `features, version, signal and data length are asked for`() {
        var bench = bench(.extended)
        bench.connect(1)
        #expect(bench.send(.leReadRemoteFeatures, "40 00") == ["04 0f 04 00 01 16 20"])
        #expect(bench.send(.readRemoteVersion, "40 00") == ["04 0f 04 00 01 1d 04"])
        #expect(bench.send(.leSetDataLength, "40 00 fb 00 48 08") == ["04 0e 06 01 22 20 00 40 00"])
        #expect(
            bench.pass(milliseconds: 300).map(\.hex) == [
                "04 3e 0c 04 00 40 00 2d 09 00 00 00 00 00 00", "04 0c 08 00 40 00 09 ff ff 01 00",
                "04 3e 0b 07 40 00 fb 00 48 08 fb 00 48 08",
            ]
        )
        #expect(bench.diary(1).last == "room for 251")
        #expect(bench.send(.readRSSI, "40 00") == ["04 0e 07 01 05 14 00 40 00 ce"])
        #expect(bench.send(.readRSSI, "41 00") == ["04 0e 04 01 05 14 02"])
    }

    /// LE Set PHY, LE PHY Update Complete and LE Read PHY: Core Specification 5.4, volume 4, part E, sections 7.8.49,
    /// 7.7.65.12 and 7.8.47.
    @Test(arguments: [
        ("40 00 00 02 02 00 00", "02 02"), ("40 00 00 03 01 00 00", "02 01"), ("40 00 03 00 00 00 00", "01 01"),
        ("40 00 02 02 04 00 00", "02 01"),
    ])
    func `a link goes over to the PHYs that the host asks for`(wish: String, phys: String) {
        var bench = bench(.extended)
        bench.connect(1)
        #expect(bench.send(.leReadPHY, "40 00") == ["04 0e 08 01 30 20 00 40 00 01 01"])
        #expect(bench.send(.leSetPHY, wish) == ["04 0f 04 00 01 32 20"])
        #expect(bench.pass(milliseconds: 300).map(\.hex) == ["04 3e 06 0c 00 40 00 \(phys)"])
        #expect(bench.send(.leReadPHY, "40 00") == ["04 0e 08 01 30 20 00 40 00 \(phys)"])
    }

    @Test(arguments: [("40 00 00 08 01 00 00", "11"), ("40 00 00 00 01 00 00", "12"), ("41 00 00 02 02 00 00", "02")])
    func `a PHY that there is not, no PHY at all and an unknown link are refused`(wish: String, code: String) {
        var bench = bench(.extended)
        bench.connect(1)
        #expect(bench.send(.leSetPHY, wish) == ["04 0f 04 \(code) 01 32 20"])
    }

    @Test func `a tag without 2M or coded PHY stays with 1M`() {
        for fast in [LinkPHY.double, .coded] {
            let wish = PHYWish(toTag: [fast], toController: [.basic, fast])
            #expect(wish.result(from: LinkPHYs(), peerHas: [.basic]) == LinkPHYs())
        }
    }

    @Test func `of several PHYs the fastest that both sides have is taken`() {
        let all = PHYWish(toTag: Set(LinkPHY.allCases), toController: [.coded])
        let now = all.result(from: LinkPHYs(), peerHas: Set(LinkPHY.allCases))
        #expect(now == LinkPHYs(toTag: .double, toController: .coded))
        #expect(now.weaker == .double)
        #expect(all.result(from: now, peerHas: [.basic]) == LinkPHYs(toTag: .basic, toController: .coded))
    }

    @Test func `the longest packet takes 2120, 1064 or 17040 µs by its PHY, beside the answer and the pauses`() {
        #expect(LinkPHYs(toTag: .coded, toController: .coded).exchange(251) == 17_040 + 720 + 300)
        #expect(LinkPHYs().exchange(251) == 2120 + 80 + 300)
        #expect(LinkPHYs(toTag: .double, toController: .double).exchange(251) == 1064 + 44 + 300)
    }

    @Test func `an update changes the interval`() {
        var bench = bench()
        bench.connect(1)
        bench.send(.leUpdateConnection, "40 00 50 00 50 00 00 00 c8 00 00 00 00 00")
        #expect(bench.pass(milliseconds: 1000).map(\.hex) == ["04 3e 0a 03 00 40 00 50 00 00 00 c8 00"])
    }

    @Test func `a link is encrypted, then refreshed`() {
        var bench = bench(key: hex(Self.key))
        bench.connect(1)
        let request = "40 00 00 00 00 00 00 00 00 00 00 00 \(Self.key)"
        #expect(bench.send(.leStartEncryption, request) == ["04 0f 04 00 01 19 20"])
        #expect(bench.pass(milliseconds: 300).map(\.hex) == ["04 08 04 00 40 00 01"])
        bench.send(.leStartEncryption, request)
        #expect(bench.pass(milliseconds: 300).map(\.hex) == ["04 30 03 00 40 00"])
        #expect(bench.diary(1).suffix(2) == ["encrypted", "encrypted"])
    }

    @Test(
        arguments: [
            (nil, "04 08 04 06 40 00 00", []),
            ([1, 2, 3], "04 05 04 00 40 00 3d", ["disconnected 0x3D"]),
        ] as [([UInt8]?, String, [String])]
    )
    func `a key that is missing is refused, a wrong one ends the link`(
        _ key: [UInt8]?,
        _ expected: String,
        _ diary: [String]
    ) {
        var bench = bench(key: key)
        bench.connect(1)
        bench.send(.leStartEncryption, "40 00 00 00 00 00 00 00 00 00 00 00 \(Self.key)")
        #expect(bench.pass(milliseconds: 300).map(\.hex) == [expected])
        #expect(bench.diary(1).dropFirst() == diary[...])
    }

    @Test func `either side ends a link, and the tag advertises again`() {
        var bench = bench()
        bench.connect(1)
        #expect(bench.send(.disconnect, "40 00 13") == ["04 0f 04 00 01 06 04"])
        #expect(bench.pass(milliseconds: 100).map(\.hex) == ["04 05 04 00 40 00 16"])
        #expect(bench.diary(1).last == "disconnected 0x13")
        #expect(bench.connect(1).first?.prefix(7) == [4, 0x3E, 0x1F, 0x0A, 0, 0x41, 0])
        bench.change { medium in
            medium.ask(TagID(1)) { _, _ in [.disconnect(LinkID(2), reason: .terminatedByRemotePowerOff)] }
        }
        #expect(bench.pass(milliseconds: 100).map(\.hex) == ["04 05 04 00 41 00 15"])
    }

    @Test func `a tag out of range is lost after the supervision timeout, on both sides`() {
        var bench = bench()
        bench.connect(1)
        bench.change { $0.propagation = FixedPropagation(standard: -130) }
        #expect(bench.pass(milliseconds: 300).isEmpty)
        #expect(bench.pass(milliseconds: 300).map(\.hex) == ["04 05 04 00 40 00 08"])
        #expect(bench.diary(1).last == "disconnected 0x08")
    }

    @Test func `a tag that was taken away is lost too`() {
        var bench = bench()
        bench.connect(1)
        bench.change { $0.remove(TagID(1)) }
        #expect(bench.pass(milliseconds: 600).map(\.hex) == ["04 05 04 00 40 00 08"])
    }

    @Test func `a tag without a host stack is not to be connected`() {
        var bench = Bench()
        bench.change { $0.advertise(TagID(1), advertisement(1)) }
        let packets = bench.connect(1) + bench.pass(milliseconds: 300)
        #expect(packets.last?.hex == "04 05 04 00 40 00 3e")
    }

    @Test func `twenty tags are connected at once, and one more is refused`() {
        var bench = Bench()
        bench.change { medium in
            for number in 0...20 {
                medium.place(TagID(number), peer: EchoPeer())
                medium.advertise(TagID(number), advertisement(number))
            }
        }
        for number in 0..<20 {
            bench.send(command(.leCreateConnection, request(number)))
            bench.pass(milliseconds: 300)
        }
        #expect(bench.heard.filter { $0.count > 5 && $0[1] == 0x3E && $0[4] == 0 }.count == 20)
        #expect(bench.send(command(.leCreateConnection, request(20))) == ["04 0f 04 09 01 0d 20"])
        for handle in 0x40..<0x54 {
            bench.send(hex("02 \(String(handle, radix: 16)) 00 01 00 0a")); bench.pass(milliseconds: 50)
        }
        bench.pass(milliseconds: 300)
        #expect(bench.heard.filter { $0.first == 2 }.count == 20)
    }

    private func request(_ number: Int) -> String {
        let octet = String(number, radix: 16)
        return "10 00 10 00 00 01 \(octet) 00 00 00 00 c0 00 18 00 18 00 00 00 2a 00 00 00 00 00"
    }

    @Test func `a reset drops everything`() {
        var bench = bench()
        bench.connect(1)
        #expect(bench.send(.reset) == ["04 0e 04 01 03 0c 00"])
        #expect(bench.diary(1).last == "disconnected 0x08")
        #expect(bench.send(.disconnect, "40 00 13") == ["04 0f 04 02 01 06 04"])
    }
}
