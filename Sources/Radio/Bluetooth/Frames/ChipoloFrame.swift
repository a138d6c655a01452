/// A Chipolo: service data FE33, of which one bit is known.
///
/// As AirGuard reads it (seemoo-lab/AirGuard, `Chipolo.kt`); Chipolo itself publishes nothing.
public struct ChipoloFrame: Hashable, Sendable {
    /// Whether its owner has been away for over half an hour; nil where the firmware does not tell.
    public var isSeparated: Bool?

    public static let service = BluetoothUUID(0xFE33)

    /// What a legacy advertisement has room for.
    private static let lengths = 2...27

    /// The first byte of the address is that of the firmware; from D9 on the bit means nothing.
    private static let lastThatTells: UInt64 = 0xD8

    /// Reads the service data; nil for anything else.
    ///
    /// Whether it is separated is known only together with its address.
    public init?(_ data: [UInt8], from address: BluetoothAddress? = nil) {
        guard Self.lengths.contains(data.count) else { return nil }
        guard let address, address.bits >> 40 <= Self.lastThatTells else { return }
        isSeparated = data[1] & 1 == 1
    }
}
