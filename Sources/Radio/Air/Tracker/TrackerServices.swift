public import Bluetooth

/// The services that one of our trackers offers: docs/protocol.md.
public enum TrackerServices {
    public static let all: [LocalService] = [
        LocalService(uuid: TagalongService.uuid, characteristics: tagalong),
        LocalService(
            uuid: StandardService.immediateAlert,
            characteristics: [.init(StandardCharacteristic.alertLevel, .writeWithoutResponse, secure: true)]
        ),
        LocalService(
            uuid: StandardService.linkLoss,
            characteristics: [.init(StandardCharacteristic.alertLevel, [.read, .write], secure: true)]
        ),
        LocalService(
            uuid: StandardService.txPower, characteristics: [.init(StandardCharacteristic.txPowerLevel, .read)]
        ),
        LocalService(
            uuid: StandardService.battery,
            characteristics: [.init(StandardCharacteristic.batteryLevel, [.read, .notify])]
        ),
        LocalService(uuid: StandardService.deviceInformation, characteristics: information),
        LocalService(uuid: StandardService.locationAndNavigation, characteristics: location),
    ]

    private static var tagalong: [LocalCharacteristic] {
        [
            .init(TagalongService.identity, .read),
            .init(TagalongService.registration, [.write, .indicate], secure: true),
            .init(TagalongService.control, [.write, .indicate], secure: true),
            .init(TagalongService.reference, .write, secure: true),
            .init(TagalongService.state, [.read, .notify], secure: true),
            .init(TagalongService.fix, [.read, .notify], secure: true),
            .init(TagalongService.stored, .write, secure: true),
        ]
    }

    private static var information: [LocalCharacteristic] {
        [
            .init(StandardCharacteristic.manufacturerName, .read),
            .init(StandardCharacteristic.modelNumber, .read),
            .init(StandardCharacteristic.serialNumber, .read),
            .init(StandardCharacteristic.firmwareRevision, .read),
        ]
    }

    private static var location: [LocalCharacteristic] {
        [
            .init(StandardCharacteristic.locationFeature, .read),
            .init(StandardCharacteristic.locationAndSpeed, .notify, secure: true),
            .init(StandardCharacteristic.positionQuality, .read, secure: true),
        ]
    }

    /// A characteristic of these services; nil for any other name.
    static func characteristic(_ name: AttributeName) -> LocalCharacteristic? {
        all.first { $0.uuid == name.service }?.characteristics.first { $0.uuid == name.characteristic }
    }
}

extension LocalCharacteristic {
    fileprivate init(_ uuid: BluetoothUUID, _ properties: CharacteristicProperties, secure: Bool = false) {
        self.init(uuid: uuid, properties: properties, needsEncryption: secure)
    }
}

extension AttributeName {
    /// A characteristic of the Tagalong service.
    static func tagalong(_ characteristic: BluetoothUUID) -> AttributeName {
        AttributeName(service: TagalongService.uuid, characteristic: characteristic)
    }

    static let alert = AttributeName(
        service: StandardService.immediateAlert, characteristic: StandardCharacteristic.alertLevel
    )
    static let linkLoss = AttributeName(
        service: StandardService.linkLoss, characteristic: StandardCharacteristic.alertLevel
    )
    static let battery = AttributeName(
        service: StandardService.battery, characteristic: StandardCharacteristic.batteryLevel
    )
    static let locationAndSpeed = AttributeName(
        service: StandardService.locationAndNavigation, characteristic: StandardCharacteristic.locationAndSpeed
    )
}
