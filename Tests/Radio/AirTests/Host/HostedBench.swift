import Bluetooth
import Firmware
import Synchronization
import TestSupport
import Tracking

@testable import Air
@testable import HostStack

/// A tracker with a host stack in the air, before a host that speaks HCI by hand.
struct HostedBench {
    static let tag = TagID(1)
    static let start = Timestamp(seconds: 1_000_000)

    /// What the tag has told and nobody has answered yet.
    final class Notices: Sendable {
        private let kept = Mutex<[HostedTag.Notice]>([])
        func add(_ notice: HostedTag.Notice) { kept.withLock { $0.append(notice) } }
        func take() -> [HostedTag.Notice] {
            kept.withLock { kept in
                defer { kept = [] }
                return kept
            }
        }
    }

    var bench = Bench()
    let device = Device()
    let server: TrackerServer
    let notices = Notices()
    /// All that the tag has told.
    var told: [HostedTag.Notice] = []

    init() async {
        let device = device
        server = TrackerServer(number: AirBench.number, view: TrackerView(await device.firmware)) {
            await device.handle($0)
        }
        let host = TagHost(
            settings: HostSettings(name: "Tag"),
            identity: DeviceAddress(tagAddress(1).address, .random),
            services: server.services,
            generator: SeededGenerator(seed: 5),
            at: Self.start
        )
        let hosted = HostedTag(host, advertisement: advertisement(9), start: Self.start) { [notices] in notices.add($0)
        }
        bench.change { medium in
            medium.place(Self.tag, peer: hosted)
            medium.advertise(Self.tag, hosted.advertisement)
        }
    }

    var hosted: HostedTag? { bench.airspace.medium.peer(of: Self.tag) as? HostedTag }

    /// Connects; the handle is 0x0040.
    mutating func connect() async {
        bench.connect(1)
        _ = await answer()
    }

    /// Lets the server answer until the tag asks nothing more; what comes to the host meanwhile.
    private mutating func answer() async -> [[UInt8]] {
        var packets: [[UInt8]] = []
        while true {
            let pending = notices.take()
            if pending.isEmpty { return packets }
            told += pending
            for notice in pending {
                switch notice {
                case .connected: await server.link(isUp: true)
                case .disconnected: await server.link(isUp: false)
                case .sound, .address: break
                case .host(let effect, _):
                    guard let event = await server.answer(effect) else { continue }
                    bench.change { $0.deliver(Self.tag, event) }
                    packets += bench.pass(milliseconds: 200)
                }
            }
        }
    }

    /// Sends a payload in one packet; the payloads that come back on that channel.
    mutating func exchange(_ payload: [UInt8], on channel: UInt8) async -> [[UInt8]] {
        let frame = [UInt8(payload.count), 0, channel, 0] + payload
        bench.send([0x02, 0x40, 0x00, UInt8(frame.count), 0] + frame)
        return await listen(on: channel)
    }

    /// Lets half a second pass; the payloads that come on a channel.
    mutating func listen(on channel: UInt8) async -> [[UInt8]] {
        let packets = bench.pass(milliseconds: 500) + (await answer())
        var assembler = FrameAssembler()
        return packets.filter { $0.first == 2 }.compactMap { packet in
            let fragment = HostStack.ACLFragment(Array(packet[5...]), isStart: packet[2] & 0x30 == 0x20)
            return assembler.receive(fragment).flatMap { $0.channel == UInt16(channel) ? $0.payload : nil }
        }
    }

    /// Pairs without numbers and without Secure Connections, and encrypts.
    ///
    /// - Returns: What the tag sends over the encrypted link.
    mutating func pair() async -> [[UInt8]] {
        let request: [UInt8] = [0x01, 0x03, 0x00, 0x01, 0x10, 0x00, 0x01]
        guard let response = await exchange(request, on: 6).first else { return [] }
        let central = DeviceAddress(BluetoothAddress(bits: 0x0002_5B00_00AA), .public)
        let random: UInt128 = 0x1234
        let confirm = LegacyPairing.c1(
            0,
            random: random,
            request: request,
            response: response,
            initiator: central,
            responder: DeviceAddress(tagAddress(1).address, .random)
        )
        _ = await exchange([0x03] + confirm.littleEndianBytes, on: 6)
        guard let theirs = await exchange([0x04] + random.littleEndianBytes, on: 6).first else { return [] }
        let key = LegacyPairing.s1(0, UInt128(littleEndianBytes: theirs.dropFirst()), random)
        bench.send(.leStartEncryption, "40 00" + " 00 00 00 00 00 00 00 00 00 00 " + key.littleEndianBytes.hex)
        return await listen(on: 6)
    }
}
