import Bluetooth
import SystemBus

/// What bluetoothd tells of the devices of one adapter.
struct CentralTable {
    /// A device.
    struct Central: Hashable {
        var address: BluetoothAddress
        var isConnected = false
        var isBonded = false
    }

    enum Change: Hashable {
        case connected(ObjectPath)
        case disconnected(ObjectPath)
        case bonded(ObjectPath)
    }

    private(set) var centrals: [ObjectPath: Central] = [:]

    subscript(_ path: ObjectPath) -> Central? { centrals[path] }

    /// A device that was there from the beginning: a link of its own, such as a mouse's, is none of the tag's.
    mutating func load(_ path: ObjectPath, _ properties: [String: BusValue]) { _ = update(path, properties) }

    mutating func update(_ path: ObjectPath, _ properties: [String: BusValue]) -> [Change] {
        guard let address = properties["Address"]?.text.flatMap({ BluetoothAddress($0) }) ?? centrals[path]?.address
        else { return [] }
        let before = centrals[path] ?? Central(address: address)
        var central = before
        central.address = address
        if let flag = properties["Connected"]?.flag { central.isConnected = flag }
        if let flag = properties["Bonded"]?.flag { central.isBonded = flag }
        centrals[path] = central
        var changes: [Change] = []
        if central.isConnected != before.isConnected {
            changes.append(central.isConnected ? .connected(path) : .disconnected(path))
        }
        if central.isBonded, !before.isBonded { changes.append(.bonded(path)) }
        return changes
    }

    mutating func remove(_ path: ObjectPath) -> [Change] {
        guard let central = centrals.removeValue(forKey: path) else { return [] }
        return central.isConnected ? [.disconnected(path)] : []
    }
}
