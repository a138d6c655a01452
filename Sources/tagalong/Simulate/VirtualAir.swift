import Air
import Bluetooth
import Cryptography
import HostStack
import Simulation
import Tracking

/// The air in front of a virtual adapter, with the tags of a scenario in it.
struct VirtualAir {
    let tags: [VirtualTag]
    let start: Timestamp
    private let seed: UInt64

    /// The tags of a scenario, in its order, each as one of the casts.
    init(_ scenario: Scenario, casts: [Cast], _ options: TagOptions, start: Timestamp) {
        self.start = start
        seed = scenario.seed
        tags = zip(scenario.trackers, casts).enumerated().map { index, part in
            let (tracker, cast) = part
            return switch cast {
            case .tracker(let number, let server, let memory):
                Self.tracker(tracker, TagID(index), number, server, memory, pairing: options.pairing, at: start)
            case .tag(let kind, let number):
                Self.tag(tracker, TagID(index), kind, number, form: options.form(of: tracker), at: start)
            case .keyed(let kind, let number, let keyed):
                Self.tag(tracker, TagID(index), kind, number, keyed, form: options.form(of: tracker), at: start)
            }
        }
    }

    /// What a tracker of a scenario is on the air.
    enum Cast {
        case tracker(TrackerNumber, TrackerServer, TagMemory?)
        /// A tag of another make, which answers for itself.
        case tag(TagKind, TrackerNumber)
        /// The same with a key of its owner.
        case keyed(TagKind, TrackerNumber, TagKind.Keyed)
    }

    /// One of our trackers, which says as a DULT accessory whether its owner is near, once it has one.
    private static func tracker(
        _ tracker: Scenario.Tracker,
        _ id: TagID,
        _ number: TrackerNumber,
        _ server: TrackerServer,
        _ memory: TagMemory?,
        pairing: TagOptions.PairingPrompt,
        at start: Timestamp
    ) -> VirtualTag {
        let accessory = DULTAccessory(
            information: DULTInformation(model: tracker.device.model),
            identifier: number.value.bytes,
            policy: OwnerProximity.Policy(tracker.device),
            isOwned: false,
            at: start
        )
        let parts = TagServices([FixedAdvertisement(server.advertisement.advertisement), accessory], at: start)
        let name = server.advertisement.advertisement.name ?? "\(tracker.id)"
        let settings = HostSettings.simulatedTag(name: name, security: pairing.security)
        let host = host(settings, number, memory, services: server.services + parts.services, at: start)
        return VirtualTag(
            id,
            host: host,
            advertisement: set(.connectable, of: host, every: tracker.device.bluetooth.advertiseEvery),
            parts: parts,
            owner: .bondedCentral,
            server: server,
            start: start
        )
    }

    private static func tag(
        _ tracker: Scenario.Tracker,
        _ id: TagID,
        _ kind: TagKind,
        _ number: TrackerNumber,
        _ keyed: TagKind.Keyed? = nil,
        form: ExtendedAdvertising?,
        at start: Timestamp
    ) -> VirtualTag {
        let policy = OwnerProximity.Policy(tracker.device)
        let interval = tracker.device.bluetooth.advertiseEvery
        let curve: EphemeralCurve = form == nil ? .secp160r1 : .secp256r1
        let parts =
            keyed?.parts
            ?? kind.tag(number: number.value, policy: policy, interval: interval, curve: curve, at: start)
        var settings = HostSettings.simulatedTag(name: tracker.device.model)
        settings.linkLimit = kind.linkLimit
        var host = host(
            settings, number, identityKey: keyed?.identityKey, evictsOldest: true, services: parts.services, at: start
        )
        if let address = keyed?.address {
            _ = host.handle(.addressGiven(address), at: start)
        } else if kind.rotatesAddress {
            _ = host.handle(.addressRenewal, at: start)
        }
        return VirtualTag(
            id,
            host: host,
            advertisement: set(kind.isConnectable ? .connectable : .broadcast, of: host, every: interval, form),
            parts: parts,
            server: nil,
            start: start
        )
    }

    private static func host(
        _ settings: HostSettings,
        _ number: TrackerNumber,
        _ memory: TagMemory? = nil,
        identityKey: IdentityKey? = nil,
        evictsOldest: Bool = false,
        services: [LocalService],
        at start: Timestamp
    ) -> TagHost {
        // Keys that can be foreseen are no keys: what is paired here is known to real machines.
        var generator = SystemRandomNumberGenerator()
        return TagHost(
            settings: settings,
            identity: identity(of: number),
            identityKey: identityKey ?? memory?.identityKey ?? IdentityKey(using: &generator),
            services: services,
            bonds: BondTable(memory?.bonds ?? [], evictsOldest: evictsOldest),
            generator: generator,
            at: start
        )
    }

    private static func set(
        _ kind: AdvertisingKind, of host: TagHost, every interval: Duration, _ form: ExtendedAdvertising? = nil
    ) -> AdvertisingSet {
        let address = LinkAddress(host.address)
        return AdvertisingSet(kind, address: address, data: [], interval: interval.milliseconds * 1000, extended: form)
    }

    /// A static random address: the same in every run.
    private static func identity(of number: TrackerNumber) -> DeviceAddress {
        let folded = number.value ^ number.value >> 46
        return DeviceAddress(BluetoothAddress(bits: folded & 0x3FFF_FFFF_FFFF | 0b11 << 46), .random)
    }

    /// The air with the tags and the controllers that are asked for, nobody being heard yet.
    func airspace(_ options: TagOptions) -> Airspace {
        var medium = Medium(propagation: StationPropagation(seed: seed), generator: SplitMix(seed: seed, stream: "air"))
        for tag in tags { tag.place(in: &medium) }
        let controllers = (0..<options.adapters).map { index in
            var configuration = ControllerConfiguration(
                // The same in every run, so that bonds hold.
                address: BluetoothAddress(bits: 0x0002_5B00_0000 | UInt64(index & 0xFF) << 16 | seed & 0xFFFF),
                generation: options.controller.generation,
                cipher: { key, text in AES128.encrypt(bytes: text, key: key) }
            )
            configuration.isDualMode = options.controller == .dual
            configuration.filterDuplicates(options.duplicateFilter)
            return VirtualController(configuration, generator: SystemRandomNumberGenerator())
        }
        return Airspace(medium, controllers: controllers)
    }
}

extension ControllerConfiguration {
    fileprivate mutating func filterDuplicates(_ filter: TagOptions.DuplicateFilter?) {
        guard let filter else { return }
        // As many as an ESP32's controller keeps by default (ESP-IDF, BT_CTRL_SCAN_DUPL_CACHE_SIZE).
        duplicateMemory = 100
        if case .span(let span) = filter { duplicateSpan = span.milliseconds * 1000 }
    }
}

extension TagOptions.PairingPrompt {
    /// How the host stack of a tag pairs so.
    var security: SecuritySettings {
        switch self {
        case .show, .ask: SecuritySettings(inputOutput: .displayYesNo, wantsProtection: true)
        case .passkey: SecuritySettings(inputOutput: .displayOnly, wantsProtection: true)
        case .justWorks: SecuritySettings()
        }
    }
}

extension OwnerProximity.Policy {
    init(_ device: DeviceProfile) {
        self.init(separatedAfter: device.bluetooth.separatedAfter, nearRotation: device.bluetooth.rotateEvery)
    }
}

extension UInt64 {
    /// The highest byte first.
    fileprivate var bytes: [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
    }
}
