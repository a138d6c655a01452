/// What stays the same of a tag while its address changes.
public enum TagIdentity: Hashable, Sendable {
    /// A fixed address, or the identity address of a bond.
    case address(BluetoothAddress)
    /// An iBeacon's UUID, major and minor.
    case iBeacon(BluetoothUUID, major: UInt16, minor: UInt16)
    /// An Eddystone UID's ten bytes of namespace and six of instance.
    case eddystone([UInt8])
    /// An AltBeacon's twenty bytes.
    case altBeacon([UInt8])
    /// The number that one of our own trackers tells on connecting.
    case tracker([UInt8])
    /// A tag that is known by a key of its owner's: eight bytes that follow from the key, and do not reveal it.
    case keyed(KeyNetwork, [UInt8])

    /// Whether it follows from a key of the tag's owner.
    public var isKeyed: Bool { if case .keyed = self { true } else { false } }
}

/// What a tag's key belongs to; as it begins the identity's text.
public enum KeyNetwork: String, Hashable, Sendable, CaseIterable {
    /// Apple's Find My network, and tags that only look as if they were in it, such as OpenHaystack's.
    case findMy = "findmy"
    /// Google's Find Hub network, once called Find My Device network.
    case findHub = "fmdn"
    /// Any device with a resolvable private address, by its identity resolving key.
    case address = "irk"
}
