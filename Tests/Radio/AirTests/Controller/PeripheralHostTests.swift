import Bluetooth
import TestSupport
import Testing

@testable import Air

/// A host's own advertisement is connected to by another adapter's host.
@Suite struct PeripheralHostTests {
    private static let key = (0..<16).map { UInt8($0) }.hex
    private static let complete = "04 3e 1f 0a 00 40 00"
    private static let nobody = String(repeating: " 00", count: 12)

    /// Advertises set 1 as C6:05:04:03:02:01, and connects to it each 30 ms; the handle is 0x0040 on both sides.
    private func connected(_ properties: String = "01 00", _ form: String = "01 00 01") -> HostPair {
        var pair = HostPair()
        pair.advertise(properties, form)
        pair.connect()
        return pair
    }

    @Test(arguments: [("01 00", "01 00 01"), ("01 00", "01 00 02"), ("01 00", "03 00 03"), ("13 00", "01 00 01")])
    func `both hosts are told of the connection, and the set has ended`(properties: String, form: String) {
        var pair = HostPair()
        pair.advertise(properties, form)
        pair.connect()
        let parameters = "18 00 00 00 2a 00 00"
        #expect(pair.told(0) == ["\(Self.complete) 00 01 01 02 03 04 05 c6\(Self.nobody) \(parameters)"])
        #expect(
            pair.told(1) == [
                "\(Self.complete) 01 00 a0 00 00 5b 02 00\(Self.nobody) \(parameters)", "04 3e 06 12 00 01 40 00 00",
            ]
        )
        // It is off, and may be started again.
        #expect(pair.send(1, .leSetExtendedAdvertisingEnable, "01 01 01 00 00 00") == ["04 0e 04 01 39 20 00"])
    }

    @Test func `who advertises by the legacy commands is told of the connection alone`() {
        var pair = HostPair()
        pair.send(1, .leSetAdvertisingParameters, "a0 00 a0 00 00 00 00 00 00 00 00 00 00 07 00")
        pair.send(1, .leSetAdvertisingEnable, "01")
        pair.connect("00 a1 00 00 5b 02 00")
        #expect(pair.told(1).map { $0.prefix(11) } == ["04 3e 1f 0a"])
    }

    @Test func `data go both ways, and are acknowledged`() {
        var pair = connected()
        pair.forget()
        pair.send(0, "02 40 00 03 00 01 02 03")
        pair.send(1, "02 40 00 02 00 08 09")
        pair.pass(milliseconds: 200)
        #expect(Set(pair.told(0)) == ["02 40 20 02 00 08 09", "04 13 05 01 40 00 01 00"])
        #expect(Set(pair.told(1)) == ["02 40 20 03 00 01 02 03", "04 13 05 01 40 00 01 00"])
        #expect(pair.send(1, .readRSSI, "40 00") == ["04 0e 07 01 05 14 00 40 00 ce"])
    }

    @Test(arguments: [0, 1])
    func `either side ends it`(side: Int) {
        var pair = connected()
        pair.forget()
        pair.send(side, .disconnect, "40 00 13")
        pair.pass(milliseconds: 200)
        #expect(pair.told(side).last == "04 05 04 00 40 00 16")
        #expect(pair.told(1 - side) == ["04 05 04 00 40 00 13"])
        #expect(pair.send(side, .readRSSI, "40 00") == ["04 0e 04 01 05 14 02"])
    }

    @Test(arguments: [0, 1])
    func `the reset of one side ends it on the other`(side: Int) {
        var pair = connected()
        pair.forget()
        pair.send(side, .reset, "")
        pair.pass(milliseconds: 1000)
        #expect(pair.told(1 - side) == ["04 05 04 00 40 00 08"])
    }

    @Test func `the peripheral's host names the key, and a refresh is told as one`() {
        var pair = connected()
        for event in ["04 08 04 00 40 00 01", "04 30 03 00 40 00"] {
            pair.forget()
            pair.send(0, .leStartEncryption, "40 00 01 00 00 00 00 00 00 00 02 00 \(Self.key)")
            pair.send(0, "02 40 00 01 00 01")
            pair.pass(milliseconds: 300)
            // Until the key is there nothing is said.
            #expect(pair.told(1) == ["04 3e 0d 05 40 00 01 00 00 00 00 00 00 00 02 00"])
            #expect(pair.send(1, .leKeyReply, "40 00 \(Self.key)").first == "04 0e 06 01 1a 20 00 40 00")
            pair.pass(milliseconds: 200)
            #expect(pair.told(0).contains(event) && pair.told(1).contains(event))
            #expect(pair.told(1).contains("02 40 20 01 00 01"))
        }
        #expect(pair.send(1, .leKeyReply, "40 00 \(Self.key)") == ["04 0e 04 01 1a 20 0c"])
    }

    @Test func `without a key it stays as it is, with another one it ends`() {
        var pair = connected()
        let request = "40 00 00 00 00 00 00 00 00 00 00 00 \(Self.key)"
        pair.send(0, .leStartEncryption, request)
        pair.pass(milliseconds: 300)
        #expect(pair.send(1, .leKeyNegativeReply, "40 00") == ["04 0e 06 01 1b 20 00 40 00"])
        pair.pass(milliseconds: 100)
        #expect(pair.told(0).last == "04 08 04 06 40 00 00")
        pair.send(0, .leStartEncryption, request)
        pair.pass(milliseconds: 300)
        pair.send(1, .leKeyReply, "40 00 \(Self.key.dropLast(2))07")
        pair.pass(milliseconds: 100)
        #expect(pair.told(0).last == "04 05 04 00 40 00 3d" && pair.told(1).last == "04 05 04 00 40 00 3d")
    }

    @Test(arguments: [0, 1])
    func `a host that never names the key does not hold the link`(side: Int) {
        var pair = connected()
        pair.send(0, .leStartEncryption, "40 00 00 00 00 00 00 00 00 00 00 00 \(Self.key)")
        pair.pass(milliseconds: 300)
        pair.send(side, "02 40 00 01 00 01")
        pair.send(side, .disconnect, "40 00 13")
        pair.pass(milliseconds: 200)
        #expect(pair.told(side).last == "04 05 04 00 40 00 16")
        #expect(pair.told(1 - side).last == "04 05 04 00 40 00 13")
    }

    @Test func `what only a central may do is refused`() {
        var pair = connected()
        let update = "40 00 28 00 28 00 00 00 64 00 00 00 00 00"
        #expect(pair.send(1, .leUpdateConnection, update) == ["04 0f 04 0c 01 13 20"])
        let request = "40 00 00 00 00 00 00 00 00 00 00 00 \(Self.key)"
        #expect(pair.send(1, .leStartEncryption, request) == ["04 0f 04 0c 01 19 20"])
        #expect(pair.send(0, .leKeyNegativeReply, "40 00") == ["04 0e 04 01 1b 20 0c"])
        pair.forget()
        pair.send(0, .leUpdateConnection, update)
        pair.pass(milliseconds: 500)
        #expect(pair.told(1) == ["04 3e 0a 03 00 40 00 28 00 00 00 64 00"])
    }

    @Test(arguments: [0, 1])
    func `each side asks for features, version, length and PHYs, and both are told what changes`(side: Int) {
        var pair = connected()
        pair.forget()
        pair.send(side, .leReadRemoteFeatures, "40 00")
        pair.send(side, .readRemoteVersion, "40 00")
        pair.send(side, .leSetDataLength, "40 00 fb 00 48 08")
        // It sends with 2M, and would like to hear coded PHY.
        pair.send(side, .leSetPHY, "40 00 00 02 04 00 00")
        pair.pass(milliseconds: 300)
        let length = "04 3e 0b 07 40 00 fb 00 48 08 fb 00 48 08"
        #expect(
            Array(pair.told(side).suffix(4)) == [
                "04 3e 0c 04 00 40 00 6d 19 00 00 00 00 00 00", "04 0c 08 00 40 00 09 ff ff 01 00", length,
                "04 3e 06 0c 00 40 00 02 03",
            ]
        )
        #expect(pair.told(1 - side) == [length, "04 3e 06 0c 00 40 00 03 02"])
        #expect(pair.send(1 - side, .leReadPHY, "40 00") == ["04 0e 08 01 30 20 00 40 00 03 02"])
    }
}

/// Two hosts that hear each other: the first, 00:02:5B:00:00:A0, connects, the second, 00:02:5B:00:00:A1, advertises.
private struct HostPair {
    private var airspace: Airspace
    private var time = AirTime.zero
    private var heard: [Int: [String]] = [:]

    init() {
        let medium = Medium(propagation: FixedPropagation(standard: -50), generator: SeededGenerator(seed: 7))
        let controllers = (0..<2).map { index in
            let address = BluetoothAddress(bits: 0x0002_5B00_00A0 | UInt64(index))
            let configuration = ControllerConfiguration(address: address, generation: .extended) { key, _ in key }
            return VirtualController(configuration, generator: SeededGenerator(seed: 1))
        }
        airspace = Airspace(medium, controllers: controllers)
        for host in 0...1 {
            send(host, .setEventMask, "ff ff ff ff ff ff ff 3f")
            send(host, .leSetEventMask, "ff ff 0f 00 00 00 00 00")
        }
        forget()
    }

    /// What a host was told since it was made to forget.
    func told(_ host: Int) -> [String] { heard[host] ?? [] }

    mutating func forget() { heard = [:] }

    @discardableResult
    mutating func send(_ host: Int, _ opcode: HCI.Opcode, _ parameters: String) -> [String] {
        receive(command(opcode, parameters), host)
    }

    mutating func send(_ host: Int, _ packet: String) { receive(hex(packet), host) }

    @discardableResult
    private mutating func receive(_ bytes: [UInt8], _ host: Int) -> [String] {
        let packets = airspace.receive(bytes, for: ReceiverID(host), at: time)
        // The answer is returned, and what else comes is kept.
        let mine = packets.filter { $0.receiver == ReceiverID(host) }.map(\.bytes.hex)
        keep(packets.filter { $0.receiver != ReceiverID(host) })
        heard[host, default: []] += mine.dropFirst(bytes[0] == 1 ? 1 : 0)
        return Array(mine.prefix(1))
    }

    mutating func pass(milliseconds: Int64) {
        time = time.after(milliseconds: milliseconds)
        keep(airspace.advance(to: time))
    }

    private mutating func keep(_ packets: [Airspace.HostPacket]) {
        for packet in packets { heard[packet.receiver.number, default: []].append(packet.bytes.hex) }
    }

    mutating func advertise(_ properties: String, _ form: String) {
        send(
            1,
            .leSetExtendedAdvertisingParameters,
            "01 \(properties) a0 00 00 a0 00 00 07 01 00 00 00 00 00 00 00 00 7f \(form) 01 00"
        )
        send(1, .leSetAdvertisingSetAddress, "01 01 02 03 04 05 c6")
        send(1, .leSetExtendedAdvertisingEnable, "01 01 01 00 00 00")
        forget()
    }

    mutating func connect(_ peer: String = "01 01 02 03 04 05 c6") {
        let slice = " 10 00 10 00 18 00 18 00 00 00 2a 00 00 00 00 00"
        send(0, .leExtendedCreateConnection, "00 00 \(peer) 05" + slice + slice)
        pass(milliseconds: 400)
    }
}
