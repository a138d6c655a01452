public import Bluetooth
public import Tracking

/// A tag in Google's Find Hub network as it is heard: an ephemeral identifier, and whether it warns of tracking.
///
/// Find Hub Network Accessory Specification 1.3. The identifier is random, where a real one follows from a key.
public struct FMDNTag: TagPart {
    public private(set) var key: RotatingKey

    /// How often the identifier changes near its owner: 1024 s.
    public static let rotation: Duration = .seconds(1024)

    public init(number: UInt64, policy: OwnerProximity.Policy? = nil, at now: Timestamp) {
        let usual = OwnerProximity.Policy(nearRotation: Self.rotation)
        key = RotatingKey(number: number, policy: policy ?? usual, at: now)
    }

    public var nextWakeUp: Timestamp? { key.proximity.nextWakeUp }

    public func advertisement(at now: Timestamp) -> Advertisement? {
        let type: UInt8 = key.proximity.isSeparated ? 0x41 : 0x40
        return Advertisement(serviceData: [FMDNFrame.service: [type] + key.bytes(20) + [0]])
    }

    public mutating func handle(_ event: TagEvent, at now: Timestamp) -> [TagEffect] { key.handle(event, at: now) }
}
