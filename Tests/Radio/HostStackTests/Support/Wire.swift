import Bluetooth
import TestSupport
import Tracking

@testable import HostStack

/// A tag under test with links to it, of which one is spoken over, its application, and what it has said.
struct Wire {
    static let first = LinkNumber(1), second = LinkNumber(2), third = LinkNumber(3)
    static let central = DeviceAddress(BluetoothAddress(bits: 0xA1A2_A3A4_A5A6), .public)
    static let tag = DeviceAddress(BluetoothAddress(bits: 0xC1B2_B3B4_B5B6), .random)

    var host: TagHost
    var now = Timestamp(milliseconds: 0)
    /// The link that is spoken over.
    var link = Self.first
    /// What the host has said besides packets for any link, in order.
    var effects: [LinkEffect] = []
    /// What has come on other links than the one that is spoken over, in order.
    var overheard: [LinkNumber: [[UInt8]]] = [:]
    /// The addresses that the host has taken, in order.
    var addresses: [DeviceAddress] = []
    /// What the application answers a read; a name that is not here is an error.
    var values: [AttributeName: [UInt8]] = [:]
    var refusal: AttributeError?
    var answersAtOnce = true
    private var assemblers: [LinkNumber: FrameAssembler] = [:]

    init(
        _ security: SecuritySettings = SecuritySettings(),
        services: [LocalService] = Samples.services,
        bonds: BondTable = BondTable(),
        identityKey: IdentityKey? = nil,
        seed: UInt64 = 1,
        mtu: Int = 517,
        linkLimit: Int = 1
    ) {
        var settings = HostSettings(name: "Tag", mtu: mtu, security: security)
        settings.linkLimit = linkLimit
        host = TagHost(
            settings: settings,
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

    /// Lets something happen on the link that is spoken over; answers with the frames that come on it.
    @discardableResult
    mutating func handle(_ event: LinkEvent) -> [L2CAPFrame] { handle(.link(link, event)) }

    /// Lets something happen; answers with the frames that come on the link that is spoken over.
    @discardableResult
    mutating func handle(_ event: HostEvent) -> [L2CAPFrame] {
        var frames: [L2CAPFrame] = []
        for effect in host.handle(event, at: now) {
            switch effect {
            case .link(let link, .send(let fragment)):
                guard let frame = assemblers[link, default: FrameAssembler()].receive(fragment) else { continue }
                if link != self.link { overheard[link, default: []].append(frame.payload) }
                if link == self.link { frames.append(frame) }
            case .link(_, let effect): frames += take(effect)
            case .addressChanged(let address): addresses.append(address)
            }
        }
        return frames
    }

    private mutating func take(_ effect: LinkEffect) -> [L2CAPFrame] {
        effects.append(effect)
        switch effect {
        case .read(let name, _, let request) where answersAtOnce: return handle(.answered(request, answer(name)))
        case .write(let value, let name, _, let request?) where answersAtOnce:
            if refusal == nil { values[name] = value }
            return handle(.answered(request, refusal.map(Result.failure) ?? .success([])))
        default: return []
        }
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
        host.longTermKey(diversifier: diversifier, random: random, on: link).map { UInt128(littleEndianBytes: $0) }
    }

    mutating func sleep(_ duration: Duration) {
        now = now.advanced(by: duration)
    }

    /// How safe the link is that is spoken over.
    var state: LinkState { host.linkStates[link] ?? LinkState(isEncrypted: false, isBonded: false) }

    /// The attribute server of that link; that of a new link where none stands.
    var attributes: ATTServer {
        host.links[link]?.attributes ?? ATTServer(database: host.database, mtu: host.settings.mtu)
    }
}
