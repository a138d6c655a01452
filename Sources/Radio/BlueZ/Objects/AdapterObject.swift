import Bluetooth
import SystemBus

/// What bluetoothd tells of an adapter.
struct AdapterObject: Hashable, Sendable {
    var address: BluetoothAddress
    var isPowered = false
    var isDiscovering = false
    /// Whether it takes advertisement monitors: bluetoothd runs with its experimental interfaces.
    var takesMonitors = false
    /// bluetoothd's version, 100 · major + minor, where it tells it.
    var version: Int?

    /// Nil without an address.
    init?(_ properties: [String: BusValue]) {
        guard let address = properties["Address"]?.text.flatMap({ BluetoothAddress($0) }) else { return nil }
        self.address = address
        version = properties["Modalias"]?.text.flatMap { DiscoveryFilter.version(ofModalias: $0) }
        update(properties)
    }

    mutating func update(_ properties: [String: BusValue]) {
        if let value = properties["Address"]?.text.flatMap({ BluetoothAddress($0) }) { address = value }
        if let value = properties["Powered"]?.flag { isPowered = value }
        if let value = properties["Discovering"]?.flag { isDiscovering = value }
    }
}
