import Bluetooth
import SystemBus

/// What bluetoothd tells of a characteristic of a tag.
struct CharacteristicObject: Hashable, Sendable {
    let service: ObjectPath
    let uuid: BluetoothUUID
    let properties: CharacteristicProperties
    /// The longest attribute packet of the link.
    var mtu: Int?

    /// Nil without a UUID or service.
    init?(_ properties: [String: BusValue]) {
        guard let uuid = properties["UUID"]?.text.flatMap({ BluetoothUUID($0) }) else { return nil }
        guard let service = properties["Service"]?.objectPath else { return nil }
        (self.uuid, self.service) = (uuid, service)
        self.properties = (properties["Flags"]?.texts ?? []).reduce(into: []) { set, flag in
            if let property = Self.flags[flag] { set.insert(property) }
        }
        mtu = properties["MTU"]?.integer
    }

    private static let flags: [String: CharacteristicProperties] = [
        "read": .read, "write-without-response": .writeWithoutResponse, "write": .write, "notify": .notify,
        "indicate": .indicate,
    ]
}
