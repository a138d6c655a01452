import Bluetooth
import TestSupport
import Testing

@testable import Air

/// What a receiver hears.
@Suite struct MediumTests {
    /// Reports of 29 bytes and their addresses' last byte.
    private func tags(_ packets: [[UInt8]]) -> [UInt8] {
        packets.filter { $0.count > 13 && $0[1] == 0x3E && $0[3] == 2 && $0[5] == 0 }.map { $0[7] }
    }

    @Test func `a tag is heard each interval and 0 to 10 ms more`() {
        var bench = Bench()
        bench.change { $0.advertise(TagID(1), advertisement(1, every: 100)) }
        bench.scan()
        bench.pass(milliseconds: 105_000)
        let count = tags(bench.heard).count
        // 105 ms in the mean; the standard error over 1000 of them is 0.1 %.
        #expect((990...1010).contains(count))
        #expect((990...1010).contains(bench.airspace.medium.statistics.advertisingEvents))
    }

    @Test func `intervals differ, within 10 ms`() {
        var medium = Medium(propagation: FixedPropagation(), generator: SeededGenerator(seed: 5))
        medium.advertise(TagID(1), advertisement(1, every: 50))
        var moments: [AirTime] = []
        for _ in 0..<200 {
            guard let next = medium.nextEvent else { break }
            moments.append(next)
            _ = medium.advance(to: next)
        }
        let pauses = zip(moments.dropFirst(), moments).map { $0 - $1 }
        #expect(pauses.count == 199)
        #expect(pauses.allSatisfy { (50_000...60_000).contains($0) })
        #expect(Set(pauses).count > 150)
    }

    @Test func `a scan window that is a third of the interval hears a third`() {
        var bench = Bench()
        bench.change { $0.advertise(TagID(1), advertisement(1, every: 20)) }
        bench.send(.leSetScanParameters, "00 60 00 20 00 00 00")
        bench.send(.leSetScanEnable, "01 00")
        bench.pass(milliseconds: 60_000)
        let share = Double(tags(bench.heard).count) / Double(bench.airspace.medium.statistics.advertisingEvents)
        #expect(abs(share - 1.0 / 3) < 0.03)
    }

    @Test(arguments: [-40.0, -91, -95, -96, -97.5, -110])
    func `loss follows the curve`(_ strength: Double) {
        var bench = Bench(strength: strength)
        bench.change { $0.advertise(TagID(1), advertisement(1, every: 20)) }
        bench.scan()
        bench.pass(milliseconds: 60_000)
        let statistics = bench.airspace.medium.statistics
        let expected = 1 - ReceptionCurve().probability(at: strength)
        let share = Double(statistics.lost) / Double(statistics.reachedReceivers)
        #expect(statistics.reachedReceivers > 2000)
        #expect(abs(share - expected) < 0.04)
    }

    @Test func `at the sensitivity 30.8 percent are lost`() {
        #expect(abs(ReceptionCurve().probability(at: -95) - 0.692) < 0.0005)
        #expect(ReceptionCurve().probability(at: -60) > 0.999_999)
        #expect(ReceptionCurve().probability(at: -120) < 0.000_001)
    }

    @Test(
        arguments: [(-71.4, -71), (-12.5, -13), (40, 20), (-300, -127), (.nan, -127), (.infinity, -127)]
            as [(Double, Int8)]
    )
    func `a strength is reported as a whole number`(_ strength: Double, _ expected: Int8) {
        var bench = Bench(strength: strength)
        bench.change { medium in
            medium.reception.sensitivity = -1000
            medium.advertise(TagID(1), advertisement(1))
        }
        bench.scan()
        bench.pass(milliseconds: 2000)
        let reported = Set(bench.heard.filter { $0.count > 13 }.compactMap(\.last))
        // What is no number gets through nowhere.
        #expect(reported == (strength.isNaN ? [] : [UInt8(bitPattern: expected)]))
    }

    @Test func `an active scan brings the scan response too`() {
        var bench = Bench()
        bench.change { $0.advertise(TagID(3), advertisement(3)) }
        bench.scan(actively: true)
        let packets = bench.pass(milliseconds: 300)
        #expect(packets.count >= 4)
        #expect(packets.first?.hex == "04 3e 0f 02 01 00 01 03 00 00 00 00 c0 03 02 01 06 ce")
        #expect(packets.dropFirst().first?.hex == "04 3e 10 02 01 04 01 03 00 00 00 00 c0 04 03 09 41 42 ce")
    }

    @Test func `500 tags are all heard, each at its rate`() {
        var bench = Bench()
        bench.change { medium in
            for number in 0..<500 { medium.advertise(TagID(number), advertisement(number, every: 1000)) }
        }
        bench.scan()
        bench.pass(milliseconds: 20_000)
        let reports = bench.heard.filter { $0.count > 13 && $0[1] == 0x3E }
        let addresses = Set(reports.map { Array($0[7...8]) })
        #expect(addresses.count == 500)
        #expect((9800...10_500).contains(reports.count))
    }

    @Test func `the accept list keeps all others out`() {
        var bench = Bench()
        bench.change { medium in
            for number in 1...3 { medium.advertise(TagID(number), advertisement(number)) }
        }
        bench.send(.leAddToAcceptList, "01 02 00 00 00 00 c0")
        bench.send(.leSetScanParameters, "00 10 00 10 00 00 01")
        bench.send(.leSetScanEnable, "01 00")
        bench.pass(milliseconds: 1000)
        #expect(Set(tags(bench.heard)) == [2])
    }

    @Test func `an extended scan ends after its duration`() {
        var bench = Bench(.extended)
        bench.change { $0.advertise(TagID(1), advertisement(1)) }
        bench.send(.leSetExtendedScanParameters, "00 00 01 00 10 00 10 00")
        bench.send(.leSetExtendedScanEnable, "01 00 64 00 00 00")
        let packets = bench.pass(milliseconds: 5000)
        #expect(packets.last?.hex == "04 3e 01 11")
        #expect((8...12).contains(packets.count))
        #expect(packets.first?.prefix(6) == [4, 0x3E, 0x1D, 0x0D, 1, 0x13])
    }

    @Test func `a resolvable address is reported as the identity behind it`() {
        var bench = Bench()
        // With this cipher the hash of 40 00 01 under a key of ones is 41 01 02.
        let address = LinkAddress(BluetoothAddress(bits: 0x4000_0141_0102), isRandom: true)
        bench.change {
            $0.advertise(TagID(1), AdvertisingSet(.connectable, address: address, data: [], interval: 100_000))
        }
        let key = Array(repeating: "01", count: 16).joined(separator: " ")
        bench.send(.leAddToResolvingList, "00 06 05 04 03 02 01 \(key) \(key)")
        bench.send(.leSetAddressResolution, "01")
        bench.scan()
        let packets = bench.pass(milliseconds: 500)
        #expect(packets.first?.hex == "04 3e 0c 02 01 00 02 06 05 04 03 02 01 00 ce")
    }

    @Test func `the same seed gives the same run`() {
        let runs = ([1, 1, 2] as [UInt64]).map { seed in
            var bench = Bench(strength: -94, seed: seed)
            bench.change { medium in
                for number in 0..<20 { medium.advertise(TagID(number), advertisement(number)) }
            }
            bench.scan(actively: true)
            return bench.pass(milliseconds: 3000)
        }
        #expect(runs[0] == runs[1])
        #expect(runs[0] != runs[2])
    }

    @Test func `what happens in pieces is what happens at once, and a host is answered in between`() {
        let benches = (0..<3).map { _ in
            var bench = Bench(strength: -94, seed: 1)
            bench.change { medium in
                for number in 0..<20 { medium.advertise(TagID(number), advertisement(number)) }
            }
            bench.scan(actively: true)
            return bench
        }
        let end = AirTime.zero.after(milliseconds: 3000)
        var (whole, pieces, stopped) = (benches[0].airspace, benches[1].airspace, benches[2].airspace)
        var packets: [Airspace.HostPacket] = []
        var limit = 0
        while pieces.medium.now < end {
            limit = 7
            packets += pieces.advance(to: end, limit: &limit)
        }
        #expect(packets == whole.advance(to: end))
        #expect(limit > 0)

        limit = 7
        _ = stopped.advance(to: end, limit: &limit)
        #expect(limit == 0)
        let answer = stopped.receive(command(.leSetScanEnable, "00 00"), for: ReceiverID(0), at: stopped.medium.now)
        #expect(answer.last?.bytes.hex == "04 0e 04 01 0c 20 00")
        #expect(stopped.medium.statistics.advertisingEvents < 14)
    }

    @Test func `a host hears the advertisements of another`() {
        let medium = Medium(propagation: FixedPropagation(), generator: SeededGenerator(seed: 1))
        var airspace = Airspace(medium, controllers: [controller(), controller()])
        _ = airspace.receive(command(.setEventMask, "ff ff ff ff ff ff ff 3f"), for: ReceiverID(0), at: .zero)
        _ = airspace.receive(command(.leSetScanParameters, "00 10 00 10 00 00 00"), for: ReceiverID(0), at: .zero)
        _ = airspace.receive(command(.leSetScanEnable, "01 00"), for: ReceiverID(0), at: .zero)
        let data = "03 02 01 06" + String(repeating: " 00", count: 28)
        _ = airspace.receive(command(.leSetAdvertisingData, data), for: ReceiverID(1), at: .zero)
        _ = airspace.receive(command(.leSetAdvertisingEnable, "01"), for: ReceiverID(1), at: .zero)
        let packets = airspace.advance(to: AirTime.zero.after(milliseconds: 4000))
        #expect((3...4).contains(packets.count))
        #expect(packets.first?.bytes.hex == "04 3e 0f 02 01 00 00 aa 00 00 5b 02 00 03 02 01 06 c4")
    }

    @Test func `a tag is woken when it wants, and one that never sleeps does not stop the time`() {
        var bench = Bench()
        bench.change { medium in
            medium.place(TagID(1), peer: SleepyPeer(every: 10_000))
            medium.place(TagID(2), peer: SleepyPeer(every: 0))
        }
        bench.pass(milliseconds: 1000)
        let counts = [1, 2].map { (bench.airspace.medium.peer(of: TagID($0)) as? SleepyPeer)?.wakes }
        #expect(counts == [101, 1001])
    }
}

/// A tag that only wakes up and sleeps again.
private struct SleepyPeer: LinkPeer {
    let every: Int64
    var wakes = 0
    var nextWakeUp: AirTime? = .zero

    init(every: Int64) { self.every = every }

    mutating func wake(at time: AirTime) -> [LinkAction] {
        wakes += 1
        nextWakeUp = time.after(every)
        return []
    }

    mutating func connected(_ link: PeerLink, at time: AirTime) -> [LinkAction] { [] }
    mutating func received(_ fragment: ACLFragment, on link: LinkID, at time: AirTime) -> [LinkAction] { [] }
    mutating func disconnected(_ link: LinkID, reason: HCI.Status, at time: AirTime) -> [LinkAction] { [] }
}
