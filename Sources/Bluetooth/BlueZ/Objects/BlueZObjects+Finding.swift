import SystemBus

extension BlueZObjects {
    /// A tag over a certain adapter, or over any.
    func device(_ tag: BluetoothAddress, over adapter: BluetoothAddress?) -> [ObjectPath] {
        devices.filter { _, device in
            device.address == tag && (adapter == nil || adapters[device.adapter]?.address == adapter)
        }.keys.sorted()
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
