/// A service that a connected tag has.
public struct PeerService: Hashable, Sendable {
    public var uuid: BluetoothUUID
    public var characteristics: [PeerCharacteristic]

    public init(uuid: BluetoothUUID, characteristics: [PeerCharacteristic]) {
        self.uuid = uuid
        self.characteristics = characteristics
    }
}

/// A characteristic of a connected tag.
public struct PeerCharacteristic: Hashable, Sendable {
    public var service: BluetoothUUID
    public var uuid: BluetoothUUID
    public var properties: CharacteristicProperties
    /// Names it within its tag: the same UUID may stand there twice.
    public var handle: String

    public init(service: BluetoothUUID, uuid: BluetoothUUID, properties: CharacteristicProperties, handle: String) {
        self.service = service
        self.uuid = uuid
        self.properties = properties
        self.handle = handle
    }
}

/// What may be done with a characteristic.
///
/// The bits of its declaration: Core Specification 5.4, volume 3, part G, section 3.3.1.1.
public struct CharacteristicProperties: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let read = Self(rawValue: 0x02)
    public static let writeWithoutResponse = Self(rawValue: 0x04)
    public static let write = Self(rawValue: 0x08)
    public static let notify = Self(rawValue: 0x10)
    public static let indicate = Self(rawValue: 0x20)
}

extension Peer {
    /// The first characteristic of this name; nil when the tag has none.
    public func characteristic(_ uuid: BluetoothUUID, of service: BluetoothUUID) -> PeerCharacteristic? {
        services.lazy.filter { $0.uuid == service }.flatMap(\.characteristics).first { $0.uuid == uuid }
    }
}
