/// An AltBeacon: manufacturer data of any company, `BE AC`, 20 bytes of identity, power, a byte of the maker's.
///
/// AltBeacon Protocol Specification 1.0.
public struct AltBeaconFrame: Hashable, Sendable {
    /// Twenty bytes; the first 16 are the same for all beacons of an owner, as a rule.
    public var identifier: [UInt8]
    /// RSSI at a metre, in dBm.
    public var power: Int

    /// Reads the data behind the company's number; nil for anything else.
    public init?(_ data: [UInt8]) {
        guard data.count == 24, data[0] == 0xBE, data[1] == 0xAC else { return nil }
        identifier = Array(data[2..<22])
        power = Int(Int8(bitPattern: data[22]))
    }
}
