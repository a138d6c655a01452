public import Bluetooth
import Tracking

extension TrackerTable {
    public static let manufacturer = "Tagalong"

    /// What a characteristic's value is.
    ///
    /// - Throws: ``AttributeError`` for one that cannot be read, or not over such a link.
    public func read(_ attribute: AttributeName, over link: LinkState) throws(AttributeError) -> [UInt8] {
        guard let characteristic = TrackerServices.characteristic(attribute),
            characteristic.properties.contains(.read)
        else { throw .readNotPermitted }
        try Self.check(characteristic, over: link)
        return value(of: attribute)
    }

    private func value(of attribute: AttributeName) -> [UInt8] {
        switch attribute.characteristic {
        case TagalongService.identity: identity.gattValue
        case TagalongService.state: view.state.gattValue
        case TagalongService.fix: lastFix?.gattValue ?? []
        case StandardCharacteristic.alertLevel: linkLossAlert.gattValue
        case StandardCharacteristic.txPowerLevel: [UInt8(bitPattern: txPower)]
        case StandardCharacteristic.batteryLevel: [UInt8(clamping: view.state.battery ?? 0)]
        case StandardCharacteristic.manufacturerName: Array(Self.manufacturer.utf8)
        case StandardCharacteristic.modelNumber: Array(view.state.model.utf8)
        case StandardCharacteristic.serialNumber: Array(number.description.utf8)
        case StandardCharacteristic.firmwareRevision: Array(view.state.firmware.utf8)
        case StandardCharacteristic.locationFeature: Self.features.gattValue
        case StandardCharacteristic.positionQuality:
            (lastFix.map { PositionQuality($0.fix) } ?? PositionQuality()).gattValue
        default: []
        }
    }

    public var identity: TrackerIdentity {
        TrackerIdentity(
            number: number, isRegistered: view.owner != nil, isActive: view.isActive, isPending: view.pending != nil
        )
    }

    static let features: LocationFeature = [
        .speed, .location, .elevation, .heading, .time, .horizontalError, .verticalError, .positionStatus,
    ]
}
