import Bluetooth
import SystemBus

/// Notes what this program has changed at bluetoothd for the time being, so that it is put right also when a life of the
/// program has ended without a goodbye.
///
/// That is which tags bluetoothd keeps only because the program has connected them, and which adapters it has switched
/// off to switch them on again. Each is a line: an adapter's address, a blank, and the name of bluetoothd's object of
/// the tag, as in `00:1A:7D:DA:71:13 dev_C0_FF_EE_00_12_34`, or the word `off`. What cannot be noted costs no more than
/// a device that stays, or an adapter that is off.
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

    /// The line of an adapter that is switched off only to be switched on again.
    private static func line(ofOff adapter: BluetoothAddress) -> String { "\(adapter) off" }

    /// Takes over what a former life has left, and bluetoothd still has.
    func takeLeftovers() {
        guard let leftovers = configuration.leftovers, !hasReadLeftovers else { return }
        let noted = Set(leftovers.read())
        let lines = lines
        own.formUnion(noted.compactMap { lines[$0] })
        switchedOff.formUnion(objects.adapters.values.map(\.address).filter { noted.contains(Self.line(ofOff: $0)) })
        // Only now, as each change is noted from here on.
        hasReadLeftovers = true
    }

    /// Notes what is to be put right before long; while bluetoothd is gone the last note holds.
    func noteLeftovers() {
        guard let leftovers = configuration.leftovers, hasReadLeftovers, !objects.adapters.isEmpty else { return }
        let tags = lines.filter { own.contains($0.value) }.keys
        leftovers.write((tags + switchedOff.map(Self.line)).sorted())
    }
}
