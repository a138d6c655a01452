/// A Chipolo: service data FE33, of which one bit is known.
public struct ChipoloFrame: Hashable, Sendable {
    /// Whether its owner has been away for over half an hour.
    public var isSeparated: Bool

    public static let service = BluetoothUUID(0xFE33)

    /// What a legacy advertisement has room for.
    private static let lengths = 2...27

    /// Reads the service data; nil for anything else.
    public init?(_ data: [UInt8]) {
        guard Self.lengths.contains(data.count) else { return nil }
        isSeparated = data[1] & 1 == 1
    }
}
