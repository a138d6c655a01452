/// A tag in Google's Find Hub network: service data FEAA, `40` or `41`, a number that changes, flags.
///
/// Find Hub Network Accessory Specification 1.3, "Advertised frames": 20 or 32 bytes of number, one byte of flags that may
/// be missing. 32 bytes need an extended advertisement.
public struct FMDNFrame: Hashable, Sendable {
    /// Whether unwanted tracking protection mode is on, which the network switches on and off.
    public var protects: Bool
    /// The number that changes: the x coordinate of a point on secp160r1, 20 bytes, or secp256r1, 32 bytes.
    public var ephemeral: [UInt8]

    /// Whether it is away from its owner; nil while the mode is off, which says nothing of where the owner is.
    ///
    /// "Unwanted tracking prevention": the mode is the separated state of DULT.
    public var isSeparated: Bool? { protects ? true : nil }

    /// The one of Eddystone, whose frame types go on here.
    public static let service = BluetoothUUID(0xFEAA)

    /// Reads the service data; nil for anything else.
    public init?(_ data: [UInt8]) {
        guard let type = data.first, type == 0x40 || type == 0x41 else { return nil }
        protects = type == 0x41
        switch data.count {
        case 21, 22: ephemeral = Array(data[1..<21])
        case 33, 34: ephemeral = Array(data[1..<33])
        default: return nil
        }
    }
}
