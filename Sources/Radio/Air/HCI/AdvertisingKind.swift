/// What an advertisement on the primary channels invites to.
public enum AdvertisingKind: Hashable, Sendable {
    /// ADV_IND: anybody may ask for more and connect.
    case connectable
    /// ADV_DIRECT_IND: one device may connect.
    case directed
    /// ADV_SCAN_IND: anybody may ask for more, nobody connect.
    case scannable
    /// ADV_NONCONN_IND: nothing.
    case broadcast

    /// Whether a connection request is answered.
    public var isConnectable: Bool { self == .connectable || self == .directed }
    /// Whether a scan request is answered.
    public var isScannable: Bool { self == .connectable || self == .scannable }

    /// The event type of a legacy report.
    var legacyCode: UInt8 {
        switch self {
        case .connectable: 0
        case .directed: 1
        case .scannable: 2
        case .broadcast: 3
        }
    }

    /// The properties in an extended report of a legacy advertisement.
    var properties: UInt16 {
        switch self {
        case .connectable: 0x13
        case .directed: 0x15
        case .scannable: 0x12
        case .broadcast: 0x10
        }
    }
}
