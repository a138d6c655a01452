import Bluetooth
import TestSupport
import Tracking

@testable import HostStack

/// A tag under test with a link to it, its application, and what it has said.
struct Wire {
    static let central = DeviceAddress(BluetoothAddress(bits: 0xA1A2_A3A4_A5A6), .public)
    static let tag = DeviceAddress(BluetoothAddress(bits: 0xC1B2_B3B4_B5B6), .random)

    var host: TagHost
    var now = Timestamp(milliseconds: 0)
    /// What the host has said besides packets, in order.
    var effects: [HostEffect] = []
    /// What the application answers a read; a name that is not here is an error.
    var values: [AttributeName: [UInt8]] = [:]
    var refusal: AttributeError?
    var answersAtOnce = true
    private var assembler = FrameAssembler()

    init(
        _ security: SecuritySettings = SecuritySettings(),
        services: [LocalService] = Samples.services,
        bonds: BondTable = BondTable(),
        identityKey: IdentityKey? = nil,
        seed: UInt64 = 1,
        mtu: Int = 517
    ) {
        host = TagHost(
            settings: HostSettings(name: "Tag", mtu: mtu, security: security),
            identity: Self.tag,
            identityKey: identityKey,
            services: services,
            bonds: bonds,
            generator: SeededGenerator(seed: seed),
            at: now
        )
        values = Samples.values
        connect()
    }

    mutating func connect(from peer: DeviceAddress = Self.central) {
        handle(.connected(peer: peer, own: host.address))
    }

    /// Lets something happen; answers with the frames that the tag sends at it.
    @discardableResult
    mutating func handle(_ event: HostEvent) -> [L2CAPFrame] {
        var frames: [L2CAPFrame] = []
        for effect in host.handle(event, at: now) {
            switch effect {
            case .send(let fragment): if let frame = assembler.receive(fragment) { frames.append(frame) }
            case .read(let name, _, let request):
                effects.append(effect)
                if answersAtOnce { frames += handle(.answered(request, answer(name))) }
            case .write(let value, let name, _, let request):
                effects.append(effect)
                guard answersAtOnce, let request else { continue }
                if refusal == nil { values[name] = value }
                frames += handle(.answered(request, refusal.map(Result.failure) ?? .success([])))
            default: effects.append(effect)
            }
        }
        return frames
    }

    private func answer(_ name: AttributeName) -> Result<[UInt8], AttributeError> {
        if let refusal { return .failure(refusal) }
        return values[name].map(Result.success) ?? .failure(.unlikely)
    }

    /// Sends a payload in packets of 27 bytes; answers with the payloads that come back on that channel.
    mutating func exchange(_ payload: [UInt8], on channel: L2CAPChannel) -> [[UInt8]] {
        let fragments = L2CAPFrame(channel: channel.rawValue, payload: payload).fragments(of: 27)
        let frames = fragments.flatMap { handle(.received($0)) }
        return frames.filter { $0.channel == channel.rawValue }.map(\.payload)
    }

    /// Sends an attribute request; answers with its only response.
    mutating func ask(_ request: [UInt8]) -> [UInt8] {
        let answers = exchange(request, on: .attributes)
        return answers.count == 1 ? answers[0] : [UInt8(answers.count)]
    }

    mutating func ask(_ request: String) -> [UInt8] { ask(hex(request)) }

    /// The key that the tag's link layer gets for a name.
    mutating func key(diversifier: UInt16 = 0, random: UInt64 = 0) -> UInt128? {
        host.longTermKey(diversifier: diversifier, random: random).map { UInt128(littleEndianBytes: $0) }
    }

    mutating func sleep(_ duration: Duration) {
        now = now.advanced(by: duration)
    }
}
