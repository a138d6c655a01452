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
    /// What others have links to over this adapter, so that its power was left on.
    var sharedWith: [String] = []
    /// What was told of it last.
    var told: AdapterStatus?
    /// Lets one link be made at a time.
    let turn = Turnstile()

    init(_ address: BluetoothAddress, at path: ObjectPath, switchesOn: Bool) {
        self.address = address
        self.path = path
        name = path.name
        supervisor.switchesOn = switchesOn
    }

    var status: AdapterStatus {
        AdapterStatus(name: name, address: address, health: supervisor.health, reason: reason)
    }

    private var reason: String? {
        switch (supervisor.health, supervisor.state) {
        case (.starting, _), (.scanning, _): nil
        case (.off, .absent): "it is unplugged, or bluetoothd does not run"
        case (.off, _) where isBlocked:
            "it is blocked: run 'rfkill unblock bluetooth', or use the switch for flight mode"
        case (.off, .off(triesAgain: true)): "it does not let itself be switched on"
        case (.off, _): "it is switched off: run 'bluetoothctl power on', or give --power-on"
        case (.stalled, _) where supervisor.isDoubted && sharedWith.isEmpty:
            "it hears nothing beside its links, so the silence of other tags tells nothing"
        case (.stalled, _), (.recovering, _): sharedReason
        }
    }

    private var sharedReason: String? {
        guard !sharedWith.isEmpty else { return nil }
        let names = sharedWith.joined(separator: ", ")
        return "only its scan is started again, as switching it off would cut \(names) off"
    }

    mutating func leave() {
        path = nil
        request += 1
        timer?.cancel()
        timer = nil
    }
}
