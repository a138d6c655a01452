public import Messages

/// What an accessory that follows "Detecting Unwanted Location Trackers" says: service data FCB2.
///
/// draft-ietf-dult-accessory-protocol-00, section 3.4.2.
public struct DULTFrame: Hashable, Sendable {
    /// Who runs the network: 1 Apple, 2 Google.
    public var network: UInt8
    public var isNearOwner: Bool

    public static let service = BluetoothUUID(0xFCB2)

    /// Network, state and what the maker adds, which fills the 31 bytes of an advertisement at most.
    private static let lengths = 2...27

    /// Reads the service data; nil for anything else.
    public init?(_ data: [UInt8]) {
        guard Self.lengths.contains(data.count) else { return nil }
        network = data[0]
        isNearOwner = data[1] & 1 == 1
    }
}
