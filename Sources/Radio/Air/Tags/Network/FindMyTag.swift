public import Bluetooth
public import Tracking

/// An AirTag in Apple's Find My network as it is heard: a status, and a key while its owner is away.
///
/// Find My Network Accessory Specification, section 5. The key is none that anybody could decrypt for.
public struct FindMyTag: TagPart {
    public private(set) var key: RotatingKey
    private var battery = 100

    public init(number: UInt64, policy: OwnerProximity.Policy = .init(), at now: Timestamp) {
        key = RotatingKey(number: number, policy: policy, at: now)
    }

    /// Bits 4 and 5 of the status.
    private static let airTag: UInt8 = 1 << 4

    public var nextWakeUp: Timestamp? { key.proximity.nextWakeUp }

    public func advertisement(at now: Timestamp) -> Advertisement? {
        Advertisement(manufacturerData: [IBeaconFrame.company: frame])
    }

    /// Type, length, status, key bytes 6 to 27, bits 6 and 7 of byte 0, a hint; near its owner status and bits only.
    private var frame: [UInt8] {
        let bytes = key.bytes(28)
        let status = BatteryLevel(percent: battery).rawValue << 6 | Self.airTag
        guard key.proximity.isSeparated else { return [0x12, 0x02, status, bytes[0] >> 6] }
        return [0x12, 0x19, status] + bytes[6...] + [bytes[0] >> 6, 0]
    }

    public mutating func handle(_ event: TagEvent, at now: Timestamp) -> [TagEffect] {
        guard case .battery(let percent) = event else { return key.handle(event, at: now) }
        let old = frame
        battery = percent
        return old == frame ? [] : [.advertisementChanged]
    }
}
