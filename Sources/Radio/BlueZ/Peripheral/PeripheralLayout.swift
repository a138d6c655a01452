import Bluetooth
import SystemBus

/// Where a tag's services and characteristics stand on the bus and in the attribute table.
struct PeripheralLayout {
    /// A service with its object.
    struct Service {
        let path: ObjectPath
        let uuid: BluetoothUUID
        let handle: UInt16
    }

    /// A characteristic with its object.
    struct Characteristic {
        let path: ObjectPath
        let service: ObjectPath
        let name: AttributeName
        let local: LocalCharacteristic
    }

    /// What bluetoothd knows the tag by.
    static let root: ObjectPath = "/org/tagalong/tag"
    /// Beyond what bluetoothd itself takes, with room for its plugins.
    static let firstHandle: UInt16 = 0x0100

    private(set) var services: [Service] = []
    private(set) var characteristics: [Characteristic] = []

    /// Gives every service a place of its own, the same in every run: bonded centrals remember it.
    init(_ local: [LocalService]) {
        var handle = Self.firstHandle
        for (index, service) in local.enumerated() {
            let path = Self.root + "service\(Self.digits(index))"
            services.append(Service(path: path, uuid: service.uuid, handle: handle))
            let limit = service.characteristics.reduce(1) { $0 + $1.attributeLimit }
            handle += (limit + 15) / 16 * 16
            for (index, characteristic) in service.characteristics.enumerated() {
                let name = AttributeName(service: service.uuid, characteristic: characteristic.uuid)
                characteristics.append(
                    Characteristic(
                        path: path + "char\(Self.digits(index))", service: path, name: name, local: characteristic
                    )
                )
            }
        }
    }

    subscript(_ name: AttributeName) -> Characteristic? { characteristics.first { $0.name == name } }

    /// bluetoothd takes them in the order of their paths.
    private static func digits(_ index: Int) -> String { index < 10 ? "0\(index)" : "\(index)" }
}
