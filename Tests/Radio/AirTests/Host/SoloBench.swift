import Bluetooth
import TestSupport
import Tracking

@testable import Air
@testable import HostStack

/// A tag that answers for itself in the air, before a host that speaks HCI by hand.
struct SoloBench {
    static let tag = TagID(1)
    static let start = Timestamp(seconds: 1_000_000)

    var bench = Bench()
    private let notices = HostedBench.Notices()

    /// - Parameters:
    ///   - parts: What the tag does.
    ///   - owner: Who it takes for its owner.
    ///   - services: Others, for which nobody answers here.
    ///   - settings: How it presents itself.
    init(
        _ parts: TagServices,
        owner: HostedTag.Owner = .told,
        services: [LocalService] = [],
        settings: HostSettings = HostSettings(name: "Tag")
    ) {
        let host = TagHost(
            settings: settings,
            identity: DeviceAddress(tagAddress(1).address, .random),
            identityKey: Self.key,
            services: parts.services + services,
            generator: SeededGenerator(seed: 5),
            at: Self.start
        )
        let hosted = HostedTag(host, advertisement: initialAdvertisement, parts: parts, owner: owner, start: Self.start)
        {
            [notices] in notices.add($0)
        }
        bench.change { medium in
            medium.place(Self.tag, peer: hosted)
            medium.advertise(Self.tag, hosted.advertisement)
        }
    }

    static let key = IdentityKey(0x0123_4567_89AB_CDEF_0123_4567_89AB_CDEF)

    /// What it advertises now, as whoever hears it reads it; nil for nothing.
    var heard: Advertisement? {
        bench.airspace.medium.advertisement(of: Self.tag).flatMap { try? Advertisement(decoding: $0.data) }
    }

    /// The address with which it advertises now.
    var address: LinkAddress? { bench.airspace.medium.advertisement(of: Self.tag)?.address }

    /// What the tag has told since it was asked last, without links and questions.
    func told() -> [HostedTag.Notice] {
        notices.take().filter { notice in
            switch notice {
            case .sound, .address: true
            case .connected, .disconnected, .host: false
            }
        }
    }

    mutating func happen(_ event: TagEvent) { bench.change { $0.happen(event, to: Self.tag) } }

    /// Sends a request; what comes back on the attribute channel within half a second.
    @discardableResult
    mutating func ask(_ request: [UInt8]) -> [[UInt8]] {
        let frame = [UInt8(request.count), 0, 4, 0] + request
        bench.send([0x02, 0x40, 0x00, UInt8(frame.count), 0] + frame)
        return listen()
    }

    /// Lets time pass; what comes on the attribute channel.
    mutating func listen(milliseconds: Int64 = 500) -> [[UInt8]] {
        var assembler = FrameAssembler()
        return bench.pass(milliseconds: milliseconds).filter { $0.first == 2 }.compactMap { packet in
            let fragment = HostStack.ACLFragment(Array(packet[5...]), isStart: packet[2] & 0x30 == 0x20)
            return assembler.receive(fragment).flatMap { $0.channel == 4 ? $0.payload : nil }
        }
    }

    /// The handle of a characteristic's value, by its declaration.
    mutating func handle(of uuid: BluetoothUUID) -> UInt16 {
        var first: UInt16 = 1
        while let answer = ask([0x08] + first.littleEndianBytes + [0xFF, 0xFF, 0x03, 0x28]).first, answer[0] == 0x09 {
            for start in stride(from: 2, to: answer.count, by: Int(answer[1])) {
                let entry = answer[start..<(start + Int(answer[1]))]
                first = UInt16(littleEndianBytes: entry.prefix(2)) + 1
                if Array(entry.dropFirst(5)) == uuid.littleEndian {
                    return UInt16(littleEndianBytes: entry.dropFirst(3).prefix(2))
                }
            }
        }
        return 0
    }

    /// Writes with a response.
    @discardableResult
    mutating func write(_ value: [UInt8], to uuid: BluetoothUUID) -> [[UInt8]] {
        ask([0x12] + handle(of: uuid).littleEndianBytes + value)
    }

    /// Subscribes to notifications, or to indications.
    mutating func subscribe(to uuid: BluetoothUUID, indications: Bool = false) {
        ask([0x12] + (handle(of: uuid) + 1).littleEndianBytes + [indications ? 2 : 1, 0])
    }
}

private let initialAdvertisement = advertisement(1)
