import Bluetooth
import TestSupport
import Testing

@testable import Air

/// Extended advertising: what a host that scans is told of it, and what one that advertises may ask for.
///
/// Core Specification 5.4, volume 4, part E: commands 7.8.53 to 7.8.66, report 7.7.65.13. The bytes are those that bumble
/// 0.0.236 writes and reads.
@Suite struct ExtendedAdvertisingTests {
    private static let target = LinkAddress(BluetoothAddress(bits: 0xC000_0000_0007), isRandom: true)

    @Test(arguments: [
        (AdvertisingKind.connectable, ExtendedAdvertising(secondary: .double, identifier: 5), "01", "01 02 05 7f"),
        (.broadcast, ExtendedAdvertising(primary: .coded, secondary: .coded, txPower: 4), "00", "03 03 00 04"),
        (.scannable, ExtendedAdvertising(identifier: 15), "0a", "01 01 0f 7f"),
        (.directed, ExtendedAdvertising(), "05", "01 01 00 7f"),
    ])
    func `a report has its golden bytes`(
        kind: AdvertisingKind, form: ExtendedAdvertising, type: String, rest: String
    ) {
        var report = HCI.AdvertisingReport(
            kind: kind,
            isScanResponse: kind == .scannable,
            address: tagAddress(5),
            data: [2, 1, 6],
            rssi: -71,
            extended: form
        )
        report.target = kind == .directed ? Self.target : nil
        let directed = kind == .directed ? "01 07 00 00 00 00 c0" : "00 00 00 00 00 00 00"
        #expect(
            HCI.Event.le(.extendedAdvertisingReport(report)).bytes.hex
                == "04 3e 1d 0d 01 \(type) 00 01 05 00 00 00 00 c0 \(rest) b9 00 00 \(directed) 03 02 01 06"
        )
    }

    @Test func `a tag is heard with its PHYs and its set by who scans for it, and by nobody else`() {
        func reports(_ scan: (inout Bench) -> Void, _ form: ExtendedAdvertising) -> Set<String> {
            var bench = Bench(.extended)
            bench.change {
                let set = AdvertisingSet(
                    .connectable,
                    address: tagAddress(1),
                    data: [2, 1, 6],
                    interval: 100_000,
                    extended: form
                )
                $0.advertise(TagID(1), set)
            }
            scan(&bench)
            return Set(bench.pass(milliseconds: 2000).map(\.hex))
        }
        func extended(_ phys: String) -> (inout Bench) -> Void {
            {
                let slices = String(repeating: " 01 10 00 10 00", count: phys == "05" ? 2 : 1)
                $0.send(.leSetExtendedScanParameters, "00 00 \(phys)" + slices)
                $0.send(.leSetExtendedScanEnable, "01 00 00 00 00 00")
            }
        }
        let fast = ExtendedAdvertising(secondary: .double, identifier: 5)
        let head = "04 3e 1d 0d 01 01 00 01 01 00 00 00 00 c0"
        let tail = "7f ce 00 00 00 00 00 00 00 00 00 03 02 01 06"
        #expect(reports(extended("01"), fast) == ["\(head) 01 02 05 \(tail)"])
        #expect(reports(extended("04"), fast).isEmpty)
        #expect(reports({ $0.scan() }, fast).isEmpty)
        let far = ExtendedAdvertising(primary: .coded, secondary: .coded)
        #expect(reports(extended("01"), far).isEmpty)
        #expect(reports(extended("04"), far) == ["\(head) 03 03 00 \(tail)"])
        #expect(reports(extended("05"), far) == ["\(head) 03 03 00 \(tail)"])
        #expect(reports(extended("05"), fast) == ["\(head) 01 02 05 \(tail)"])
    }

    /// The data of one advertisement, its reports put together, and their event types.
    private func heard(_ packets: [[UInt8]]) -> (data: [UInt8], types: [UInt8]) {
        let end = packets.firstIndex { $0[5] & 0x60 != 0x20 } ?? packets.endIndex
        let first = packets.prefix(through: min(end, packets.count - 1))
        return (first.flatMap { $0.dropFirst(29) }, first.map { $0[5] })
    }

    @Test(arguments: [
        (3, [0]), (229, [0]), (230, [0x20, 0]), (500, [0x20, 0x20, 0]), (1650, Array(repeating: 0x20, count: 7) + [0]),
    ])
    func `long data come in as many reports as they need`(count: Int, types: [UInt8]) {
        var pair = AirPair()
        pair.make("00 00")
        let data = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
        #expect(pair.fill(data) == ["04 0e 04 01 37 20 00"])
        pair.start()
        pair.scan()
        let (whole, seen) = heard(pair.pass(milliseconds: 400))
        #expect(whole == data)
        #expect(seen == types)
    }

    @Test func `data of which a packet was lost are cut, and said to be`() {
        var pair = AirPair()
        pair.change {
            $0.propagation = RulePropagation(SeededGenerator(seed: 3)) { path, _, chance in
                Arrival(strength: -50, isReceived: path.channel != 0 || Int.random(in: 0..<4, using: &chance) != 0)
            }
        }
        pair.make("00 00")
        let data = (0..<600).map { UInt8(truncatingIfNeeded: $0 * 7) }
        pair.fill(data)
        pair.start()
        pair.scan()
        var rest = pair.pass(milliseconds: 20_000)
        var counts: [UInt8: Set<Int>] = [:]
        while !rest.isEmpty {
            let (whole, types) = heard(rest)
            rest.removeFirst(types.count)
            #expect(whole == Array(data.prefix(whole.count)))
            counts[types.last ?? 0xFF, default: []].insert(whole.count)
        }
        // The first packet has 242 bytes, the second 248.
        #expect(counts == [0: [600], 0x40: [242, 490]])
    }

    @Test func `what is scannable answers with all of its data, and what is connectable does not`() {
        var pair = AirPair()
        pair.make("02 00")
        #expect(pair.start() == ["04 0e 04 01 39 20 0c"])
        let data = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        #expect(pair.fill(data, .leSetExtendedScanResponseData) == ["04 0e 04 01 38 20 00"])
        pair.start()
        pair.scan(actively: true)
        let packets = pair.pass(milliseconds: 300)
        #expect(packets.first?.prefix(6) == hex("04 3e 1a 0d 01 02")[...])
        #expect(packets.dropFirst().prefix(2).map { $0[5] } == [0x2A, 0x0A])
        #expect(packets.dropFirst().prefix(2).flatMap { $0.dropFirst(29) } == data)

        var other = AirPair()
        other.make("01 00")
        other.fill([2, 1, 6])
        other.start()
        other.scan(actively: true)
        #expect(!other.pass(milliseconds: 1000).isEmpty)
        #expect(other.statistics.scanRequests == 0)
    }

    @Test func `two sets of one address are no duplicates of each other`() {
        var pair = AirPair { $0.duplicateMemory = 10 }
        for set in UInt8(1)...2 {
            pair.make(set: set, "00 00")
            pair.fill(set: set, [2, 1, 6])
            pair.start(set: set)
        }
        pair.scan(withoutDuplicates: true)
        #expect(pair.pass(milliseconds: 2000).map { $0[16] }.sorted() == [1, 2])
    }

    @Test func `a set that is directed is for its target only`() {
        func reports(_ target: String) -> Int {
            var pair = AirPair()
            let parameters = "01 04 00 a0 00 00 a0 00 00 07 00 \(target) 00 7f 01 00 01 01 00"
            pair.advertiser(.leSetExtendedAdvertisingParameters, parameters)
            pair.fill([2, 1, 6])
            pair.start()
            pair.scan()
            return pair.pass(milliseconds: 1000).count
        }
        #expect(reports("00 aa 00 00 5b 02 00") > 5)
        #expect(reports("00 ab 00 00 5b 02 00") == 0)
    }

    @Test func `a set has room for what its packets hold`() {
        var pair = AirPair()
        pair.make("41 00")
        pair.fill([UInt8](repeating: 0, count: 245))
        // 245 bytes, one less for the power that it tells.
        #expect(pair.start() == ["04 0e 04 01 39 20 12"])
        pair.fill([UInt8](repeating: 0, count: 244))
        #expect(pair.start() == ["04 0e 04 01 39 20 00"])
        #expect(pair.fill([UInt8](repeating: 0, count: 245)) == ["04 0e 04 01 37 20 45"])
        pair.advertiser(.leSetExtendedAdvertisingEnable, "00 00")
        #expect(pair.fill([UInt8](repeating: 0, count: 1650)) == ["04 0e 04 01 37 20 00"])
        // A legacy set has not as much, and one that is directed has none.
        #expect(pair.make("13 00") == ["04 0e 04 01 36 20 12"])
        pair.fill([0])
        #expect(pair.make("15 00") == ["04 0e 04 01 36 20 12"])
        #expect(pair.make("02 00") == ["04 0e 04 01 36 20 12"])
        #expect(pair.make("13 00") == ["04 0e 05 01 36 20 00 00"])
    }

    @Test(arguments: [
        // A primary 2M, a PHY that there is not, and no address.
        ("00 00", "02 00 01 01", "11"), ("00 00", "01 00 04 01", "11"), ("20 00", "01 00 01 01", "11"),
        // Set identifier 16, and a legacy set with coded PHY.
        ("00 00", "01 00 01 10", "12"), ("13 00", "03 00 01 01", "12"),
        ("41 00", "03 00 02 0f", "00 00"),
    ])
    func `a form that there is not is refused`(properties: String, form: String, code: String) {
        var bench = Bench(.extended)
        let answer = bench.send(
            .leSetExtendedAdvertisingParameters,
            "01 \(properties) a0 00 00 a0 00 00 07 00 00 00 00 00 00 00 00 00 7f \(form) 00"
        )
        #expect(answer == ["04 0e 0\(code.count == 2 ? 4 : 5) 01 36 20 \(code)"])
    }

    @Test func `a controller without 2M and coded PHY says so, and refuses them`() {
        #expect(ControllerConfiguration(address: .init(bits: 1), generation: .extended).features == 0x192D)
        var bench = Bench(.extended) { $0.phys = [] }
        #expect(bench.send(.leReadLocalFeatures) == ["04 0e 0c 01 03 20 00 6d 10 00 00 00 00 00 00"])
        let scan = "00 00 05 00 10 00 10 00 00 10 00 10 00"
        #expect(bench.send(.leSetExtendedScanParameters, scan) == ["04 0e 04 01 41 20 11"])
        #expect(bench.send(.leSetDefaultPHY, "00 07 07") == ["04 0e 04 01 31 20 11"])
        let parameters = "01 00 00 a0 00 00 a0 00 00 07 00 00 00 00 00 00 00 00 00 7f 01 00 02 01 00"
        #expect(bench.send(.leSetExtendedAdvertisingParameters, parameters) == ["04 0e 04 01 36 20 11"])
        let slice = " 10 00 10 00 18 00 18 00 00 00 2a 00 00 00 00 00"
        let request = "00 00 01 01 00 00 00 00 c0 03" + slice + slice
        #expect(bench.send(.leExtendedCreateConnection, request) == ["04 0f 04 11 01 43 20"])
    }
}
