public import Bluetooth
public import Keys
public import Tracking

/// A tag in Apple's Find My network with keys of an owner: what it advertises, and from which address, by time.
///
/// Near the owner the primary key of the quarter of an hour since the pairing, away from the owner the secondary one of
/// the day; FindMy.py, `findmy/accessory.py`. Its clock may gain or lose.
public struct KeyedFindMyTag: Sendable {
    private var advertiser: FindMyAdvertiser
    /// How much faster than time its clock runs: 0.001 gains a second in 1,000.
    private let drift: Double
    public var isSeparated = false
    /// Per cent.
    public var battery = 100

    public init(_ key: FindMyKey, drift: Double = 0) { (advertiser, self.drift) = (FindMyAdvertiser(key), drift) }

    /// What it advertises at a time; nil before the pairing.
    public mutating func sighting(at now: Timestamp) -> (address: BluetoothAddress, advertisement: Advertisement)? {
        let passed = advertiser.key.pairedAt.duration(to: now).inSeconds * (1 + drift)
        guard passed >= 0 else { return nil }
        let counter = Int(passed / FindMyKey.primaryPeriod.inSeconds)
        let day = Int(passed / FindMyKey.secondaryPeriod.inSeconds) + 1
        guard let key = isSeparated ? advertiser.secondary(at: day) : advertiser.primary(at: counter) else {
            return nil
        }
        let bits = key.prefix(6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } | 0b11 << 46
        // Bits 4 and 5 tell that it is an AirTag.
        let status = BatteryLevel(percent: battery).rawValue << 6 | 0x10
        let frame: [UInt8] =
            isSeparated ? [0x12, 0x19, status] + key[6...] + [key[0] >> 6, 0] : [0x12, 0x02, status, key[0] >> 6]
        return (BluetoothAddress(bits: bits), Advertisement(manufacturerData: [IBeaconFrame.company: frame]))
    }
}
