import Bluetooth
import TestSupport

@testable import Air

extension [UInt8] {
    /// Two digits a byte, with blanks between.
    var hex: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ") }
}

/// A command as the host sends it.
func command(_ opcode: HCI.Opcode, _ parameters: String = "") -> [UInt8] {
    HCI.CommandPacket(opcode, hex(parameters)).bytes
}

/// The random static address C0:00:00:00:00:NN.
func tagAddress(_ number: Int) -> LinkAddress {
    LinkAddress(BluetoothAddress(bits: 0xC000_0000_0000 | UInt64(number)), isRandom: true)
}

/// A connectable advertisement of a tag.
func advertisement(_ number: Int, every milliseconds: Int64 = 100) -> AdvertisingSet {
    AdvertisingSet(
        .connectable,
        address: tagAddress(number),
        data: [2, 1, 6],
        scanResponse: [3, 9, 0x41, 0x42],
        interval: milliseconds * 1000
    )
}

/// A controller with the address 00:02:5B:00:00:AA.
func controller(
    _ generation: ControllerConfiguration.Generation = .legacy,
    _ change: (inout ControllerConfiguration) -> Void = { _ in }
) -> VirtualController {
    let address = BluetoothAddress(bits: 0x0002_5B00_00AA)
    // Not AES, but it mixes both arguments, which is enough to see what goes where.
    var configuration = ControllerConfiguration(address: address, generation: generation) { key, text in
        zip(key, text).map { $0 &+ $1 }
    }
    change(&configuration)
    return VirtualController(configuration, generator: SeededGenerator(seed: 1))
}

/// What a controller tells the host at once.
func answers(_ outputs: [VirtualController.Output]) -> [String] {
    outputs.compactMap { output in
        guard case .host(let bytes) = output else { return nil }
        return bytes.hex
    }
}

/// An airspace with one controller whose host has asked for all events.
struct Bench {
    var airspace: Airspace
    var time = AirTime.zero
    let host = ReceiverID(0)
    /// All packets for the host so far.
    var heard: [[UInt8]] = []
    /// All packets of the host so far.
    var sent: [(time: AirTime, bytes: [UInt8])] = []

    init(
        _ generation: ControllerConfiguration.Generation = .legacy,
        strength: Double = -50,
        seed: UInt64 = 7,
        _ change: (inout ControllerConfiguration) -> Void = { _ in }
    ) {
        let medium = Medium(propagation: FixedPropagation(standard: strength), generator: SeededGenerator(seed: seed))
        airspace = Airspace(medium, controllers: [controller(generation, change)])
        send(.setEventMask, "ff ff ff ff ff ff ff 3f")
        send(.leSetEventMask, "ff ff 0f 00 00 00 00 00")
        heard = []
    }

    /// The host sends a command; what comes back at once.
    @discardableResult
    mutating func send(_ opcode: HCI.Opcode, _ parameters: String = "") -> [String] {
        send(command(opcode, parameters))
    }

    @discardableResult
    mutating func send(_ packet: [UInt8]) -> [String] {
        sent.append((time, packet))
        let packets = airspace.receive(packet, for: host, at: time).map(\.bytes)
        heard += packets
        return packets.map(\.hex)
    }

    /// Lets time pass; what comes meanwhile.
    @discardableResult
    mutating func pass(milliseconds: Int64) -> [[UInt8]] {
        time = time.after(milliseconds: milliseconds)
        let packets = airspace.advance(to: time).map(\.bytes)
        heard += packets
        return packets
    }

    mutating func change(_ body: (inout Medium) -> Void) {
        heard += airspace.change(at: time, body).map(\.bytes)
    }

    /// Scans without pause: passively or actively, for everything or without duplicates.
    mutating func scan(actively: Bool = false, withoutDuplicates: Bool = false) {
        send(.leSetScanParameters, "0\(actively ? 1 : 0) 10 00 10 00 00 00")
        send(.leSetScanEnable, "01 0\(withoutDuplicates ? 1 : 0)")
    }

    /// Connects to a tag with an interval of 30 ms and a supervision timeout of 420 ms; the handle is 0x0040.
    @discardableResult
    mutating func connect(_ number: Int) -> [[UInt8]] {
        let peer = "01 0\(number) 00 00 00 00 c0"
        send(.leCreateConnection, "10 00 10 00 00 \(peer) 00 18 00 18 00 00 00 2a 00 00 00 00 00")
        return pass(milliseconds: 400)
    }
}

/// A tag's host stack that sends back what it gets, knows one key, and keeps a diary.
struct EchoPeer: LinkPeer {
    var diary: [String] = []
    var key: [UInt8]?
    var says: [ACLFragment] = []

    init(key: [UInt8]? = nil) { self.key = key }

    mutating func connected(_ link: PeerLink, at time: AirTime) -> [LinkAction] {
        diary.append("connected by \(link.controller)")
        return []
    }

    mutating func received(_ fragment: ACLFragment, on link: LinkID, at time: AirTime) -> [LinkAction] {
        diary.append("received \(fragment.isFirst ? "first" : "more") \(fragment.bytes.hex)")
        return [.send(fragment, on: link)]
    }

    mutating func delivered(_ count: Int, on link: LinkID, at time: AirTime) -> [LinkAction] {
        diary.append("delivered \(count)")
        return []
    }

    mutating func dataLengthChanged(_ length: DataLength, on link: LinkID, at time: AirTime) -> [LinkAction] {
        diary.append("room for \(length.octets)")
        return []
    }

    mutating func longTermKey(random: UInt64, diversifier: UInt16, on link: LinkID) -> [UInt8]? { key }

    mutating func encrypted(_ link: LinkID, at time: AirTime) -> [LinkAction] {
        diary.append("encrypted")
        return []
    }

    mutating func disconnected(_ link: LinkID, reason: HCI.Status, at time: AirTime) -> [LinkAction] {
        diary.append("disconnected \(reason)")
        return [.resumeAdvertising]
    }
}

extension Bench {
    /// The diary of a tag.
    func diary(_ number: Int) -> [String] {
        (airspace.medium.peer(of: TagID(number)) as? EchoPeer)?.diary ?? []
    }
}
