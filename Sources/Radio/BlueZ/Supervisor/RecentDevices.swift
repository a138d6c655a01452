import Bluetooth
import Tracking

/// The devices that an adapter has heard last, as many as have to be told apart from few.
struct RecentDevices: Sendable {
    private var heard: [(device: BluetoothAddress, time: Timestamp)] = []

    /// As many devices at one time are many: all of them do not leave at the same moment.
    static let many = 5
    /// What is heard within this time is heard at one time: a controller that filters duplicates tells of each device
    /// once in 10.24 s (DISCOV_LE_TIMEOUT in Linux, net/bluetooth/hci_core.h).
    static let moment = Duration.seconds(11)

    mutating func meet(_ device: BluetoothAddress, at now: Timestamp) {
        if let index = heard.firstIndex(where: { $0.device == device }) {
            heard.remove(at: index)
        } else if heard.count >= Self.many {
            heard.removeFirst()
        }
        heard.append((device, now))
    }

    /// Whether many devices were heard in the last moment before a time.
    func wereMany(before time: Timestamp) -> Bool {
        heard.count { $0.time.duration(to: time) <= Self.moment } >= Self.many
    }
}
