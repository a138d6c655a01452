import Bluetooth
import TestSupport
import Testing

@testable import Air

/// Three hosts and two tags on one air, whose hosts say whatever they may, in any order.
@Suite struct HostsTogetherFuzzTests {
    @Test(arguments: 1...6)
    func `no side keeps a link that the other has lost, whatever the hosts say to each other`(seed: Int) {
        var crowd = FuzzedCrowd(seed: UInt64(seed))
        for _ in 0..<1500 {
            crowd.step()
            #expect(crowd.strayLinks.isEmpty && crowd.wrongPackets.isEmpty)
        }
        // What has been tried is not nothing.
        #expect(crowd.counts[.accepted, default: 0] > 3 && crowd.counts[.encrypted, default: 0] > 0)
        // Who does not hear the other any more gives up: the longest supervision timeout here has 420 ms.
        crowd.quiet()
        #expect(crowd.strayLinks.isEmpty && crowd.lonelyLinks.isEmpty)
        crowd.resetAll()
        #expect(crowd.airspace.medium.links.isEmpty)
        let connects = (1...2).map { crowd.connects($0) }
        #expect(connects == [true, true])
    }
}

/// The hosts, of which each knows what handles it has.
private struct FuzzedCrowd {
    enum Happening: Hashable { case accepted, encrypted }

    var airspace: Airspace
    private(set) var counts: [Happening: Int] = [:]
    /// What a host was told that it could not make sense of.
    private(set) var wrongPackets: [String] = []
    private var checks = [HostPacketCheck](repeating: HostPacketCheck(), count: 3)
    private var time = AirTime.zero
    private var chance: SeededGenerator
    private static let key = String(repeating: " 07", count: 16)
    private static let parameters = "06 00 0c 00 00 00 2a 00 00 00 00 00"

    init(seed: UInt64) {
        chance = SeededGenerator(seed: seed)
        let medium = Medium(propagation: FixedPropagation(standard: -50), generator: SeededGenerator(seed: seed))
        let controllers = (0..<3).map { index in
            let address = BluetoothAddress(bits: 0x0002_5B00_00A0 | UInt64(index))
            let configuration = ControllerConfiguration(address: address, generation: .extended) { key, _ in key }
            return VirtualController(configuration, generator: SeededGenerator(seed: 1))
        }
        airspace = Airspace(medium, controllers: controllers)
        _ = airspace.change(at: time) { medium in
            for number in 1...2 {
                medium.place(TagID(number), peer: EchoPeer(key: [UInt8](repeating: 7, count: 16)))
                medium.advertise(TagID(number), advertisement(number, every: 20))
            }
        }
        for host in 0..<3 { begin(host) }
    }

    /// Links of a controller that the air does not have.
    var strayLinks: [LinkID] {
        airspace.controllers.flatMap { $0.state.links.values.map(\.id) }.filter { airspace.medium.links[$0] == nil }
    }

    /// Links of the air that a controller on one of their sides does not have.
    var lonelyLinks: [LinkID] {
        airspace.medium.links.values.filter { link in
            airspace.controllers.indices.contains { index in
                link.side(of: ReceiverID(index)) != nil
                    && !airspace.controllers[index].state.links.values.contains { $0.id == link.id }
            }
        }
        .map(\.id)
    }

    mutating func step() {
        let host = Int.random(in: 0..<3, using: &chance)
        say(host)
        if Int.random(in: 0..<3, using: &chance) == 0 { pass(milliseconds: Int64.random(in: 1...40, using: &chance)) }
    }

    mutating func quiet() {
        // Connections that are still wanted come about meanwhile, and end no more.
        for host in 0..<3 {
            send(host, .leCancelConnection)
            send(host, .leSetExtendedAdvertisingEnable, "00 00")
        }
        pass(milliseconds: 2000)
    }

    mutating func resetAll() {
        for host in 0..<3 { begin(host) }
        pass(milliseconds: 2000)
    }

    mutating func connects(_ tag: Int) -> Bool {
        send(0, .leExtendedCreateConnection, "00 00 01 0\(tag) 00 00 00 00 c0 01 10 00 10 00 \(Self.parameters)")
        return pass(milliseconds: 1000).contains {
            $0.receiver == ReceiverID(0) && $0.bytes.hex.hasPrefix("04 3e 1f 0a 00")
        }
    }

    private mutating func begin(_ host: Int) {
        send(host, .reset)
        send(host, .setEventMask, "ff ff ff ff ff ff ff 3f")
        send(host, .leSetEventMask, "ff ff 0f 00 00 00 00 00")
    }

    private mutating func say(_ host: Int) {
        let handle = handle(of: host)
        let set = Int.random(in: 0...5, using: &chance)
        let peer = Int.random(in: 0..<6, using: &chance)
        let name = peer < 3 ? "01 0\(peer + 1) 00 00 00 00 c6" : "01 0\(peer - 2) 00 00 00 00 c0"
        switch Int.random(in: 0..<30, using: &chance) {
        case 0...3:
            let form = ["01 00 01", "01 00 02", "03 00 03"].randomElement(using: &chance) ?? ""
            let properties = ["01 00", "13 00", "00 00", "02 00"].randomElement(using: &chance) ?? ""
            let rest = "20 00 00 20 00 00 07 01 00 00 00 00 00 00 00 00 7f \(form) 01 00"
            send(host, .leSetExtendedAdvertisingParameters, "0\(set) \(properties) \(rest)")
            send(host, .leSetAdvertisingSetAddress, "0\(set) 0\(host + 1) 00 00 00 00 c6")
        case 4...7: send(host, .leSetExtendedAdvertisingEnable, "01 01 0\(set) 0\(set) 00 0\(set)")
        case 8...12:
            let slice = " 10 00 10 00 \(Self.parameters)"
            send(host, .leExtendedCreateConnection, "00 00 \(name) 05" + slice + slice)
        case 13: send(host, .leCancelConnection)
        case 14: send(host, .disconnect, "\(handle) 13")
        case 15...17: send(host, .leStartEncryption, "\(handle) 00 00 00 00 00 00 00 00 00 00\(Self.key)")
        case 18...20: send(host, .leKeyReply, handle + Self.key)
        case 21: send(host, .leKeyNegativeReply, handle)
        case 22: send(host, .leSetPHY, "\(handle) 00 0\(1 + set) 0\(1 + set) 00 00")
        case 23: send(host, .leSetDataLength, "\(handle) fb 00 48 08")
        case 24: send(host, .leUpdateConnection, "\(handle) \(Self.parameters)")
        case 25: send(host, .leReadRemoteFeatures, handle)
        case 26, 27:
            let packet = hex("02 \(handle) 03 00 01 02 03")
            checks[host].sent(packet)
            keep(airspace.receive(packet, for: ReceiverID(host), at: time))
        case 28: send(host, set < 3 ? .leClearAdvertisingSets : .leRemoveAdvertisingSet, set < 3 ? "" : "0\(set)")
        default: if Int.random(in: 0..<20, using: &chance) == 0 { begin(host) }
        }
    }

    /// One that the host has, or one that it has not.
    private mutating func handle(of host: Int) -> String {
        let handle = airspace.controllers[host].state.links.keys.sorted().randomElement(using: &chance) ?? 0x40
        return [UInt8(handle & 0xFF), UInt8(handle >> 8)].hex
    }

    private mutating func send(_ host: Int, _ opcode: HCI.Opcode, _ parameters: String = "") {
        keep(airspace.receive(command(opcode, parameters), for: ReceiverID(host), at: time))
    }

    @discardableResult
    private mutating func pass(milliseconds: Int64) -> [Airspace.HostPacket] {
        time = time.after(milliseconds: milliseconds)
        let packets = airspace.advance(to: time)
        keep(packets)
        return packets
    }

    private mutating func keep(_ packets: [Airspace.HostPacket]) {
        for packet in packets {
            let text = packet.bytes.hex
            if !checks[packet.receiver.number].hasRightPackets([packet.bytes]) { wrongPackets.append(text) }
            if text.hasPrefix("04 3e 1f 0a 00"), packet.bytes[7] == 1 { counts[.accepted, default: 0] += 1 }
            if text.hasPrefix("04 08 04 00") { counts[.encrypted, default: 0] += 1 }
        }
    }
}
