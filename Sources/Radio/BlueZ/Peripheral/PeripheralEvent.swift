public import Bluetooth

/// What somebody who looks at a tag on an adapter would like to know.
public enum PeripheralEvent: Hashable, Sendable {
    /// It is to be seen, under this name, over this adapter.
    case advertising(name: String, adapter: String, address: BluetoothAddress)
    case connected(BluetoothAddress)
    case disconnected(BluetoothAddress)
    /// A central pairs, and should show these six digits too; nil where nothing is to be compared.
    case pairing(BluetoothAddress, number: Int?)
    /// Pairing was refused, because the tag takes no other bond now.
    case refusedPairing(BluetoothAddress)
    case bonded(BluetoothAddress)
    /// It is not to be seen for the time being; why.
    case unavailable(String)
}
