extension HCI {
    /// An error code of the Core Specification 5.4, volume 1, part F, section 1.3: also the reason for the end of a link.
    ///
    /// The numbers are those of Apache NimBLE (`nimble/include/nimble/ble.h`, `BLE_ERR_…`: 0x07 memory capacity, 0x0C
    /// command disallowed, 0x42 unknown set, 0x43 limit, 0x45 packet too long) and, up to 0x3F, of bumble 0.0.236
    /// (`hci.py`, `HCI_ErrorCode`).
    public struct Status: RawRepresentable, Hashable, Sendable, Error {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }
    }
}

extension HCI.Status {
    public static let success = Self(rawValue: 0x00)
    public static let unknownCommand = Self(rawValue: 0x01)
    public static let unknownConnection = Self(rawValue: 0x02)
    public static let pageTimeout = Self(rawValue: 0x04)
    public static let keyMissing = Self(rawValue: 0x06)
    public static let memoryExceeded = Self(rawValue: 0x07)
    public static let connectionTimeout = Self(rawValue: 0x08)
    public static let connectionLimitExceeded = Self(rawValue: 0x09)
    public static let connectionExists = Self(rawValue: 0x0B)
    public static let commandDisallowed = Self(rawValue: 0x0C)
    public static let unsupportedFeature = Self(rawValue: 0x11)
    public static let invalidParameters = Self(rawValue: 0x12)
    public static let terminatedByRemoteUser = Self(rawValue: 0x13)
    public static let lowResources = Self(rawValue: 0x14)
    public static let terminatedByRemotePowerOff = Self(rawValue: 0x15)
    public static let terminatedByLocalHost = Self(rawValue: 0x16)
    public static let advertisingTimeout = Self(rawValue: 0x3C)
    public static let micFailure = Self(rawValue: 0x3D)
    public static let failedToEstablish = Self(rawValue: 0x3E)
    public static let unknownAdvertisingSet = Self(rawValue: 0x42)
    public static let limitReached = Self(rawValue: 0x43)
    public static let packetTooLong = Self(rawValue: 0x45)
}

extension HCI.Status: CustomStringConvertible {
    /// The code in hexadecimal, as the specification writes it: `0x13`.
    public var description: String { (rawValue < 16 ? "0x0" : "0x") + String(rawValue, radix: 16, uppercase: true) }
}
