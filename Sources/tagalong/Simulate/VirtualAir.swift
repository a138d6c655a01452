import Air
import Bluetooth
import HostStack
import Simulation
import Tracking

/// The air in front of a virtual adapter, with the tags of a scenario in it.
struct VirtualAir {
    let tags: [VirtualTag]
    let start: Timestamp
    private let seed: UInt64

    /// - Parameters:
    ///   - scenario: Whose trackers they are, in its order.
    ///   - servers: What answers for their attributes.
    ///   - pairing: What a person has to do.
    ///   - start: Now.
    init(
        _ scenario: Scenario,
        servers: [(number: TrackerNumber, server: TrackerServer)],
        pairing: TagOptions.Pairing,
        start: Timestamp
    ) {
        self.start = start
        seed = scenario.seed
        tags = zip(scenario.trackers, servers).enumerated().map { index, part in
            let (tracker, (number, server)) = part
            let name = server.advertisement.advertisement.name ?? "\(tracker.id)"
            let host = TagHost(
                settings: HostSettings(name: name, security: pairing.security),
                identity: Self.identity(of: number),
                services: server.services,
                // Keys that can be foreseen are no keys: what is paired here is known to real machines.
                generator: SystemRandomNumberGenerator(),
                at: start
            )
            let advertisement = AdvertisingSet(
                .connectable,
                address: LinkAddress(host.address),
                data: server.advertisement.bytes,
                scanResponse: server.advertisement.scanResponse,
                interval: tracker.device.bluetooth.advertiseEvery.milliseconds * 1000
            )
            return VirtualTag(TagID(index), host: host, advertisement: advertisement, server: server, start: start)
        }
    }

    /// A static random address: the same in every run.
    private static func identity(of number: TrackerNumber) -> DeviceAddress {
        let folded = number.value ^ number.value >> 46
        return DeviceAddress(BluetoothAddress(bits: folded & 0x3FFF_FFFF_FFFF | 0b11 << 46), .random)
    }

    /// The air with the tags and one controller, nobody being heard yet.
    func airspace() -> Airspace {
        var medium = Medium(
            propagation: Self.propagation([:]),
            generator: SplitMix(seed: seed, stream: "air")
        )
        for tag in tags { tag.place(in: &medium) }
        let configuration = ControllerConfiguration(
            address: BluetoothAddress(bits: 0x0002_5B00_0000 | seed & 0xFFFF),
            cipher: { key, text in AES128.encrypt(bytes: text, key: key) }
        )
        let controller = VirtualController(configuration, generator: SystemRandomNumberGenerator())
        return Airspace(medium, controllers: [controller])
    }

    /// The tags as strong as the world has them, in dBm; those that are missing are not heard.
    static func propagation(_ strengths: [Int: Int]) -> FixedPropagation {
        let pairs = strengths.map { (TagID($0.key), Double($0.value)) }
        return FixedPropagation(standard: -200, strengths: Dictionary(pairs) { first, _ in first })
    }
}

extension TagOptions.Pairing {
    /// How the host stack of a tag pairs so.
    var security: SecuritySettings {
        switch self {
        case .show, .ask: SecuritySettings(inputOutput: .displayYesNo, wantsProtection: true)
        case .passkey: SecuritySettings(inputOutput: .displayOnly, wantsProtection: true)
        case .justWorks: SecuritySettings()
        }
    }
}
