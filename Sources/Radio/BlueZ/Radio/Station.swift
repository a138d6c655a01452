import Bluetooth
import SystemBus

/// An adapter of ours, by its address: what the system calls it may change.
struct Station {
    let address: BluetoothAddress
    /// Where bluetoothd has it; nil while it is gone.
    var path: ObjectPath?
    var name: String
    var supervisor = AdapterSupervisor()
    /// Counts what was asked of bluetoothd: an answer to anything but the last is void.
    var request = 0
    var timer: Task<Void, Never>?
    /// Who waits until it does not scan.
    var quiet: CheckedContinuation<Void, Never>?
    var isBlocked = false
    /// Lets one link be made at a time.
    let turn = Turnstile()

    init(_ address: BluetoothAddress, at path: ObjectPath) {
        self.address = address
        self.path = path
        name = path.name
    }

    var status: AdapterStatus { AdapterStatus(name: name, address: address, health: supervisor.health) }

    mutating func leave() {
        path = nil
        request += 1
        timer?.cancel()
        timer = nil
    }
}
