import Bluetooth

/// The types of attributes that the attribute profile itself knows: Assigned Numbers, sections 3.5 to 3.8.
enum AttributeType {
    static let primaryService = BluetoothUUID(0x2800)
    static let secondaryService = BluetoothUUID(0x2801)
    static let include = BluetoothUUID(0x2802)
    static let characteristic = BluetoothUUID(0x2803)
    static let clientConfiguration = BluetoothUUID(0x2902)

    static let genericAccess = BluetoothUUID(0x1800)
    static let genericAttribute = BluetoothUUID(0x1801)
    static let deviceName = BluetoothUUID(0x2A00)
    static let appearance = BluetoothUUID(0x2A01)
    static let preferredParameters = BluetoothUUID(0x2A04)
    static let serviceChanged = BluetoothUUID(0x2A05)
    static let clientFeatures = BluetoothUUID(0x2B29)
    static let databaseHash = BluetoothUUID(0x2B2A)
    static let serverFeatures = BluetoothUUID(0x2B3A)
}
