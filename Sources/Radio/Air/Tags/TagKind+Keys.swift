public import Cryptography
public import HostStack
public import Keys
public import Tracking

/// Tags that have a key of their owner, so that the owner's gateway knows them.
extension TagKind {
    /// What such a tag has on the air.
    public struct Keyed: Sendable {
        public var parts: TagServices
        /// The address that its key prescribes for the first advertisement; nil where the host makes its addresses.
        public var address: DeviceAddress?
        /// With which the host makes its addresses; nil for one of chance.
        public var identityKey: IdentityKey?
    }

    /// A tag with a key, near its owner; nil where the key is none of its network.
    ///
    /// Tags of Find My and of Find Hub take keys of theirs, and every tag with a changing address takes an identity
    /// resolving key. A policy with another near rotation than the network's makes the tag's clock run so much faster. The
    /// curve is that of Find Hub identifiers.
    public func tag(
        key: TagKey,
        number: UInt64,
        policy: OwnerProximity.Policy? = nil,
        curve: EphemeralCurve = .secp160r1,
        at now: Timestamp
    ) -> Keyed? {
        switch (self, key) {
        case (.findMy, .findMy(let key)):
            let pace = Self.pace(FindMyKey.primaryPeriod, policy)
            let part = KeyedFindMyPart(key, pace: pace, policy: policy ?? .init(), at: now)
            // First: in one expression with the parts Swift 6.3 does not compile it with optimizations.
            let address = part.address.map { DeviceAddress($0, .random) }
            return Keyed(parts: TagServices([part], at: now), address: address)
        case (.fmdn, .findHub(let key)):
            let part = KeyedFMDNTag(key, pace: Self.pace(FindHubKey.period, policy), curve: curve, at: now)
            return Keyed(parts: TagServices([part], at: now))
        case (_, .resolving(let key)) where rotatesAddress:
            let value = key.bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
            let parts = tag(number: number, policy: policy, curve: curve, at: now)
            return Keyed(parts: parts, identityKey: IdentityKey(value))
        default: return nil
        }
    }

    private static func pace(_ period: Duration, _ policy: OwnerProximity.Policy?) -> Double {
        policy.map { Double(period.milliseconds) / Double(max(1, $0.nearRotation.milliseconds)) } ?? 1
    }
}
