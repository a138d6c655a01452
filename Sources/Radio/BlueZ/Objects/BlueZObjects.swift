import Bluetooth
import SystemBus

/// Everything that bluetoothd tells of at present, as values.
struct BlueZObjects: Sendable {
    /// What a signal has changed, as far as somebody wants to know.
    enum Change: Hashable, Sendable {
        case adapterAdded(ObjectPath)
        case adapterRemoved(ObjectPath)
        case monitorsTaken(ObjectPath)
        case powered(ObjectPath, Bool)
        case discovering(ObjectPath, Bool)
        case device(ObjectPath, DeviceObject.News)
        case connected(ObjectPath)
        case disconnected(ObjectPath, DeviceObject)
        /// A link has ended because nothing was heard any more.
        case linkLost(ObjectPath)
        case deviceRemoved(ObjectPath, DeviceObject)
        case value(ObjectPath, [UInt8])
        case characteristicRemoved(ObjectPath)
    }

    private(set) var adapters: [ObjectPath: AdapterObject] = [:]
    private(set) var devices: [ObjectPath: DeviceObject] = [:]
    /// The services' UUIDs.
    private(set) var services: [ObjectPath: BluetoothUUID] = [:]
    private(set) var characteristics: [ObjectPath: CharacteristicObject] = [:]

    /// Takes in the answer to GetManagedObjects, of one device's services or of everything, and returns what is new.
    mutating func load(_ managed: BusValue?, below device: ObjectPath? = nil) -> [Change] {
        var changes: [Change] = []
        for object in managed?.pairs ?? [] {
            guard let path = object.key.objectPath, device.map({ path.isBelow($0) }) ?? true else { continue }
            add(path, object.value, isNew: false, &changes)
        }
        return changes
    }

    /// Drops the tags that are not in a complete answer to GetManagedObjects: their removal was missed.
    mutating func prune(_ managed: BusValue?) -> [Change] {
        let present = Set((managed?.pairs ?? []).compactMap(\.key.objectPath))
        var changes: [Change] = []
        for path in devices.keys where !present.contains(path) { remove(path, BlueZName.device, &changes) }
        for path in adapters.keys where !present.contains(path) { remove(path, BlueZName.adapter, &changes) }
        return changes
    }

    /// Takes in the state of a link, as it was asked for; nothing of it is an advertisement.
    mutating func refresh(_ device: ObjectPath, _ properties: [String: BusValue]) -> [Change] {
        let link = properties.filter { ["Connected", "ServicesResolved", "Paired", "Bonded"].contains($0.key) }
        var changes: [Change] = []
        update(device, BlueZName.device, link, &changes)
        return changes.filter { if case .disconnected = $0 { true } else { false } }
    }

    /// Takes in a signal of bluetoothd's, and returns what it has changed.
    mutating func apply(_ signal: BusSignal) -> [Change] {
        var changes: [Change] = []
        switch (signal.interface, signal.member, signal.arguments.count) {
        case (BlueZName.properties, "PropertiesChanged", 2...):
            guard let interface = signal.arguments[0].text, let new = signal.arguments[1].entries else { break }
            update(signal.path, interface, new, &changes)
        case (BlueZName.objectManager, "InterfacesAdded", 2...):
            guard let path = signal.arguments[0].objectPath else { break }
            add(path, signal.arguments[1], isNew: true, &changes)
        case (BlueZName.objectManager, "InterfacesRemoved", 2...):
            guard let path = signal.arguments[0].objectPath else { break }
            for interface in signal.arguments[1].texts ?? [] { remove(path, interface, &changes) }
        // Of later versions than 5.66; BlueZ, doc/org.bluez.Device.rst.
        case (BlueZName.device, "Disconnected", 1...):
            guard signal.arguments[0].text == BlueZName.timeout, devices[signal.path] != nil else { break }
            changes.append(.linkLost(signal.path))
        default: break
        }
        return changes
    }

    /// Adds to the advertisement of a tag what bluetoothd does not tell; says whether it was not known.
    mutating func add(_ data: Advertisement, to device: ObjectPath) -> Bool {
        let before = devices[device]?.advertisement
        devices[device]?.advertisement.merge(data)
        return devices[device]?.advertisement != before
    }

    private mutating func add(_ path: ObjectPath, _ interfaces: BusValue, isNew: Bool, _ changes: inout [Change]) {
        for interface in interfaces.pairs ?? [] {
            guard let name = interface.key.text, let properties = interface.value.entries else { continue }
            add(path, name, properties, isNew: isNew, &changes)
        }
    }

    private mutating func add(
        _ path: ObjectPath,
        _ interface: String,
        _ properties: [String: BusValue],
        isNew: Bool,
        _ changes: inout [Change]
    ) {
        switch interface {
        case BlueZName.adapter:
            guard adapters[path] == nil else { return update(path, interface, properties, &changes) }
            adapters[path] = AdapterObject(properties)
            if adapters[path] != nil { changes.append(.adapterAdded(path)) }
        case BlueZName.monitorManager:
            guard adapters[path]?.takesMonitors == false else { return }
            adapters[path]?.takesMonitors = true
            changes.append(.monitorsTaken(path))
        case BlueZName.device:
            guard devices[path] == nil else { return update(path, interface, properties, &changes) }
            guard let adapter = properties["Adapter"]?.objectPath else { return }
            guard var device = DeviceObject(properties, of: adapter) else { return }
            var news = device.update(properties)
            // A cached tag is not heard; one that is connected is here, though it may not advertise. A controller may
            // not tell strengths at all.
            let isDiscovered = isNew && adapters[adapter]?.isDiscovering == true && !device.isConnected
            news.isLifeSign = isDiscovered || properties["RSSI"]?.integer ?? 0 != 0
            news.isSighting = news.isLifeSign || device.isConnected
            devices[path] = device
            changes.append(.device(path, news))
        case BlueZName.gattService: services[path] = properties["UUID"]?.text.flatMap { BluetoothUUID($0) }
        case BlueZName.characteristic: characteristics[path] = CharacteristicObject(properties)
        default: break
        }
    }

    private mutating func update(
        _ path: ObjectPath, _ interface: String, _ properties: [String: BusValue], _ changes: inout [Change]
    ) {
        switch interface {
        case BlueZName.adapter:
            adapters[path]?.update(properties)
            if let value = properties["Powered"]?.flag { changes.append(.powered(path, value)) }
            if let value = properties["Discovering"]?.flag { changes.append(.discovering(path, value)) }
        case BlueZName.device:
            guard let before = devices[path], let news = devices[path]?.update(properties) else { return }
            if news.isSighting { changes.append(.device(path, news)) }
            if before.isConnected, devices[path]?.isConnected == false { changes.append(.disconnected(path, before)) }
            if !before.isConnected, devices[path]?.isConnected == true { changes.append(.connected(path)) }
        case BlueZName.characteristic:
            if let mtu = properties["MTU"]?.integer { characteristics[path]?.mtu = mtu }
            if let value = properties["Value"]?.data { changes.append(.value(path, value)) }
        default: break
        }
    }

    private mutating func remove(_ path: ObjectPath, _ interface: String, _ changes: inout [Change]) {
        switch interface {
        case BlueZName.adapter:
            if adapters.removeValue(forKey: path) != nil { changes.append(.adapterRemoved(path)) }
        case BlueZName.monitorManager: adapters[path]?.takesMonitors = false
        case BlueZName.device:
            guard let device = devices.removeValue(forKey: path) else { return }
            if device.isConnected { changes.append(.disconnected(path, device)) }
            changes.append(.deviceRemoved(path, device))
        case BlueZName.gattService: services[path] = nil
        case BlueZName.characteristic:
            if characteristics.removeValue(forKey: path) != nil { changes.append(.characteristicRemoved(path)) }
        default: break
        }
    }
}

extension BlueZObjects {
    /// What is connected over an adapter by an answer to GetManagedObjects, over either of Bluetooth's radios, with
    /// what it is called.
    static func connected(over adapter: ObjectPath, in managed: BusValue?) -> [ObjectPath: String] {
        (managed?.pairs ?? []).reduce(into: [:]) { found, object in
            guard let path = object.key.objectPath,
                let device = object.value.entries?[BlueZName.device]?.entries,
                device["Adapter"]?.objectPath == adapter, device["Connected"]?.flag == true
            else { return }
            found[path] = device["Alias"]?.text ?? device["Name"]?.text ?? device["Address"]?.text ?? path.name
        }
    }

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
                        service: uuid, uuid: member.uuid, properties: member.properties, handle: path.text
                    )
                }
            )
        }
    }
}
