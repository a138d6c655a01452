/// Services that the Bluetooth SIG has numbered.
public enum StandardService {
    public static let immediateAlert = BluetoothUUID(0x1802)
    public static let linkLoss = BluetoothUUID(0x1803)
    public static let txPower = BluetoothUUID(0x1804)
    public static let deviceInformation = BluetoothUUID(0x180A)
    public static let battery = BluetoothUUID(0x180F)
    public static let locationAndNavigation = BluetoothUUID(0x1819)
}

/// Characteristics that the Bluetooth SIG has numbered.
public enum StandardCharacteristic {
    /// ``AlertLevelValue``; in Immediate Alert and in Link Loss.
    public static let alertLevel = BluetoothUUID(0x2A06)
    /// A signed byte, in dBm.
    public static let txPowerLevel = BluetoothUUID(0x2A07)
    /// A byte, in per cent.
    public static let batteryLevel = BluetoothUUID(0x2A19)
    public static let modelNumber = BluetoothUUID(0x2A24)
    public static let serialNumber = BluetoothUUID(0x2A25)
    public static let firmwareRevision = BluetoothUUID(0x2A26)
    public static let manufacturerName = BluetoothUUID(0x2A29)
    /// ``LocationAndSpeed``.
    public static let locationAndSpeed = BluetoothUUID(0x2A67)
    /// ``PositionQuality``.
    public static let positionQuality = BluetoothUUID(0x2A69)
    /// ``LocationFeature``.
    public static let locationFeature = BluetoothUUID(0x2A6A)
}

/// How loudly a tag is to draw attention to itself: Alert Level, 2A06.
public enum AlertLevelValue: UInt8, Hashable, Sendable, CaseIterable, GATTValue {
    case none, mild, high

    public init(gattValue bytes: [UInt8]) throws(GATTValueError) {
        var reader = try GATTReader("alert level", bytes)
        self = try reader.word("level", Self.allCases)
    }

    public var gattValue: [UInt8] { [rawValue] }
}
