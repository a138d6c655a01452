/// What a tag offers to whoever connects: its services, and what reading and writing them does.
public protocol AttributeServer: Sendable {
    var services: [LocalService] { get }

    /// Values to notify or indicate to whoever has subscribed, in order. Meant for one reader.
    var updates: AsyncStream<AttributeUpdate> { get }

    /// - Throws: ``AttributeError``, which goes to the central.
    func read(_ attribute: AttributeName, over link: LinkState) async throws(AttributeError) -> [UInt8]

    /// - Throws: ``AttributeError``, which goes to the central; nothing has changed then.
    func write(_ value: [UInt8], to attribute: AttributeName, over link: LinkState) async throws(AttributeError)

    /// Somebody has subscribed to a characteristic, or nobody is any more.
    func subscribed(to attribute: AttributeName, _ isSubscribed: Bool) async

    /// The central has come, or is gone.
    func link(isUp: Bool) async
}

/// A service of a tag of our own.
public struct LocalService: Hashable, Sendable {
    public var uuid: BluetoothUUID
    public var characteristics: [LocalCharacteristic]

    public init(uuid: BluetoothUUID, characteristics: [LocalCharacteristic]) {
        self.uuid = uuid
        self.characteristics = characteristics
    }
}

/// A characteristic of a tag of our own; its UUID stands once in its service.
public struct LocalCharacteristic: Hashable, Sendable {
    public var uuid: BluetoothUUID
    public var properties: CharacteristicProperties
    /// Whether reading, writing and subscribing need an encrypted link.
    public var needsEncryption: Bool

    public init(uuid: BluetoothUUID, properties: CharacteristicProperties, needsEncryption: Bool = false) {
        self.uuid = uuid
        self.properties = properties
        self.needsEncryption = needsEncryption
    }
}

/// Names a characteristic within a tag: the same one may stand in two services, as Alert Level (2A06) does.
public struct AttributeName: Hashable, Sendable {
    public var service: BluetoothUUID
    public var characteristic: BluetoothUUID

    public init(service: BluetoothUUID, characteristic: BluetoothUUID) {
        self.service = service
        self.characteristic = characteristic
    }
}

/// A value to notify, or to indicate where the characteristic indicates.
public struct AttributeUpdate: Hashable, Sendable {
    public var attribute: AttributeName
    public var value: [UInt8]

    public init(_ attribute: AttributeName, value: [UInt8]) {
        self.attribute = attribute
        self.value = value
    }
}

/// What a tag knows of the link over which it is asked.
public struct LinkState: Hashable, Sendable {
    public var isEncrypted: Bool
    public var isBonded: Bool

    public init(isEncrypted: Bool, isBonded: Bool) {
        self.isEncrypted = isEncrypted
        self.isBonded = isBonded
    }
}

/// What a tag answers to a request that it does not carry out.
///
/// Core Specification 5.4, volume 3, part F, section 3.4.1.1; from 0x80 the application's own.
public struct AttributeError: Error, Hashable, Sendable {
    public var code: UInt8

    public init(code: UInt8) { self.code = code }

    public static let readNotPermitted = Self(code: 0x02)
    public static let writeNotPermitted = Self(code: 0x03)
    public static let insufficientAuthentication = Self(code: 0x05)
    public static let requestNotSupported = Self(code: 0x06)
    public static let invalidLength = Self(code: 0x0D)
    public static let unlikely = Self(code: 0x0E)
    public static let insufficientEncryption = Self(code: 0x0F)
    public static let valueNotAllowed = Self(code: 0x13)
}
