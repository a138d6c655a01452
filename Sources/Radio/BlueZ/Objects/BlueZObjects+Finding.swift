import Bluetooth
import SystemBus

extension BlueZObjects {
    /// A tag over a certain adapter, or over any.
    ///
    /// Also by an address that it had before: when pairing has revealed its identity, bluetoothd tells that as the
    /// address, and the object's path keeps the one by which the tag was found.
    func device(_ tag: BluetoothAddress, over adapter: BluetoothAddress?) -> [ObjectPath] {
        let candidates = devices.filter { adapter == nil || adapters[$0.value.adapter]?.address == adapter }
        let present = candidates.filter { $0.value.address == tag }
        guard present.isEmpty else { return present.keys.sorted() }
        let name = "/dev_" + "\(tag)".split(separator: ":").joined(separator: "_")
        return candidates.keys.filter { $0.text.hasSuffix(name) }.sorted()
    }

    /// The services of a tag with their characteristics, in the order of their handles.
    func services(of device: ObjectPath) -> [PeerService] {
        services.filter { $0.key.isBelow(device) }.sorted { $0.key < $1.key }.map { path, uuid in
            let members = characteristics.filter { $0.value.service == path }.sorted { $0.key < $1.key }
            return PeerService(
                uuid: uuid,
                characteristics: members.map { path, member in
                    PeerCharacteristic(
                        service: uuid,
                        uuid: member.uuid,
                        properties: member.properties,
                        handle: path.text
                    )
                }
            )
        }
    }
}
