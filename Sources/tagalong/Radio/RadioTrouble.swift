/// Why a machine cannot hear tags.
struct RadioTrouble: Hashable, Sendable {
    let kernel: KernelReport
    let service: ServiceReport
    /// The adapters that are wanted, by address or name; empty for all.
    let chosen: Set<String>
    /// Whether nobody switches an adapter on that is off.
    var needsPower = false

    /// What is the matter and what to do about it; nil for nothing.
    var sentence: String? {
        switch service {
        case .running(let adapters): adapterTrouble(adapters)
        case _ where !kernel.isSupported:
            "this kernel has no Bluetooth, as in containers and on cloud machines: run this on a machine that has it"
        case .noBus(let reason):
            "the system's message bus cannot be reached (\(reason)): start it with 'sudo systemctl start dbus'"
        case .noService:
            "bluetoothd does not run: start it with 'sudo systemctl start bluetooth', or install the package bluez"
        case .denied:
            "no permission to use bluetoothd: run this as root, or as a member of the group bluetooth "
                + "(sudo usermod -aG bluetooth $USER, and log in again)"
        case .failed(let reason):
            "bluetoothd fails (\(reason)): restart it with 'sudo systemctl restart bluetooth'"
        }
    }

    private func adapterTrouble(_ all: [ServiceReport.Adapter]) -> String? {
        guard !all.isEmpty else {
            return "there is no Bluetooth adapter: plug one in; 'bluetoothctl list' shows those that are there"
        }
        let wanted = all.filter { chosen.isEmpty || chosen.contains($0.name) || chosen.contains($0.address) }
        guard !wanted.isEmpty else {
            let names = chosen.sorted().joined(separator: " or ")
            let there = all.map { "\($0.name) (\($0.address))" }.joined(separator: ", ")
            return "there is no Bluetooth adapter \(names): there are \(there)"
        }
        guard !wanted.contains(where: \.isPowered) else { return nil }
        guard let block = kernel.blocks.first else { return needsPower ? powerTrouble(wanted) : nil }
        return block.isHard
            ? "Bluetooth is blocked by a switch of this machine: turn it, or leave flight mode"
            : "Bluetooth is blocked by rfkill: lift that with 'sudo rfkill unblock bluetooth'"
    }

    private func powerTrouble(_ adapters: [ServiceReport.Adapter]) -> String {
        let names = adapters.map(\.name).joined(separator: " and ")
        return "Bluetooth is switched off (\(names)): switch it on with 'bluetoothctl power on', or give --power-on"
    }
}
