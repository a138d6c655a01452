import Bluetooth

/// The codes that only the attribute protocol itself uses: Core Specification 5.4, volume 3, part F, section 3.4.1.1.
extension AttributeError {
    static let invalidHandle = Self(code: 0x01)
    static let invalidPDU = Self(code: 0x04)
    static let invalidOffset = Self(code: 0x07)
    static let prepareQueueFull = Self(code: 0x09)
    static let attributeNotFound = Self(code: 0x0A)
    static let unsupportedGroupType = Self(code: 0x10)
    static let databaseOutOfSync = Self(code: 0x12)
}
