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
}
