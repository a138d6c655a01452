import Bluetooth
import SystemBus

/// Notes which tags bluetoothd keeps only because this program has connected them, so that they are removed also when a
/// life of the program has ended without a goodbye.
///
/// Each is a line: an adapter's address, a blank, and the name of bluetoothd's object, as in
/// `00:1A:7D:DA:71:13 dev_C0_FF_EE_00_12_34`. What cannot be noted costs no more than a device that stays.
public struct Leftovers: Sendable {
    /// The lines that were noted last, by whichever life of the program; none where there are none.
    public var read: @Sendable () -> [String]
    /// Notes these lines in place of all others.
    public var write: @Sendable ([String]) -> Void

    public init(read: @escaping @Sendable () -> [String], write: @escaping @Sendable ([String]) -> Void) {
        (self.read, self.write) = (read, write)
    }
}

extension BlueZRadio {
    /// The line for each tag that bluetoothd has, and where that is.
    private var lines: [String: ObjectPath] {
        let named = objects.devices.compactMap { path, device in
            objects.adapters[device.adapter].map { ("\($0.address) \(path.name)", path) }
        }
        return Dictionary(named) { first, _ in first }
    }

    /// What a former life has left, and bluetoothd still has.
    func takeLeftovers() -> Set<ObjectPath> {
        guard let leftovers = configuration.leftovers, !hasReadLeftovers else { return [] }
        hasReadLeftovers = true
        let lines = lines
        return Set(leftovers.read().compactMap { lines[$0] })
    }

    /// Notes which tags are to be forgotten before long; while bluetoothd is gone the last note holds.
    func noteLeftovers() {
        guard let leftovers = configuration.leftovers, hasReadLeftovers, !objects.adapters.isEmpty else { return }
        leftovers.write(lines.filter { own.contains($0.value) }.keys.sorted())
    }
}
