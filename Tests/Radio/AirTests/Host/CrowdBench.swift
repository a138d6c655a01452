import Bluetooth
import Synchronization
import TestSupport
import Tracking

@testable import Air
@testable import HostStack

/// A tag in the air before several hosts that speak HCI by hand.
struct CrowdBench {
    static let tag = TagID(1)
    static let start = Timestamp(seconds: 1_000_000)
    /// What a central and the tag have from an earlier pairing.
    static let key: UInt128 = 0x0123_4567_89AB_CDEF_0011_2233_4455_6677

    var airspace: Airspace
    private var time = AirTime.zero
    private let notices = HostedBench.Notices()

    init(_ parts: TagServices, linkLimit: Int, centrals: Int, owner: HostedTag.Owner = .told) {
        let medium = Medium(propagation: FixedPropagation(standard: -50), generator: SeededGenerator(seed: 7))
        let controllers = (0..<centrals).map { index in
            VirtualController(
                ControllerConfiguration(address: Self.address(index), generation: .legacy) { key, text in
                    zip(key, text).map { $0 &+ $1 }
                },
                generator: SeededGenerator(seed: 1)
            )
        }
        airspace = Airspace(medium, controllers: controllers)
        var settings = HostSettings(name: "Tag")
        settings.linkLimit = linkLimit
        let bonds = (0..<centrals).map { index in
            Bond(
                peer: DeviceAddress(Self.address(index), .public),
                longTermKey: Self.key,
                diversifier: 5,
                random: 6,
                isAuthenticated: false,
                isSecureConnections: false
            )
        }
        let host = TagHost(
            settings: settings,
            identity: DeviceAddress(tagAddress(1).address, .random),
            services: parts.services,
            bonds: BondTable(bonds),
            generator: SeededGenerator(seed: 5),
            at: Self.start
        )
        let hosted = HostedTag(host, advertisement: advertisement(1), parts: parts, owner: owner, start: Self.start) {
            [notices] in notices.add($0)
        }
        _ = airspace.change(at: time) { medium in
            medium.place(Self.tag, peer: hosted)
            medium.advertise(Self.tag, hosted.advertisement)
        }
        for central in 0..<centrals {
            send(.setEventMask, "ff ff ff ff ff ff ff 3f", by: central)
            send(.leSetEventMask, "ff ff 0f 00 00 00 00 00", by: central)
        }
    }

    private static func address(_ central: Int) -> BluetoothAddress {
        BluetoothAddress(bits: 0x0002_5B00_00A0 | UInt64(central))
    }

    /// Whether the tag is to be found.
    var advertises: Bool { airspace.medium.advertisement(of: Self.tag) != nil }

    var host: TagHost? { (airspace.medium.peer(of: Self.tag) as? HostedTag)?.host }

    /// What has come and gone since it was asked last.
    func told() -> [HostedTag.Notice] { notices.take() }

    mutating func happen(_ event: TagEvent) { _ = airspace.change(at: time) { $0.happen(event, to: Self.tag) } }

    @discardableResult
    mutating func send(_ opcode: HCI.Opcode, _ parameters: String = "", by central: Int) -> [[UInt8]] {
        packets(airspace.receive(command(opcode, parameters), for: ReceiverID(central), at: time), for: central)
    }

    /// Lets time pass; what comes to a host meanwhile.
    @discardableResult
    mutating func pass(milliseconds: Int64, for central: Int = 0) -> [[UInt8]] {
        time = time.after(milliseconds: milliseconds)
        return packets(airspace.advance(to: time), for: central)
    }

    private func packets(_ all: [Airspace.HostPacket], for central: Int) -> [[UInt8]] {
        all.filter { $0.receiver == ReceiverID(central) }.map(\.bytes)
    }

    /// Connects each 30 ms, with a supervision timeout of 420 ms; whether it is connected then, by the handle 0x0040.
    @discardableResult
    mutating func connect(_ central: Int) -> Bool {
        let parameters = "10 00 10 00 00 01 01 00 00 00 00 c0 00 18 00 18 00 00 00 2a 00 00 00 00 00"
        send(.leCreateConnection, parameters, by: central)
        return Self.isConnection(pass(milliseconds: 400, for: central))
    }

    /// Whether there is a connection complete among packets.
    static func isConnection(_ packets: [[UInt8]]) -> Bool {
        packets.contains { $0.starts(with: [4, 0x3E]) && $0.count > 4 && [0x01, 0x0A].contains($0[3]) && $0[4] == 0 }
    }

    mutating func disconnect(_ central: Int) {
        send(.disconnect, "40 00 13", by: central)
        pass(milliseconds: 400)
    }

    /// Encrypts the link with the key of the bond.
    mutating func encrypt(_ central: Int) {
        send(.leStartEncryption, "40 00 06 00 00 00 00 00 00 00 05 00 " + Self.key.littleEndianBytes.hex, by: central)
        pass(milliseconds: 400)
    }

    /// Sends a request; what comes back to each host on the attribute channel within half a second.
    @discardableResult
    mutating func ask(_ request: [UInt8], by central: Int) -> [Int: [[UInt8]]] {
        let frame = [UInt8(request.count), 0, 4, 0] + request
        let packet = [0x02, 0x40, 0x00, UInt8(frame.count), 0] + frame
        var all = airspace.receive(packet, for: ReceiverID(central), at: time)
        time = time.after(milliseconds: 500)
        all += airspace.advance(to: time)
        var heard: [Int: [[UInt8]]] = [:]
        for packet in all where packet.bytes.first == 2 {
            // All that is said here fits into one packet.
            heard[packet.receiver.number, default: []].append(Array(packet.bytes[9...]))
        }
        return heard
    }
}

/// A part that writes down what happens to it, tells everybody what is written to one value, and answers on another.
struct DiaryPart: TagPart {
    static let shared = AttributeName(service: BluetoothUUID(0xFFF0), characteristic: BluetoothUUID(0xFFF1))
    static let point = AttributeName(service: BluetoothUUID(0xFFF0), characteristic: BluetoothUUID(0xFFF2))

    final class Diary: Sendable {
        private let kept = Mutex<[TagEvent]>([])
        func add(_ event: TagEvent) { kept.withLock { $0.append(event) } }
        var events: [TagEvent] { kept.withLock { $0 } }
    }

    let diary = Diary()

    var services: [LocalService] {
        let characteristics = [Self.shared, Self.point].map {
            LocalCharacteristic(uuid: $0.characteristic, properties: [.write, .notify])
        }
        return [LocalService(uuid: Self.shared.service, characteristics: characteristics)]
    }

    mutating func write(
        _ value: [UInt8], to attribute: AttributeName, over link: LinkState, at now: Timestamp
    ) throws(AttributeError) -> [TagEffect] {
        let update = AttributeUpdate(attribute, value: value)
        return [attribute == Self.point ? .answer(update) : .notify(update)]
    }

    mutating func handle(_ event: TagEvent, at now: Timestamp) -> [TagEffect] {
        if event != .tick { diary.add(event) }
        return []
    }
}
