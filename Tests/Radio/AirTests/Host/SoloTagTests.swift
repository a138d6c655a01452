import Bluetooth
import TestSupport
import Testing
import Tracking

@testable import Air
@testable import HostStack

/// Tags that answer for themselves through host stack, air, controller and HCI, on the virtual clock.
@Suite struct SoloTagTests {
    private static let minute: Int64 = 60_000

    private func bench(_ kind: TagKind) -> SoloBench { SoloBench(kind.tag(number: 7, at: SoloBench.start)) }

    @Test func `an iTag rings, is silent, and tells that its button is pressed`() {
        var bench = bench(.itag)
        #expect(bench.heard == Advertisement(name: "iTAG", services: [BluetoothUUID(0xFFE0)]))
        bench.bench.connect(1)
        #expect(bench.heard == nil)
        bench.write([2], to: BluetoothUUID(0x2A06))
        bench.write([0], to: BluetoothUUID(0x2A06))
        #expect(bench.told() == [.sound(true), .sound(false)])
        bench.happen(.pressed)
        #expect(bench.listen().isEmpty)
        let button = BluetoothUUID(0xFFE1)
        bench.subscribe(to: button)
        bench.happen(.pressed)
        #expect(bench.listen() == [[0x1B] + bench.handle(of: button).littleEndianBytes + [1]])
    }

    /// Core Specification 5.4, volume 3, part C, section 12.3, and part G, section 7.4.
    @Test func `a simulated tag tells its preferred connection parameters and its server's features`() throws {
        var bench = SoloBench(TagKind.itag.tag(number: 7, at: SoloBench.start), settings: .simulatedTag(name: "iTAG"))
        bench.bench.connect(1)
        let parameters = bench.handle(of: BluetoothUUID(0x2A04)), features = bench.handle(of: BluetoothUUID(0x2B3A))
        // 30 to 50 ms, no latency, 4 s.
        #expect(bench.ask([0x0A] + parameters.littleEndianBytes) == [hex("0b 18 00 28 00 00 00 90 01")])
        #expect(bench.ask([0x0A] + features.littleEndianBytes) == [[0x0B, 0x00]])
        // Of a central only.
        #expect(bench.handle(of: BluetoothUUID(0x2AA6)) == 0)
    }

    @Test func `an iTag that is carried out of reach alarms for half a minute`() {
        var bench = bench(.itag)
        bench.bench.connect(1)
        bench.bench.change { $0.propagation = FixedPropagation(standard: -200) }
        bench.bench.pass(milliseconds: 1000)
        #expect(bench.told() == [.sound(true)])
        #expect(bench.heard != nil)
        bench.bench.pass(milliseconds: 31_000)
        #expect(bench.told() == [.sound(false)])
    }

    @Test func `an iTag sleeps after a quarter of an hour until its button is pressed`() {
        var bench = bench(.itag)
        bench.bench.pass(milliseconds: 15 * Self.minute - 100)
        #expect(bench.heard != nil)
        bench.bench.pass(milliseconds: 200)
        #expect(bench.heard == nil)
        bench.happen(.pressed)
        #expect(bench.heard != nil)
    }

    @Test func `an Eddystone beacon says who and how it is in turns`() {
        var bench = bench(.eddystone)
        let frames = (0..<4).map { _ in
            defer { bench.bench.pass(milliseconds: 1000) }
            return bench.heard?.serviceData[BluetoothUUID(0xFEAA)]?.first
        }
        #expect(frames == [0x00, 0x20, 0x00, 0x20])
    }

    @Test(arguments: [(TagKind.findMy, 15...15), (.fmdn, 18...21), (.dult, 15...15)])
    func `a tag of a network changes its address near its owner`(kind: TagKind, minutes: ClosedRange<Int64>) throws {
        var bench = bench(kind)
        let first = try #require(bench.address)
        bench.bench.pass(milliseconds: (minutes.lowerBound - 1) * Self.minute)
        #expect(bench.address == first)
        bench.bench.pass(milliseconds: Int64(minutes.count) * Self.minute)
        let second = try #require(bench.address)
        #expect(second != first && bench.told() == [.address(second)])
        #expect(SoloBench.key.resolves(DeviceAddress(second.address, .random)))
    }

    @Test func `a tag that its owner has left says so, with a new address that it keeps`() throws {
        var bench = bench(.findMy)
        #expect(bench.heard?.manufacturerData[0x004C]?.prefix(2) == [0x12, 0x02])
        bench.happen(.owner(isNear: false))
        bench.bench.pass(milliseconds: 31 * Self.minute)
        #expect(bench.heard?.manufacturerData[0x004C]?.prefix(2) == [0x12, 0x19])
        let address = try #require(bench.address)
        bench.bench.pass(milliseconds: 5 * 60 * Self.minute)
        #expect(bench.address == address)
        bench.happen(.owner(isNear: true))
        #expect(bench.heard?.manufacturerData[0x004C]?.prefix(2) == [0x12, 0x02])
        #expect(bench.address != address)
    }
}

/// What makes a tracker of ours a DULT accessory, on the air.
@Suite struct AccessoryTests {
    private static let minute: Int64 = 60_000
    private static let point = DULTAccessory.controlPoint.characteristic
    private static let mark = BluetoothUUID(0xFCB2)

    private func bench(isOwned: Bool = true) -> SoloBench {
        let advertisement = TrackerAdvertisement(number: AirBench.number, txPower: 0).advertisement
        let accessory = DULTAccessory(
            information: DULTInformation(model: "T1"),
            identifier: [0xAB, 0xCD],
            isOwned: false,
            at: SoloBench.start
        )
        let parts = TagServices([FixedAdvertisement(advertisement), accessory], at: SoloBench.start)
        var bench = SoloBench(parts, owner: .bondedCentral, services: TrackerServices.all)
        if isOwned { bench.happen(.owned(true)) }
        return bench
    }

    /// Connects to whatever address the tag has now.
    private func connect(_ bench: inout SoloBench) throws {
        let address = try #require(bench.address).address.bits.littleEndianBytes.prefix(6)
        bench.bench.send(
            .leCreateConnection,
            "10 00 10 00 00 01 \(Array(address).hex) 00 18 00 18 00 00 00 2a 00 00 00 00 00"
        )
        bench.bench.pass(milliseconds: 400)
    }

    /// Answers each indication, and asks by opcode; what is indicated.
    private func ask(_ opcode: UInt16, _ bench: inout SoloBench) -> [UInt8]? {
        let values = bench.write(opcode.littleEndianBytes, to: Self.point).filter { $0.first == 0x1D }
        bench.ask([0x1E])
        return values.first.map { Array($0.dropFirst(3)) }
    }

    @Test func `a tracker without an owner advertises as ever, under its own address`() {
        var bench = bench(isOwned: false)
        #expect(bench.bench.airspace.medium.advertisement(of: SoloBench.tag)?.data.count == 24)
        bench.bench.pass(milliseconds: 60 * Self.minute)
        #expect(bench.heard?.serviceData.isEmpty == true && bench.address == tagAddress(1))
    }

    @Test func `with an owner it says whether that one is near, in 31 bytes, under a private address`() throws {
        var bench = bench()
        let set = try #require(bench.bench.airspace.medium.advertisement(of: SoloBench.tag))
        #expect(set.data.count == 30 && set.scanResponse.count == 15)
        #expect(bench.heard?.services == [TagalongService.uuid])
        #expect(bench.heard?.serviceData[Self.mark] == [0xFF, 1])
        #expect(SoloBench.key.resolves(DeviceAddress(set.address.address, .random)))
        // Nobody has connected since it has an owner.
        bench.bench.pass(milliseconds: 30 * Self.minute + 1000)
        #expect(bench.heard?.serviceData[Self.mark] == [0xFF, 0])
        #expect(bench.address != set.address)
        bench.happen(.owned(false))
        #expect(bench.heard?.serviceData.isEmpty == true)
    }

    @Test func `a stranger lets a separated tracker sound, and asks who it is when its button was pressed`() throws {
        var bench = bench()
        bench.bench.pass(milliseconds: 31 * Self.minute)
        _ = bench.told()
        try connect(&bench)
        bench.subscribe(to: Self.point, indications: true)
        #expect(ask(0x0300, &bench) == [0x02, 0x03, 0x00, 0x03, 0x00, 0x00])
        #expect(ask(0x0301, &bench) == [0x03, 0x03])
        #expect(bench.told() == [.sound(true), .sound(false)])
        #expect(ask(0x0404, &bench) == [0x02, 0x03, 0x04, 0x04, 0xFF, 0xFF])
        bench.happen(.pressed)
        #expect(ask(0x0404, &bench) == [0x05, 0x04] + Array("abcd".utf8))
        #expect(ask(0x0005, &bench) == [0x05, 0x08] + Array("T1".utf8))
    }

    @Test func `near its owner a stranger is refused`() throws {
        var bench = bench()
        try connect(&bench)
        bench.subscribe(to: Self.point, indications: true)
        _ = bench.told()
        #expect(ask(0x0300, &bench) == [0x02, 0x03, 0x00, 0x03, 0xFF, 0xFF])
        #expect(bench.told().isEmpty)
    }
}
