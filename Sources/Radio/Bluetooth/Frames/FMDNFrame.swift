/// A tag in Google's Find Hub network: service data FEAA, `40` or `41`, a number that changes, flags.
///
/// Find Hub Network Accessory Specification 1.3: 20 or 32 bytes of number, one byte of flags that may be missing.
public struct FMDNFrame: Hashable, Sendable {
    /// Whether it warns of unwanted tracking, as it does when it has been away from its owner for long.
    public var isSeparated: Bool
    /// The number that changes.
    public var ephemeral: [UInt8]

    /// The one of Eddystone, whose frame types go on here.
    public static let service = BluetoothUUID(0xFEAA)

    /// Reads the service data; nil for anything else.
    public init?(_ data: [UInt8]) {
        guard let type = data.first, type == 0x40 || type == 0x41 else { return nil }
        isSeparated = type == 0x41
        switch data.count {
        case 21, 22: ephemeral = Array(data[1..<21])
        case 33, 34: ephemeral = Array(data[1..<33])
        default: return nil
        }
    }
}
