import Bluetooth

/// One entry of the attribute database: Core Specification 5.4, volume 3, part F, section 3.2.
struct Attribute: Hashable, Sendable {
    /// What stands behind an attribute.
    enum Content: Hashable, Sendable {
        /// A declaration, or another value that never changes.
        case fixed([UInt8])
        /// A value of the application.
        case value(AttributeName, LocalCharacteristic)
        /// The client characteristic configuration of a characteristic: part G, section 3.3.3.3.
        case configuration(AttributeName, LocalCharacteristic)
        /// The value of Service Changed, which is only indicated.
        case serviceChanged
        case clientFeatures
        case databaseHash
    }

    let handle: UInt16
    let type: BluetoothUUID
    let content: Content
    /// The last handle of the service that is declared here; its own handle elsewhere.
    var groupEnd: UInt16

    /// The value of a declaration; nil for everything that may change.
    var fixedValue: [UInt8]? {
        guard case .fixed(let value) = content else { return nil }
        return value
    }
}

/// A range of handles as a request names it: from 1, and never empty.
struct HandleRange: Hashable, Sendable {
    let first: UInt16
    let last: UInt16

    var isValid: Bool { first > 0 && first <= last }
}
